/**
 * Lets the time of a bonus stand still while the game of its free spins is closed, because they could not be played. When the game is open again, it
 * ends as much later as it was paused. A bonus whose wagering is done is not paused: it converts at its end, and the spins that are left lapse.
 */
import type { PoolClient } from 'pg';
import { isOpenSql } from '../catalogue';
import { transaction } from '../db/transaction';
import type { Platform } from '../platform';
import { lockMoney, recordWalletChange } from './lock-wallets';
import { endOfPause, hasSpinsToWaitFor } from './wallet-rows';

/** The number of players that one run handles. */
const BATCH = 500;

/** SQL: true where active wallet `w` with its free spins in game `g` has to be paused, or to go on, at `$1`. */
const HAS_TO_CHANGE = `w.spin_game = g.game_id AND w.state = 'active' AND (w.spins_left > 0 OR w.paused_at IS NOT NULL)
  AND (w.paused_at IS NULL) = (${hasSpinsToWaitFor('w')} AND NOT ${isOpenSql('g', '$1')})`;

/** Locks the player's row first, as postings do. A player who is playing at this moment is left for the next run. */
async function lockNextPlayer(tx: PoolClient, at: Date, triedPlayers: readonly string[]): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT p.user_id FROM game g JOIN bonus_wallet w ON ${HAS_TO_CHANGE} JOIN player p USING (user_id)
     WHERE p.user_id <> ALL($2) ORDER BY w.expires_at LIMIT 1 FOR NO KEY UPDATE OF p SKIP LOCKED`,
    [at, triedPlayers],
  );
  return rows[0]?.user_id ?? null;
}

async function pauseNextPlayer({ pool, now }: Pick<Platform, 'pool' | 'now'>, triedPlayers: Set<string>): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const at = now();
    const userId = await lockNextPlayer(tx, at, [...triedPlayers]);
    if (userId === null) return false;
    triedPlayers.add(userId);
    await lockMoney(tx, userId);
    await pauseSpinsOf(tx, userId, at);
    return true;
  });
}

/**
 * Pauses the player's bonuses whose game is closed, and lets those go on that have nothing to wait for any more. Also one that expired since the
 * game closed is paused. The caller holds the real account.
 */
export async function pauseSpinsOf(tx: PoolClient, userId: string, at: Date): Promise<void> {
  const paused = await tx.query(
    `UPDATE bonus_wallet w SET version = w.version + 1, paused_at = $1 FROM game g WHERE w.user_id = $2 AND w.paused_at IS NULL AND ${HAS_TO_CHANGE}`,
    [at, userId],
  );
  const resumed = await tx.query(
    `UPDATE bonus_wallet w SET version = w.version + 1, ${endOfPause('$1::timestamptz')}
     FROM game g WHERE w.user_id = $2 AND w.paused_at IS NOT NULL AND ${HAS_TO_CHANGE}`,
    [at, userId],
  );
  if (paused.rowCount !== 0 || resumed.rowCount !== 0) await recordWalletChange(tx, userId, 0);
}

/** Pauses bonuses whose game has closed, and lets those go on whose game is open again. Several processes may run it at once. */
export async function pauseSpins(platform: Pick<Platform, 'pool' | 'now'>): Promise<number> {
  const triedPlayers = new Set<string>();
  while (triedPlayers.size < BATCH && (await pauseNextPlayer(platform, triedPlayers)));
  return triedPlayers.size;
}
