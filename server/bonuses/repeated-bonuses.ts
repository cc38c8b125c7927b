/** Finds bonuses that a person got with two accounts, although each person may get them once. */
import { koboToNaira, kobo } from '../../src/core/money';
import type { Db } from '../ledger/accounts';
import { OTHER_ACCOUNTS_SHARING_BONUSES } from '../ledger/accounts-of-person';

/**
 * SQL: selects bonuses of the player (`$1`) that became real money although another account of the person got one of the same promotion (for
 * a weekly promotion: in the same week). It does not matter which of the two came first, because together they are one too many.
 */
const REPEATED = `
  SELECT w.name, w.converted FROM bonus_wallet w JOIN promotion p USING (promotion_id)
  WHERE w.user_id = $1 AND w.converted > 0 AND EXISTS (
    SELECT FROM bonus_wallet b WHERE b.promotion_id = w.promotion_id AND b.activated_at IS NOT NULL AND b.user_id IN (${OTHER_ACCOUNTS_SHARING_BONUSES})
      AND (p.once IS DISTINCT FROM 'week' OR date_trunc('week', w.claimed_at AT TIME ZONE 'Africa/Lagos') = date_trunc('week', b.claimed_at AT TIME ZONE 'Africa/Lagos')))`;

/** SQL: true for a player (`$1`) with such a bonus, whose withdrawals then need approval. */
export const HAS_REPEATED_BONUS = `EXISTS (${REPEATED})`;

/** One such bonus, for the admins who decide about the player's withdrawals. */
export interface RepeatedBonus {
  readonly name: string;
  /** The naira that became the player's real money. */
  readonly converted: number;
}

export async function readRepeatedBonuses(db: Db, userId: string): Promise<RepeatedBonus[]> {
  const { rows } = await db.query<{ name: string; converted: number }>(`${REPEATED} ORDER BY w.wallet_id`, [userId]);
  return rows.map(({ name, converted }) => ({ name, converted: koboToNaira(kobo(converted)) }));
}
