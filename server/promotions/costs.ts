/** Reads the cost of the promotions for the house. */
import type { Db } from '../ledger/accounts';

/** Amounts in kobo: granted, converted to real money, and taken back. */
export interface Cost {
  readonly promotion_id: string;
  readonly granted: number;
  readonly converted: number;
  readonly lost: number;
  readonly claims: number;
}

/** Reads the cost of each promotion that was ever claimed. A prize counts as granted and converted at once. */
export async function readCosts(db: Db): Promise<ReadonlyMap<string, Cost>> {
  const { rows } = await db.query<Cost>(
    `SELECT promotion_id, sum(granted)::bigint AS granted, sum(converted)::bigint AS converted, sum(lost)::bigint AS lost, count(*) AS claims
     FROM bonus_wallet GROUP BY promotion_id
     UNION ALL
     SELECT promotion_id, coalesce(sum(prize), 0)::bigint AS granted, coalesce(sum(prize), 0)::bigint AS converted, 0::bigint AS lost, count(*) AS claims
     FROM draw_entry JOIN draw USING (draw_id) LEFT JOIN draw_winner USING (draw_id, entry_id) GROUP BY promotion_id`,
  );
  return new Map(rows.map((row) => [row.promotion_id, row]));
}
