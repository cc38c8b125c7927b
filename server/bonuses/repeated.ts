/** What a person got twice of what is given once: with an account that was closed since, and with the one that plays now. */
import { koboToNaira, kobo } from '../../src/core/money';
import type { Db } from '../ledger/accounts';
import { ACCOUNTS_BEFORE } from '../ledger/person';

/**
 * Bonuses of the player (`$1`) that became money, though another account of the person was given the same one (or the same
 * one in that week, where it is given each week). Which of the two came first does not matter: together they are one too many.
 */
const REPEATED = `
  SELECT w.name, w.converted FROM bonus_wallet w JOIN promotion p USING (promotion_id)
  WHERE w.user_id = $1 AND w.converted > 0 AND EXISTS (
    SELECT FROM bonus_wallet b WHERE b.promotion_id = w.promotion_id AND b.activated_at IS NOT NULL AND b.user_id IN (${ACCOUNTS_BEFORE})
      AND (p.once IS DISTINCT FROM 'week' OR date_trunc('week', w.claimed_at AT TIME ZONE 'Africa/Lagos') = date_trunc('week', b.claimed_at AT TIME ZONE 'Africa/Lagos')))`;

/** An expression of SQL, `$1` = the player: rules alone pay nothing out then. */
export const WAS_GIVEN_TWICE = `EXISTS (${REPEATED})`;

/** What admins are told who decide on the player's money. */
export interface GivenTwice {
  readonly name: string;
  /** Decimal naira that became the player's. */
  readonly converted: number;
}

export async function readGivenTwice(db: Db, userId: string): Promise<GivenTwice[]> {
  const { rows } = await db.query<{ name: string; converted: number }>(`${REPEATED} ORDER BY w.wallet_id`, [userId]);
  return rows.map(({ name, converted }) => ({ name, converted: koboToNaira(kobo(converted)) }));
}
