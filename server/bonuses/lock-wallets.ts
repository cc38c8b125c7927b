/**
 * Locks wallets. Every change of a wallet holds the lock of the player's real account, as every posting does. Code that takes this lock
 * itself locks the player's row first, as postings do, so that no two transactions wait for each other.
 */
import type { PoolClient } from 'pg';
import { recordChange } from '../db/changes';
import { accountIdOf, openAccount } from '../ledger/accounts';
import { WALLET_COLUMNS, WALLET_FROM } from './wallet-rows';
import type { WalletRow } from './wallet-rows';

/** Locks the player's row (shared) and real account until the transaction ends; the player's wallets depend on both. */
export async function lockMoney(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('SELECT FROM player WHERE user_id = $1 FOR SHARE', [userId]);
  await openAccount(tx, userId, 'real');
  await tx.query('SELECT FROM ledger_account WHERE account_id = $1 FOR UPDATE', [accountIdOf(userId, 'real')]);
}

/** Locks the pending and active wallets, in the order in which stakes use them. The caller holds the real account. */
export async function lockRunningWallets(tx: PoolClient, userId: string): Promise<WalletRow[]> {
  const { rows } = await tx.query<WalletRow>({
    name: 'bonus-running',
    text: `SELECT ${WALLET_COLUMNS} FROM ${WALLET_FROM} WHERE w.user_id = $1 AND w.state IN ('pending', 'active')
           ORDER BY w.state, w.expires_at, w.wallet_id COLLATE "C" FOR UPDATE OF w`,
    values: [userId],
  });
  return rows;
}

/** Raises the version of the player's bonuses, because a value that players see has changed. Adds `activeDelta` to the count of active wallets. */
export async function recordWalletChange(tx: PoolClient, userId: string, activeDelta: -1 | 0 | 1): Promise<void> {
  recordChange(tx, userId);
  await tx.query(`UPDATE ledger_account SET bonus_wallets = bonus_wallets + $2, bonus_version = bonus_version + 1 WHERE account_id = $1`, [
    accountIdOf(userId, 'real'), activeDelta,
  ]);
}
