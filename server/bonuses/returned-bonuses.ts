/** Brings back the bonuses that a withdrawal ended where its payout is not made, and says what became of each. */
import type { PoolClient } from 'pg';
import { kobo } from '../../src/core/money';
import { post } from '../ledger/post';
import { recordWalletChange } from './lock-wallets';
import { PLAYER_CANNOT_HAVE_BONUSES, PRESENT_RULES, WALLET_COLUMNS, WALLET_FROM } from './wallet-rows';
import type { WalletRow } from './wallet-rows';

/** SQL: true where another withdrawal in one of the states took unplayed money after withdrawal `d` had ended wallet `w`. */
const isEndedByAnother = (states: string): string => `(w.rules = ${PRESENT_RULES} AND w.match_percent IS NOT NULL AND w.activated_at IS NOT NULL AND w.ended_unplayed AND EXISTS (
  SELECT FROM withdrawal o WHERE o.user_id = w.user_id AND o.hold_transaction > d.hold_transaction AND o.unplayed > 0 AND o.state IN (${states})))`;

/**
 * SQL: true where, after withdrawal `d` ended wallet `w`, another withdrawal took unplayed money and is under way or paid. That one would have
 * ended the wallet, too. Without this condition a player could have a deposit paid out unplayed, and get its bonus back through a smaller withdrawal
 * that is refused.
 */
export const ENDED_BY_ANOTHER_WITHDRAWAL = isEndedByAnother(`'checking', 'sending', 'paid'`);
/** SQL: true where that other withdrawal is paid, so that the wallet can never come back. */
const ENDED_BY_ANOTHER_PAYOUT = isEndedByAnother(`'paid'`);

/** SQL: true where wallet `w` waited for one deposit that is over, so that its promotion can be claimed again. */
const DEPOSIT_IS_OVER = `(w.activated_at IS NULL AND w.deposit_id IS NOT NULL AND NOT EXISTS (SELECT FROM deposit o WHERE o.deposit_id = w.deposit_id AND o.state = 'pending'))`;

interface EndedRow extends WalletRow {
  readonly cannot_have_bonuses: boolean;
  readonly is_closing: boolean;
  readonly is_ended_by_another_withdrawal: boolean;
  readonly is_ended_by_another_payout: boolean;
  readonly is_deposit_over: boolean;
}

/**
 * Brings back the bonuses that the player's refused and failed withdrawals ended, each once. Returns a sentence about each bonus; null where
 * there is none. A bonus does not come back yet while the account is still to be closed, or where another withdrawal ends it, too. It stays
 * ended in an account that can't have bonuses. A bonus that comes back has as much time left as when it ended. The caller has written the end
 * of the withdrawal, and holds the player's row and real account.
 */
export async function returnEndedBonuses(tx: PoolClient, userId: string, at: Date): Promise<string | null> {
  const { rows } = await tx.query<EndedRow>({
    name: 'bonus-ended-by-withdrawal',
    text: `SELECT ${WALLET_COLUMNS}, p.closing_at IS NOT NULL AS is_closing, ${ENDED_BY_ANOTHER_WITHDRAWAL} AS is_ended_by_another_withdrawal,
             ${ENDED_BY_ANOTHER_PAYOUT} AS is_ended_by_another_payout, ${DEPOSIT_IS_OVER} AS is_deposit_over,
             ${PLAYER_CANNOT_HAVE_BONUSES} AS cannot_have_bonuses
           FROM ${WALLET_FROM} JOIN withdrawal d ON d.withdrawal_id = w.ended_by JOIN player p ON p.user_id = w.user_id
           WHERE w.user_id = $2 AND w.ended_by IS NOT NULL AND d.state IN ('refused', 'failed')
           ORDER BY w.expires_at, w.wallet_id COLLATE "C" FOR UPDATE OF w`,
    values: [at, userId],
  });
  const sentences = [];
  for (const wallet of rows) sentences.push(await returnOrKeep(tx, wallet, at));
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Brings one bonus back, or leaves it ended, and returns the sentence about it. */
async function returnOrKeep(tx: PoolClient, wallet: EndedRow, at: Date): Promise<string> {
  const staysEnded = `“${wallet.name}” stays ended`;
  const canNeverReturn = wallet.cannot_have_bonuses || wallet.is_deposit_over || wallet.is_ended_by_another_payout;
  if (canNeverReturn) await makeEndsFinal(tx, wallet.user_id, [wallet.wallet_id]);
  if (wallet.cannot_have_bonuses) return `${staysEnded}.`;
  if (wallet.is_deposit_over) return `${staysEnded}, because its deposit is over. It can be claimed again if it is still offered.`;
  if (wallet.is_closing) return `${staysEnded} while your account is being closed.`;
  if (wallet.is_ended_by_another_withdrawal) return `${staysEnded}, because another withdrawal took money that you had not played.`;
  await returnWallet(tx, wallet, at);
  return `“${wallet.name}” is back, too.`;
}

async function returnWallet(tx: PoolClient, wallet: EndedRow, at: Date): Promise<void> {
  const { user_id: userId, wallet_id: walletId, lost, activated_at: activatedAt } = wallet;
  if (lost > 0) {
    await post(tx, {
      userId,
      kind: 'bonus-return',
      reference: walletId,
      at,
      moves: [{ kind: 'bonus', from: 'bonus-cost', to: { bonus: walletId }, amount: kobo(lost) }],
    });
  }
  const isActive = activatedAt !== null;
  await tx.query(
    `UPDATE bonus_wallet SET state = $2, ended_at = NULL, end_reason = NULL, ended_by = NULL, lost = 0,
       returned_at = $3, expires_at = expires_at + greatest($3::timestamptz - ended_at, interval '0'), version = version + 1 WHERE wallet_id = $1`,
    [walletId, isActive ? 'active' : 'pending', at],
  );
  await recordWalletChange(tx, userId, isActive ? 1 : 0);
}

/**
 * Makes the end of bonuses that a withdrawal ended final, so that they do not come back even if its payout is not made: all of the player's, or those
 * in `walletIds`. No money moves, so this is also done while money is turned off.
 */
export async function makeEndsFinal(tx: PoolClient, userId: string, walletIds: readonly string[] | null): Promise<void> {
  await tx.query(
    'UPDATE bonus_wallet SET ended_by = NULL WHERE user_id = $1 AND ended_by IS NOT NULL AND ($2::text[] IS NULL OR wallet_id = ANY($2))',
    [userId, walletIds],
  );
}
