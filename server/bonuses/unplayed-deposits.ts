/** Finds the bonuses whose own deposit is not played in full. */
import type { Kobo } from '../../src/core/money';
import { accountIdOf } from '../ledger/accounts';
import type { Db } from '../ledger/accounts';

/**
 * Deposits are played in the order in which they came. So the bonus's own deposit is not fully played while the player's unplayed money is
 * more than the money paid in after it, less what of that was withdrawn. Unplayed money in open rounds may come back, so it counts as
 * unplayed.
 *
 * `$1` is the player, `$2` their account of real money, `$3` the unplayed part of its balance.
 */
const UNPLAYED_BONUSES = `
  WITH
  -- The player's active bonuses of a deposit, each with the ledger's entry and transaction by which it was granted.
  bonus AS (
    SELECT w.wallet_id, w.activated_at, grant_entry.entry_id, grant_entry.transaction_id
    FROM bonus_wallet w LEFT JOIN LATERAL (
      SELECT entry_id, transaction_id FROM ledger_entry
      WHERE user_id = $1 AND at = w.activated_at AND account_id = 'bonus:' || $1 || ':' || w.wallet_id AND kind = 'bonus' AND balance_after IS NOT NULL
      ORDER BY entry_id LIMIT 1
    ) grant_entry ON true
    WHERE w.user_id = $1 AND w.state = 'active' AND w.match_percent IS NOT NULL),

  -- Each of them with all unplayed money of the player, and with what was paid in, and withdrawn unplayed, since it was granted.
  sums AS (
    SELECT wallet_id,
      $3::bigint + (SELECT coalesce(sum(unplayed), 0) FROM open_round WHERE user_id = $1)
        + (SELECT coalesce(sum(unplayed), 0) FROM frame_round WHERE user_id = $1 AND settled_at IS NULL) AS unplayed,
      (SELECT coalesce(sum(amount), 0) FROM ledger_entry
       WHERE user_id = $1 AND at >= bonus.activated_at AND entry_id > bonus.entry_id AND account_id = $2 AND kind = 'deposit' AND balance_after IS NOT NULL
      ) AS paid_in_later,
      (SELECT coalesce(sum(unplayed), 0) FROM withdrawal
       WHERE user_id = $1 AND hold_transaction > bonus.transaction_id AND state NOT IN ('refused', 'failed')) AS withdrawn_later
    FROM bonus)

  SELECT wallet_id FROM sums WHERE unplayed > greatest(0, paid_in_later - withdrawn_later)`;

/** Returns the ids of the active bonuses whose own deposit is not played, where `unplayed` kobo of the balance are unplayed. */
export async function readUnplayedBonusIds(db: Db, userId: string, unplayed: Kobo): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ wallet_id: string }>(UNPLAYED_BONUSES, [userId, accountIdOf(userId, 'real'), unplayed]);
  return new Set(rows.map(({ wallet_id: walletId }) => walletId));
}
