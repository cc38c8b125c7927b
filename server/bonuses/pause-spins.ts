/**
 * Lets the time of a bonus stand still while the game of its free spins is closed, because they could not be played. A paused bonus gets an end
 * that never comes, so that nothing ends it; when the game is open again, it ends as much later as it was paused.
 */
import type { PoolClient } from 'pg';
import { isOpenSql } from '../catalogue';
import { transaction } from '../db/transaction';
import type { Platform } from '../platform';
import { lockMoney, recordWalletChange } from './lock-wallets';

/** The number of players that one run handles. */
const BATCH = 500;
/** In hours, because days of a time zone are not of one length, and the same has to be taken off again. */
const NEVER = `interval '876000 hours'`;

/** SQL: wallet `w` with free spins left in game `g` has to be paused, or to go on, at `$1`. */
const HAS_TO_CHANGE = `w.spin_game = g.game_id AND w.state = 'active' AND w.spins_left > 0
  AND (w.paused_at IS NOT NULL) = ${isOpenSql('g', '$1')} AND w.expires_at > $1`;

/** Locks the player's row first, as postings do. A player who is playing at this moment is left for the next run. */
async function lockNextPlayer(tx: PoolClient, at: Date, triedPlayers: readonly string[]): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT p.user_id FROM game g JOIN bonus_wallet w ON ${HAS_TO_CHANGE} JOIN player p USING (user_id)
     WHERE p.user_id <> ALL($2) LIMIT 1 FOR NO KEY UPDATE OF p SKIP LOCKED`,
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
    await tx.query(
      `UPDATE bonus_wallet w SET version = w.version + 1, paused_at = CASE WHEN w.paused_at IS NULL THEN $1::timestamptz END,
         expires_at = CASE WHEN w.paused_at IS NULL THEN w.expires_at + ${NEVER} ELSE w.expires_at - ${NEVER} + ($1 - w.paused_at) END
       FROM game g WHERE w.user_id = $2 AND ${HAS_TO_CHANGE}`,
      [at, userId],
    );
    await recordWalletChange(tx, userId, 0);
    return true;
  });
}

/** Pauses bonuses whose game has closed, and lets those go on whose game is open again. Several processes may run it at once. */
export async function pauseSpins(platform: Pick<Platform, 'pool' | 'now'>): Promise<number> {
  const triedPlayers = new Set<string>();
  while (triedPlayers.size < BATCH && (await pauseNextPlayer(platform, triedPlayers)));
  return triedPlayers.size;
}
