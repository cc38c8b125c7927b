/** Ends bonuses that came with a deposit, because their player withdraws money that was paid in and not played. */
import type { PoolClient } from 'pg';
import { koboToNaira, kobo } from '../../src/core/money';
import { endWallet } from './end';
import { lockMoney, lockRunningWallets } from './lock';
import { PRESENT_RULES } from './wallet';
import type { WalletRow } from './wallet';
import type { Db } from '../ledger/accounts';

/** A bonus that a withdrawal would end. */
export interface EndingBonus {
  readonly walletId: string;
  readonly name: string;
  /** Decimal naira that would be lost. */
  readonly current: number;
}

/** Bonuses of earlier terms are not among them. */
const endsWithWithdrawal = ({ state, rules, match_percent: percent }: Pick<WalletRow, 'state' | 'rules' | 'match_percent'>): boolean =>
  state === 'active' && rules === PRESENT_RULES && percent !== null;

export async function readEndingBonuses(db: Db, userId: string): Promise<EndingBonus[]> {
  const { rows } = await db.query<Pick<WalletRow, 'wallet_id' | 'name' | 'state' | 'rules' | 'match_percent' | 'balance'>>(
    `SELECT w.wallet_id, w.name, w.state, w.rules, w.match_percent, coalesce(a.balance, 0) AS balance
     FROM bonus_wallet w LEFT JOIN ledger_account a ON a.account_id = 'bonus:' || w.user_id || ':' || w.wallet_id
     WHERE w.user_id = $1 AND w.state = 'active' ORDER BY w.expires_at, w.wallet_id COLLATE "C"`,
    [userId],
  );
  return rows.filter(endsWithWithdrawal).map(({ wallet_id: walletId, name, balance }) => ({ walletId, name, current: koboToNaira(kobo(balance)) }));
}

/** Ends them. The caller holds the player's row and real account. */
export async function endWithWithdrawal(tx: PoolClient, userId: string, at: Date): Promise<void> {
  await lockMoney(tx, userId);
  for (const wallet of (await lockRunningWallets(tx, userId)).filter(endsWithWithdrawal)) await endWallet(tx, wallet, { reason: 'withdrawn', at });
}
