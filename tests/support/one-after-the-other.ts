/** Two pieces of work that need the same player's row, in the order that the test chooses. */
import type { Pool } from 'pg';

const MAX_CHECKS = 2_000;

/**
 * Locks the player's row until both pieces wait for it, `first` before `second`. PostgreSQL then lets them continue in that
 * order, except that work which has already written a row referring to the player may be overtaken. Throws when one of them
 * does not wait, because the two then never met. `meanwhile` runs while both wait.
 */
export async function runInOrder<A, B>(
  pool: Pool,
  userId: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
  meanwhile: () => void = () => undefined,
): Promise<[A, B]> {
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
    const a = first();
    await waitForWaiters(pool, 1);
    const b = second();
    await waitForWaiters(pool, 2);
    meanwhile();
    await holder.query('COMMIT');
    return await Promise.all([a, b]);
  } finally {
    holder.release();
  }
}

async function waitForWaiters(pool: Pool, count: number): Promise<void> {
  for (let check = 0; check < MAX_CHECKS; check += 1) {
    const { rowCount } = await pool.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    if (rowCount === count) return;
  }
  throw new Error(`${count} were to wait for the player's row`);
}
