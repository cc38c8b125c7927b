/** Reads the wallets of a player from the database, to compare them with a model. */
import type { Pool } from 'pg';
import { WALLET_COLUMNS, WALLET_FROM } from '../../server/bonuses/wallet-rows';
import type { WalletRow } from '../../server/bonuses/wallet-rows';

export async function readWallets(pool: Pool, userId: string): Promise<readonly unknown[]> {
  const { rows } = await pool.query<WalletRow>(`SELECT ${WALLET_COLUMNS} FROM ${WALLET_FROM} WHERE w.user_id = $1`, [userId]);
  return [...rows]
    .sort((a, b) => (a.wallet_id < b.wallet_id ? -1 : 1))
    .map((row) => ({
      walletId: row.wallet_id, state: row.state, reason: row.end_reason, balance: row.balance, granted: row.granted, requirement: row.requirement,
      progress: row.progress, spinsLeft: row.spins_left, converted: row.converted, lost: row.lost,
    }));
}
