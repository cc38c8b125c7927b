/** Remembers which players were in a browser that an admin uses (`own-player.ts`), whichever of the two came first. */
import type { PoolClient } from 'pg';
import type { Db } from '../ledger/accounts';
import { secretHash } from '../secrets';

const GROUP_DIGITS = 4;

/** Returns the group of browsers that this one belongs to; see `session.browser_group`. */
export function browserGroup(deviceSecret: string): number {
  return Number.parseInt(secretHash(`browser/${deviceSecret}`).slice(0, GROUP_DIGITS), 16);
}

/**
 * Remembers the players who have signed in in a browser that admins use. Sessions from before we stored their group are looked at
 * only for players whose withdrawals wait for a decision.
 */
export async function recordPlayersOfBrowser(db: Db, adminIds: readonly string[], deviceCookie: string, at: Date): Promise<void> {
  await db.query({
    name: 'admin-own-players',
    text: `INSERT INTO admin_own_player (admin_id, player_id, kind, at)
      SELECT DISTINCT a.admin_id, s.user_id, 'device', $4::timestamptz FROM unnest($1::text[]) a (admin_id), (
        SELECT user_id, device_hash FROM session WHERE browser_group = $2
        UNION ALL
        SELECT s.user_id, s.device_hash FROM withdrawal w JOIN session s USING (user_id) WHERE w.state = 'checking' AND s.browser_group IS NULL) s
        JOIN player p ON p.user_id = s.user_id AND p.role = 'player'
      WHERE s.device_hash = encode(sha256(convert_to(s.user_id || '/' || $3, 'UTF8')), 'hex') AND s.user_id <> a.admin_id
      ON CONFLICT DO NOTHING`,
    values: [adminIds, browserGroup(deviceCookie), deviceCookie, at],
  });
}

/** Remembers the admins who have used the browser that a player signs in in. */
export async function recordAdminsOfBrowser(tx: PoolClient, playerId: string, deviceTrace: string, at: Date): Promise<void> {
  await tx.query({
    name: 'player-own-admins',
    text: `INSERT INTO admin_own_player (admin_id, player_id, kind, at)
      SELECT t.user_id, p.user_id, 'device', $3::timestamptz FROM admin_trace t, player p
      WHERE t.kind = 'device' AND t.trace = $2 AND p.user_id = $1 AND p.role = 'player' AND t.user_id <> p.user_id ON CONFLICT DO NOTHING`,
    values: [playerId, deviceTrace, at],
  });
}
