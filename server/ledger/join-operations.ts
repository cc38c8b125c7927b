/**
 * Joins operations of different players into one transaction, so that they share its COMMIT. An operation that finds none under way begins at
 * once, in a transaction of its own; those that come meanwhile wait until it has ended, a few milliseconds at most, and are joined. Only what is
 * not refused, and needs no lock that another transaction has, is done there. The rest runs in transactions of its own afterwards, and so do
 * all where the shared one was rolled back.
 */
import type { Pool, PoolClient } from 'pg';
import { CommitUnknownError } from '../db/errors';
import { together } from '../db/together';
import type { DeferStatement } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { moneyTransaction, openAttempt } from './operation';

/** So many operations share a transaction at most. */
export const MOST_JOINED = 10;
/** So long an operation waits at most for the one that is under way. */
const LONGEST_WAIT_MS = 3;

export interface JoinableOperation {
  /** Two operations of one player are never joined. */
  readonly userId: string;
  readonly runAlone: () => Promise<RawAnswer>;
  /**
   * Runs in a shared transaction. It sends its first statements before it awaits anything, none of its statements waits for a row or an advisory
   * lock, and all its writes are deferred. Returns null, or throws, where it must run alone; that is for good once it has deferred a write.
   */
  readonly runJoined: (tx: PoolClient, defer: DeferStatement) => Promise<RawAnswer | null>;
}

export interface OperationJoiner {
  /** Runs the operation, joined or alone. Throws what `runAlone` throws, and `money-unavailable` for all that share a commit in doubt. */
  run(operation: JoinableOperation): Promise<RawAnswer>;
}

interface Waiting {
  readonly operation: JoinableOperation;
  readonly resolve: (answer: RawAnswer | Promise<RawAnswer>) => void;
  readonly reject: (error: unknown) => void;
}

const joiners = new WeakMap<Pool, OperationJoiner>();

/** Returns this process's joiner for the pool. */
export function joinerOf(pool: Pool): OperationJoiner {
  const known = joiners.get(pool);
  if (known !== undefined) return known;
  const joiner = createJoiner(pool);
  joiners.set(pool, joiner);
  return joiner;
}

/** Makes a joiner. `longestWaitMs` is for tests. */
export function createJoiner(pool: Pool, longestWaitMs = LONGEST_WAIT_MS): OperationJoiner {
  let underWay = 0;
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function track<T>(work: Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await work;
    } finally {
      underWay -= 1;
      beginWaiting();
    }
  }

  function beginWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    const batch = takeBatch(waiting);
    if (batch.length === 0) return;
    waiting = waiting.filter((each) => !batch.includes(each));
    if (waiting.length > 0) timer = setTimeout(beginWaiting, longestWaitMs);
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) first.resolve(track(first.operation.runAlone()));
    else void track(runJoined(pool, batch));
  }

  return {
    run: (operation) => {
      if (underWay === 0) return track(operation.runAlone());
      return new Promise((resolve, reject) => {
        waiting.push({ operation, resolve, reject });
        if (waiting.length >= MOST_JOINED) beginWaiting();
        else timer ??= setTimeout(beginWaiting, longestWaitMs);
      });
    },
  };
}

/** Takes the oldest operation of each player, in the order of the players, in which all processes take locks. */
function takeBatch(waiting: readonly Waiting[]): Waiting[] {
  const byPlayer = new Map<string, Waiting>();
  for (const each of waiting) {
    if (byPlayer.size === MOST_JOINED) break;
    if (!byPlayer.has(each.operation.userId)) byPlayer.set(each.operation.userId, each);
  }
  return [...byPlayer.values()].sort((a, b) => (a.operation.userId < b.operation.userId ? -1 : 1));
}

/** Runs the operations in one transaction, and alone what it left. Never throws. */
async function runJoined(pool: Pool, batch: readonly Waiting[]): Promise<void> {
  let answers: readonly (RawAnswer | null)[];
  try {
    answers = await moneyTransaction({ pool }, async (tx, defer) => {
      const [, ...joined] = await together([openAttempt(tx), ...batch.map(({ operation }) => runOne(operation, tx, defer))]);
      return joined;
    }, { savepointFirst: true, attempts: 1 });
  } catch (error) {
    if (isCommitUnknown(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    // All of it was rolled back. Alone each succeeds, or fails for its own reason.
    answers = batch.map(() => null);
  }
  for (const [index, { operation, resolve }] of batch.entries()) resolve(answers[index] ?? operation.runAlone());
}

/** Returns null where the operation has written nothing and must run alone. Throws, which rolls back all, where it failed later. */
async function runOne({ runJoined: run }: JoinableOperation, tx: PoolClient, defer: DeferStatement): Promise<RawAnswer | null> {
  const written: Promise<unknown>[] = [];
  const deferOwn: DeferStatement = (statement) => {
    written.push(statement);
    defer(statement);
  };
  try {
    const answer = await run(tx, deferOwn);
    if (answer === null && written.length > 0) throw new Error('an operation wrote and then left the shared transaction');
    return answer;
  } catch (error) {
    if (written.length > 0) throw error;
    // Where PostgreSQL refused a statement, the transaction can't be committed any more.
    return null;
  }
}

const isCommitUnknown = (error: unknown): boolean => error instanceof ProblemError && error.cause instanceof CommitUnknownError;
