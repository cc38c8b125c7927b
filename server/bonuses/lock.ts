/**
 * Every change of a wallet holds the player's real account, as every posting does; what locks it by itself takes the
 * player's row first, as postings do, so nobody waits in a circle.
 */
import type { PoolClient } from 'pg';
import { accountIdOf, openAccount } from '../ledger/accounts';
import { WALLET_COLUMNS, WALLET_FROM } from './wallet';
import type { WalletRow } from './wallet';

/** Locks what a player's wallets hang on until the transaction ends. */
export async function lockMoney(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('SELECT FROM player WHERE user_id = $1 FOR SHARE', [userId]);
  await openAccount(tx, userId, 'real');
  await tx.query('SELECT FROM ledger_account WHERE account_id = $1 FOR UPDATE', [accountIdOf(userId, 'real')]);
}

/** Those that are pending or active, in the order in which they are staked from. The caller holds the real account. */
export async function lockRunningWallets(tx: PoolClient, userId: string): Promise<WalletRow[]> {
  const { rows } = await tx.query<WalletRow>({
    name: 'bonus-running',
    text: `SELECT ${WALLET_COLUMNS} FROM ${WALLET_FROM} WHERE w.user_id = $1 AND w.state IN ('pending', 'active')
           ORDER BY w.state, w.expires_at, w.wallet_id COLLATE "C" FOR UPDATE OF w`,
    values: [userId],
  });
  return rows;
}

/** Something that is told of the player's wallets has changed; `active`: how many more there are that are. */
export async function recordWalletChange(tx: PoolClient, userId: string, activeDelta: -1 | 0 | 1): Promise<void> {
  await tx.query(`UPDATE ledger_account SET bonus_wallets = bonus_wallets + $2, bonus_version = bonus_version + 1 WHERE account_id = $1`, [
    accountIdOf(userId, 'real'), activeDelta,
  ]);
}
