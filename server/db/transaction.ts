import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { CommitUnknownError, isTransientConflict, isUnavailable } from './errors';
import { together } from './together';

export type Isolation = 'read committed' | 'repeatable read' | 'serializable';

export interface TransactionOptions {
  /** Default: read committed, PostgreSQL's own. */
  readonly isolation?: Isolation;
  readonly readOnly?: boolean;
  /**
   * How often the whole is tried when PostgreSQL breaks it off (40001, 40P01) or the connection is lost before COMMIT.
   */
  readonly attempts?: number;
  /** In [0, 1), for the jitter of the waits between attempts. */
  readonly random?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
  /**
   * `work` begins with a savepoint, asked for together with its first statements, and awaits it before it changes
   * anything. BEGIN goes out with them then: without a transaction the savepoint fails, and nothing was changed.
   */
  readonly savepointFirst?: boolean;
}

/**
 * Takes a statement whose answer `work` need not wait for: COMMIT goes out right behind it. Where it fails PostgreSQL
 * rolls back, and its error is thrown.
 */
export type Last = (statement: Promise<unknown>) => void;

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 10;
const MAX_WAIT_MS = 250;

const BEGIN: Readonly<Record<Isolation, string>> = {
  'read committed': 'BEGIN ISOLATION LEVEL READ COMMITTED',
  'repeatable read': 'BEGIN ISOLATION LEVEL REPEATABLE READ',
  serializable: 'BEGIN ISOLATION LEVEL SERIALIZABLE',
};

/**
 * How long to wait before trying again, in ms: doubling, capped, between half and whole. `attempt` counts from 0;
 * `random` in [0, 1).
 */
export function retryWaitMs(attempt: number, random: () => number): number {
  const whole = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return whole / 2 + (whole / 2) * random();
}

/**
 * Runs `work` in one transaction and commits it; whatever `work` throws rolls it back and is thrown on.
 *
 * The whole is tried again, a bounded number of times, when PostgreSQL broke it off because of others, or when the
 * connection was lost before COMMIT was sent: so `work` must do nothing but talk to its client.
 *
 * @throws CommitUnknownError when the connection was lost after COMMIT was sent: the outcome must be asked for by key
 */
export async function transaction<T>(
  pool: Pool,
  work: (client: PoolClient, last: Last) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { attempts = ATTEMPTS, random = Math.random, wait = sleep } = options;
  for (let attempt = 0; ; attempt += 1) {
    // Not inside the try: a database that can't be reached at all is said at once, the caller answers 503.
    const client = await pool.connect();
    try {
      return await once(client, work, options);
    } catch (error) {
      const again = isTransientConflict(error) || isUnavailable(error);
      if (!again || attempt + 1 >= attempts) throw error;
    }
    await wait(retryWaitMs(attempt, random));
  }
}

async function once<T>(
  client: PoolClient,
  work: (client: PoolClient, last: Last) => Promise<T>,
  { isolation = 'read committed', readOnly = false, savepointFirst = false }: TransactionOptions,
): Promise<T> {
  let committing = false;
  const pending: Promise<unknown>[] = [];
  const keep: Last = (statement) => {
    // Looked at below, whatever comes first.
    statement.catch(() => undefined);
    pending.push(statement);
  };
  try {
    const begun = client.query(BEGIN[isolation] + (readOnly ? ' READ ONLY' : ''));
    keep(begun);
    if (!savepointFirst) await begun;
    const value = await work(client, keep);
    committing = true;
    const commit = client.query('COMMIT');
    await together([...pending, commit]);
    const { command } = await commit;
    // A failed statement that `work` swallowed makes PostgreSQL answer ROLLBACK to COMMIT, without an error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
    client.release();
    return value;
  } catch (error) {
    await Promise.allSettled(pending);
    await giveBack(client, error);
    if (committing && isUnavailable(error)) {
      throw new CommitUnknownError('The connection was lost while committing.', { cause: error });
    }
    throw error;
  }
}

/** A connection that can't even roll back is thrown away: nobody may get it with an open transaction. */
async function giveBack(client: PoolClient, error: unknown): Promise<void> {
  if (isUnavailable(error)) {
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
