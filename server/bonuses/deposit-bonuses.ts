/** Grants or ends a bonus that waits for a deposit, in the transaction that credits or ends the deposit. */
import type { PoolClient } from 'pg';
import { kobo, multiplyFloor } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { wageringRequirementOf } from '../../src/core/wagering';
import { post } from '../ledger/post';
import { endWallet } from './end-wallet';
import { expiryOf } from './grant-bonus';
import { lockMoney, lockRunningWallets, recordWalletChange } from './lock-wallets';
import type { WalletRow } from './wallet-rows';

export interface CreditedDeposit {
  readonly userId: string;
  readonly depositId: string;
  readonly amount: Kobo;
  readonly at: Date;
}

/**
 * Grants the bonus that waits for this deposit: the one that waits only for it, or else, of those that wait for any deposit, the one
 * claimed first whose minimum it reaches. A deposit is matched only once.
 *
 * No bonus begins during a break, though a payment in time is credited then. A bonus that waits only for this deposit ends, and can be
 * claimed again because nothing was granted; bonuses that wait for any deposit keep waiting.
 */
export async function onDepositCredited(tx: PoolClient, deposit: CreditedDeposit): Promise<void> {
  const { userId, depositId, amount, at } = deposit;
  const { rows } = await tx.query<{ has_own_bonus: boolean; is_barred: boolean; is_on_break: boolean }>(
    `SELECT EXISTS (SELECT FROM bonus_wallet WHERE deposit_id = $2) AS has_own_bonus,
       p.closed_at IS NOT NULL OR (p.protection = 'excluded' AND (p.protection_until IS NULL OR p.protection_until > $3)) AS is_barred,
       p.protection = 'cool-off' AND (p.protection_until IS NULL OR p.protection_until > $3) AS is_on_break
     FROM bonus_wallet w JOIN player p USING (user_id) WHERE user_id = $1 AND w.state = 'pending' LIMIT 1`,
    [userId, depositId, at],
  );
  const [player] = rows;
  // The sweep ends the remaining bonuses of a closed or excluded account.
  if (player === undefined || player.is_barred) return;
  await lockMoney(tx, userId);
  const pending = (await lockRunningWallets(tx, userId)).filter(({ state }) => state === 'pending');
  const wallet = player.has_own_bonus
    ? pending.find((each) => each.deposit_id === depositId)
    : pending.filter((each) => isForAnyDeposit(each, amount, at)).sort(compareByClaim)[0];
  if (wallet === undefined) return;
  if (!player.is_on_break) await activateWallet(tx, wallet, deposit);
  else if (wallet.deposit_id !== null) await endWallet(tx, wallet, { reason: 'cool-off', at });
}

function isForAnyDeposit({ deposit_id: depositId, min_deposit: minDeposit, expires_at: expiresAt }: WalletRow, amount: Kobo, at: Date): boolean {
  return depositId === null && minDeposit !== null && amount >= minDeposit && expiresAt !== null && expiresAt > at;
}

const compareByClaim = (a: WalletRow, b: WalletRow): number =>
  a.claimed_at.getTime() - b.claimed_at.getTime() || (a.wallet_id < b.wallet_id ? -1 : 1);

/** Returns the bonus for a deposit of this amount, in kobo. Pure. */
export function matchAmount({ match_percent: percent, max_bonus: maxBonus }: Pick<WalletRow, 'match_percent' | 'max_bonus'>, amount: Kobo): Kobo {
  return kobo(Math.min(multiplyFloor(amount, percent ?? 0, 100), maxBonus ?? 0));
}

async function activateWallet(tx: PoolClient, wallet: WalletRow, { userId, depositId, amount, at }: CreditedDeposit): Promise<void> {
  const granted = matchAmount(wallet, amount);
  // The match is less than a kobo, or the deposit is smaller than the promotion requires.
  if (granted === 0 || amount < (wallet.min_deposit ?? 0)) return endWallet(tx, wallet, { reason: 'deposit-failed', at });
  await post(tx, {
    userId,
    kind: 'bonus-credit',
    reference: wallet.wallet_id,
    at,
    moves: [{ kind: 'bonus', from: 'bonus-cost', to: { bonus: wallet.wallet_id }, amount: granted }],
  });
  await tx.query(
    `UPDATE bonus_wallet SET state = 'active', deposit_id = $2, granted = $3, requirement = $4, activated_at = $5, expires_at = $6,
       version = version + 1 WHERE wallet_id = $1`,
    [wallet.wallet_id, depositId, granted, wageringRequirementOf(granted, wallet.wagering), at, expiryOf(at, wallet.valid_days)],
  );
  await recordWalletChange(tx, userId, 1);
}

/** Ends the bonus that waits only for this deposit, because the deposit ended without a credit. */
export async function onDepositEnded(tx: PoolClient, { userId, depositId, at }: Omit<CreditedDeposit, 'amount'>): Promise<void> {
  const { rowCount } = await tx.query(`SELECT FROM bonus_wallet WHERE deposit_id = $1 AND state = 'pending'`, [depositId]);
  if (rowCount === 0) return;
  await lockMoney(tx, userId);
  const wallet = (await lockRunningWallets(tx, userId)).find((each) => each.state === 'pending' && each.deposit_id === depositId);
  if (wallet !== undefined) await endWallet(tx, wallet, { reason: 'deposit-failed', at });
}
