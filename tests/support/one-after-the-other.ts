/** Two pieces of work that meet at a player's row: which of them comes first is the test's choice. */
import type { Pool } from 'pg';

const LOOKS = 2_000;

/**
 * Keeps the player's row until both wait for it, `first` before `second`. PostgreSQL then lets them through in that order,
 * but for whoever has written a row that refers to the player before: that one may be overtaken. Throws when one of them
 * does not wait: then they never met. `meanwhile`: what happens while both wait.
 */
export async function oneAfterTheOther<A, B>(
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
    await waiting(pool, 1);
    const b = second();
    await waiting(pool, 2);
    meanwhile();
    await holder.query('COMMIT');
    return await Promise.all([a, b]);
  } finally {
    holder.release();
  }
}

async function waiting(pool: Pool, wanted: number): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { rowCount } = await pool.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    if (rowCount === wanted) return;
  }
  throw new Error(`${wanted} were to wait for the player's row`);
}
