import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { measure } from '../measurements';
import { takeCommitWork } from './after-commit';
import { endChanges } from './changes';
import { recordCommitDoubt, refuseWhileCommitsWait } from './commit-doubt';
import { CommitUnknownError, errorCode, isFailedTransaction, isStatementRefusal, isTransientConflict, isUnavailable } from './errors';
import { answeredWithin, isQueryTimeout } from './query-timeout';
import { together } from './together';

export type Isolation = 'read committed' | 'repeatable read' | 'serializable';

export interface TransactionOptions {
  /** Default: read committed, PostgreSQL's own. */
  readonly isolation?: Isolation;
  readonly readOnly?: boolean;
  /**
   * COMMIT does not wait for the disk: after a crash of the database the last moments may be missing. For counters that many callers
   * share, whose rows would otherwise be locked for the time that the disk takes.
   */
  readonly isLossy?: boolean;
  /**
   * The transaction is tried this often when PostgreSQL breaks it off (40001, 40P01) or the connection is lost before COMMIT.
   */
  readonly attempts?: number;
  /** Returns a number in [0, 1), for the jitter of the waits between attempts. */
  readonly random?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
  /**
   * Set this where `work` queues a SAVEPOINT together with its first statements, and awaits all of them before it changes anything. BEGIN then
   * goes out in the same trip and is not awaited: without a transaction SAVEPOINT fails, too, so `work` throws before any change.
   */
  readonly savepointFirst?: boolean;
  /** So long COMMIT is waited for, in ms. The server's own limits do not end its wait for a standby. */
  readonly commitDeadlineMs?: number;
}

/**
 * Takes a statement whose answer `work` need not wait for, because COMMIT goes out right behind it. If it fails, PostgreSQL rolls
 * back and `transaction` throws its error.
 */
export type DeferStatement = (statement: Promise<unknown>) => void;

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 10;
const MAX_WAIT_MS = 250;
/** A call about money has 20 s, of which it may have waited some before. A busy disk takes seconds at most. */
const COMMIT_DEADLINE_MS = 12_000;
/** A connection that is lost later than this was not lost by chance, and the caller has no time for another attempt. */
const RETRY_LOSS_WITHIN_MS = 10_000;

const BEGIN: Readonly<Record<Isolation, string>> = {
  'read committed': 'BEGIN ISOLATION LEVEL READ COMMITTED',
  'repeatable read': 'BEGIN ISOLATION LEVEL REPEATABLE READ',
  serializable: 'BEGIN ISOLATION LEVEL SERIALIZABLE',
};

/**
 * Returns the wait in ms before the next attempt. It doubles with each attempt up to a limit; `random`, in [0, 1), chooses between
 * half and all of it. `attempt` counts from 0.
 */
export function retryWaitMs(attempt: number, random: () => number): number {
  const fullWaitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return fullWaitMs / 2 + (fullWaitMs / 2) * random();
}

/**
 * Runs `work` in one transaction and commits it. An error of `work` rolls it back and is thrown on.
 *
 * The whole transaction is tried again, a bounded number of times, when PostgreSQL broke it off because of others, or when the
 * connection was lost before COMMIT was sent. So `work` must do nothing but talk to its client.
 *
 * @throws CommitsWaitError while earlier commits are not confirmed, unless the transaction only reads or does not wait for the disk
 * @throws CommitUnknownError when the connection was lost after COMMIT was sent, COMMIT was not answered in time, or came with a warning (the
 * wait for a standby was cancelled): the caller must ask for the outcome by its key
 */
export async function transaction<T>(
  pool: Pool,
  work: (client: PoolClient, defer: DeferStatement) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { attempts = ATTEMPTS, random = Math.random, wait = sleep, readOnly = false, isLossy = false } = options;
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    if (!readOnly && !isLossy) refuseWhileCommitsWait(pool);
    // This stands outside the try: where the database can't be reached at all, the caller answers 503 at once.
    const client = await pool.connect();
    try {
      return await runOnce(pool, client, work, options);
    } catch (error) {
      const isRetryable = isTransientConflict(error) || (isUnavailable(error) && performance.now() - startedAt < RETRY_LOSS_WITHIN_MS);
      if (!isRetryable || attempt + 1 >= attempts) throw error;
      measure('transaction.retried', { code: errorCode(error) ?? 'none' });
    }
    await wait(retryWaitMs(attempt, random));
  }
}

async function runOnce<T>(
  pool: Pool,
  client: PoolClient,
  work: (client: PoolClient, defer: DeferStatement) => Promise<T>,
  {
    isolation = 'read committed', readOnly = false, isLossy = false, savepointFirst = false, commitDeadlineMs = COMMIT_DEADLINE_MS,
  }: TransactionOptions,
): Promise<T> {
  let isCommitting = false;
  let isDoubtful = false;
  const pending: Promise<unknown>[] = [];
  const defer: DeferStatement = (statement) => {
    // The error is handled below; this avoids an unhandled rejection until then.
    statement.catch(() => undefined);
    pending.push(statement);
  };
  try {
    const begin = client.query(BEGIN[isolation] + (readOnly ? ' READ ONLY' : ''));
    defer(begin);
    if (isLossy) defer(client.query('SET LOCAL synchronous_commit = off'));
    if (!savepointFirst) await begin;
    const value = await work(client, defer);
    isCommitting = true;
    const { command, hasWarning } = await commit(client, commitDeadlineMs, pending, () => {
      isDoubtful = true;
    });
    // A failed statement that `work` swallowed makes PostgreSQL answer ROLLBACK to COMMIT, without an error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
    if (hasWarning && !readOnly) {
      isDoubtful = true;
      throw new CommitUnknownError('COMMIT came with a warning, so a standby may not have it.');
    }
    const commitWork = takeCommitWork(client);
    endChanges(pool, client, { isRolledBack: false });
    client.release();
    for (const each of commitWork) each();
    return value;
  } catch (firstError) {
    takeCommitWork(client);
    const refusal = await findRefusal(pending);
    // What follows a refused statement fails only because of it.
    const error = isFailedTransaction(firstError) ? refusal ?? firstError : firstError;
    endChanges(pool, client, { isRolledBack: !isCommitting || refusal !== undefined });
    if (isDoubtful && !readOnly) recordCommitDoubt(pool);
    await returnConnection(client, error);
    // COMMIT rolls back behind a refused statement, so nothing is unknown.
    const isOpen = isCommitting && refusal === undefined;
    if (isOpen && (isUnavailable(error) || error instanceof CommitUnknownError)) measure('commit.unknown', { count: 1 });
    if (isOpen && isUnavailable(error)) {
      throw new CommitUnknownError('The connection was lost while committing.', { cause: error });
    }
    throw error;
  }
}

/** Waits for all statements, and returns the error of the first one that PostgreSQL refused in a session that went on. */
async function findRefusal(statements: readonly Promise<unknown>[]): Promise<unknown> {
  const outcomes = await Promise.allSettled(statements);
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : [])).find(isStatementRefusal);
}

/**
 * Sends COMMIT behind the pending statements and waits for all of them. Says whether a warning came with it (class 01): PostgreSQL answers
 * success to a COMMIT whose wait for its standby was cancelled, with no other sign. Calls `onLate` where COMMIT was not answered in time.
 */
async function commit(
  client: PoolClient, deadlineMs: number, pending: readonly Promise<unknown>[], onLate: () => void,
): Promise<{ readonly command: string; readonly hasWarning: boolean }> {
  let hasWarning = false;
  const noteWarning = ({ code }: { readonly code: string | undefined }): void => {
    hasWarning ||= code?.startsWith('01') === true;
  };
  client.on('notice', noteWarning);
  try {
    const answer = client.query(answeredWithin(deadlineMs, 'COMMIT'));
    answer.catch((error: unknown) => {
      if (isQueryTimeout(error)) onLate();
    });
    await together([...pending, answer]);
    return { command: (await answer).command, hasWarning };
  } finally {
    client.off('notice', noteWarning);
  }
}

/** Rolls back and returns the connection. One that can't roll back is closed, because nobody may get it with an open transaction. */
async function returnConnection(client: PoolClient, error: unknown): Promise<void> {
  if (isUnavailable(error) || error instanceof CommitUnknownError) {
    client.release(true);
    return;
  }
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch {
    client.release(true);
  }
}
