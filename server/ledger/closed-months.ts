/** Closes months: writes down the balances, the sums and the hash of what there was when a month was over. */
import type { Pool } from 'pg';
import { asLeader } from './checkpoint';

/**
 * Closes the last month in Lagos that has been over for a day, where it is not closed and its rounds are hashed (server/games/round-parts.ts).
 * The checkpoint must be at its end. Entries of the first day of the next month belong to it, because the order of ids counts and no clock.
 */
export async function closeMonth(pool: Pool, now: Date): Promise<boolean> {
  const isClosed = await asLeader(pool, async (tx) => (await tx.query(CLOSE, [now])).rowCount === 1);
  return isClosed === true;
}

const CLOSE = `WITH ended AS (
    SELECT (date_trunc('month', $1::timestamptz AT TIME ZONE 'Africa/Lagos' - interval '1 day') - interval '1 month')::date AS month
  ), rounds AS (
    SELECT e.month, p.part_no AS last_part FROM ended e
    JOIN round_part p ON p.last_at = (e.month + interval '1 month') AT TIME ZONE 'Africa/Lagos'
    WHERE NOT EXISTS (SELECT FROM closed_month m WHERE m.month >= e.month)
  ), draft AS (
    SELECT ROW(r.month, c.last_entry, c.last_transaction, r.last_part,
      (SELECT coalesce(jsonb_object_agg(kind, total), '{}') FROM (
        SELECT split_part(account_id, ':', 1) AS kind, sum(balance) AS total FROM ledger_checkpoint_account GROUP BY 1) kinds),
      sums.rounds, sums.staked, sums.won, NULL, $1)::closed_month AS made
    FROM rounds r CROSS JOIN ledger_checkpoint c CROSS JOIN LATERAL (
      SELECT coalesce(sum(p.rounds), 0) AS rounds, coalesce(sum(p.staked), 0) AS staked, coalesce(sum(p.won), 0) AS won FROM round_part p
      WHERE p.part_no <= r.last_part AND p.part_no > coalesce((SELECT max(m.last_round_part) FROM closed_month m), 0)) sums
  )
  INSERT INTO closed_month (month, last_entry, last_transaction, last_round_part, balances, rounds, staked, won, hash, closed_at)
  SELECT (made).month, (made).last_entry, (made).last_transaction, (made).last_round_part, (made).balances, (made).rounds, (made).staked, (made).won,
    closed_month_hash(made), (made).closed_at FROM draft`;
