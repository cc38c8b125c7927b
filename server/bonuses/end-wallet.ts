/** Ends bonuses other than by wagering: their money goes back to the house's bonus cost. */
import type { PoolClient } from 'pg';
import { kobo } from '../../src/core/money';
import { convertBonus, maxConvertedOf } from '../../src/core/wagering';
import { readMoneySwitch } from '../ledger/money-switch';
import { post } from '../ledger/post';
import { lockMoney, lockRunningWallets, recordWalletChange } from './lock-wallets';
import { makeEndsFinal } from './returned-bonuses';
import { endOfPause, isMet } from './wallet-rows';
import type { EndReason, EndState, WalletRow } from './wallet-rows';

type LostReason = Exclude<EndReason, 'met'>;

export interface EndRequest {
  readonly reason: LostReason;
  readonly at: Date;
  /** The idempotency key of the request, if there is one. */
  readonly operationKey?: string;
  /** The withdrawal that ends the bonus. If that payout is not made, the bonus comes back (returned-bonuses.ts). */
  readonly endedBy?: string;
  /** False if the bonus's own deposit had been played in full when the bonus ended. The default is true. */
  readonly isUnplayed?: boolean;
}

export function endStateOf(reason: EndReason): EndState {
  if (reason === 'met') return 'completed';
  return reason === 'expired' ? 'expired' : 'forfeited';
}

/** Ends a running wallet, which the caller has locked (`lockRunningWallets`). Throws a ProblemError while money is turned off. */
export async function endWallet(tx: PoolClient, wallet: WalletRow, end: EndRequest): Promise<void> {
  const { reason, at, operationKey, endedBy, isUnplayed = true } = end;
  const lostAmount = kobo(wallet.balance);
  if (lostAmount > 0) {
    await post(tx, {
      userId: wallet.user_id,
      kind: 'bonus-end',
      reference: wallet.wallet_id,
      ...(operationKey !== undefined && { operationKey }),
      at,
      moves: [{ kind: 'bonus', from: { bonus: wallet.wallet_id }, to: 'bonus-cost', amount: lostAmount }],
    });
  }
  await tx.query(
    `UPDATE bonus_wallet w SET state = $2, end_reason = $3, ended_at = $4, lost = $5, ended_by = $6, ended_unplayed = $7, version = version + 1,
       ${endOfPause('$4::timestamptz')} WHERE wallet_id = $1`,
    [wallet.wallet_id, endStateOf(reason), reason, at, lostAmount, endedBy ?? null, isUnplayed],
  );
  await recordWalletChange(tx, wallet.user_id, wallet.state === 'active' ? -1 : 0);
}

/**
 * Ends a wallet that has expired, or whose player is excluded. If its wagering is done, it converts instead and its remaining free spins lapse,
 * because a player who takes a break must not lose what they have earned.
 */
export async function endOrConvert(tx: PoolClient, wallet: WalletRow, { reason, at }: { readonly reason: 'expired' | 'excluded'; readonly at: Date }): Promise<void> {
  if (wallet.state !== 'active' || !isMet(wallet)) return endWallet(tx, wallet, { reason, at });
  const { converted, lost } = convertBonus(kobo(wallet.balance), maxConvertedOf(kobo(wallet.granted), wallet.cap_times));
  if (wallet.balance > 0) {
    await post(tx, {
      userId: wallet.user_id,
      kind: 'bonus-end',
      reference: wallet.wallet_id,
      at,
      moves: [
        { kind: 'bonus', from: { bonus: wallet.wallet_id }, to: 'bonus-cost', amount: kobo(wallet.balance) },
        { kind: 'bonus', from: 'bonus-cost', to: 'real', amount: converted },
      ],
    });
  }
  await tx.query(
    `UPDATE bonus_wallet w SET state = 'completed', end_reason = 'met', ended_at = $2, converted = $3, lost = $4, spins_left = 0,
       version = version + 1, ${endOfPause('$2::timestamptz')} WHERE wallet_id = $1`,
    [wallet.wallet_id, at, converted, lost],
  );
  await recordWalletChange(tx, wallet.user_id, -1);
}

/**
 * Ends the bonuses of an account that earlier accounts of the same person had claimed, too: ever, or in the same week for a
 * weekly promotion. Bonuses that a withdrawal ended stay ended. The caller holds both players' rows. While money is turned off, running bonuses go
 * on, because ending them would move money.
 */
export async function endRepeatedClaims(
  tx: PoolClient,
  { userId, earlierUserIds }: { readonly userId: string; readonly earlierUserIds: readonly string[] },
  at: Date,
): Promise<void> {
  const { rows } = await tx.query<{ wallet_id: string }>(
    `SELECT DISTINCT w.wallet_id FROM bonus_wallet w JOIN promotion p USING (promotion_id) JOIN bonus_wallet b USING (promotion_id)
     WHERE w.user_id = $1 AND (w.state IN ('pending', 'active') OR w.ended_by IS NOT NULL) AND b.user_id = ANY($2)
       AND (p.once IS DISTINCT FROM 'week' OR date_trunc('week', w.claimed_at AT TIME ZONE 'Africa/Lagos') = date_trunc('week', b.claimed_at AT TIME ZONE 'Africa/Lagos'))`,
    [userId, earlierUserIds],
  );
  if (rows.length === 0) return;
  await makeEndsFinal(tx, userId, rows.map(({ wallet_id: walletId }) => walletId));
  if (!(await readMoneySwitch(tx)).isOpen) return;
  await lockMoney(tx, userId);
  for (const wallet of await lockRunningWallets(tx, userId)) {
    if (rows.some((row) => row.wallet_id === wallet.wallet_id)) await endWallet(tx, wallet, { reason: 'second-account', at });
  }
}

/**
 * Ends all bonuses of a player. Bonuses that a withdrawal ended stay ended. The caller holds the player's row. While money is turned off,
 * running bonuses go on: nobody can play with them then, and the sweep ends them later.
 */
export async function endAllWallets(tx: PoolClient, userId: string, reason: 'excluded' | 'account-closed' | 'second-account', at: Date): Promise<void> {
  await makeEndsFinal(tx, userId, null);
  const { rowCount } = await tx.query(`SELECT FROM bonus_wallet WHERE user_id = $1 AND state IN ('pending', 'active') LIMIT 1`, [userId]);
  if (rowCount === 0 || !(await readMoneySwitch(tx)).isOpen) return;
  await lockMoney(tx, userId);
  for (const wallet of await lockRunningWallets(tx, userId)) {
    await (reason === 'excluded' ? endOrConvert(tx, wallet, { reason, at }) : endWallet(tx, wallet, { reason, at }));
  }
}
