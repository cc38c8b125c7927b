import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { DAY_MS, lagosDayStart } from '../../src/core/time';
import type { Db } from '../ledger/accounts';

/** The house's account holds all stakes less all wins, and the stakes that went back: `$1` is the day's begin, `$2` its end. */
export const GROSS_REVENUE = `SELECT coalesce(sum(amount), 0)::bigint AS total FROM ledger_entry WHERE account_id = 'house:NGN' AND at >= $1 AND at < $2`;

/** Sums up what the house won on a day in Lagos, before the costs of bonuses. */
export async function readGrossRevenue(db: Db, day: string): Promise<Kobo> {
  const start = lagosDayStart(day);
  const { rows } = await db.query<{ total: number }>(GROSS_REVENUE, [new Date(start), new Date(start + DAY_MS)]);
  return kobo(rows[0]?.total ?? 0);
}
