/** Lets one process at a time migrate a database. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { UNLIMITED_MS } from './query-timeout';
import { transaction } from './transaction';

export interface LockOptions {
  /** Called once where another process has the lock. */
  readonly onWait: () => void;
}

/** The number is arbitrary, but every Ayo must use the same one. */
const ADVISORY_LOCK_KEY = 4_150_111_001;
const ASK_AGAIN_MS = 150;

const OF_ANOTHER = Symbol('the lock is held by another process');

/**
 * Runs `work` in a transaction that holds the lock, however long another process needs before it. An error rolls it back and is thrown on.
 *
 * The lock is asked for again and again and never waited for within a statement: that statement would hold a snapshot, and an index that the
 * holder makes concurrently waits for the end of every snapshot, so the two would wait for each other.
 */
export async function withMigrationLock<T>(pool: Pool, work: (client: PoolClient) => Promise<T>, { onWait }: LockOptions): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await transaction(pool, async (client) => {
      // The lock may be held while a long migration runs, so the time limits of ordinary statements are off here.
      await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
      const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isOurs"', [ADVISORY_LOCK_KEY]);
      return rows[0]?.isOurs === true ? work(client) : OF_ANOTHER;
    }, { commitDeadlineMs: UNLIMITED_MS });
    if (result !== OF_ANOTHER) return result;
    if (attempt === 0) onWait();
    await sleep(ASK_AGAIN_MS);
  }
}
