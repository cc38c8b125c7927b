/** Detects a player who is the deciding admin under another account. */
import type { Db } from '../ledger/accounts';
import { secretHash } from '../secrets';

/** Returns true where both have the same verified identity or phone number, or the player has signed in in the admin's browser. */
export async function isOwnPlayer(
  db: Db,
  { adminId, playerId, deviceCookie }: { readonly adminId: string; readonly playerId: string; readonly deviceCookie: string | null },
): Promise<boolean> {
  const { rows } = await db.query<{ own: boolean }>(
    `SELECT me.phone IS NOT DISTINCT FROM other.phone AND me.phone IS NOT NULL
         OR EXISTS (SELECT FROM player_person a JOIN player_person b USING (person_hash) WHERE a.user_id = me.user_id AND b.user_id = other.user_id)
         OR EXISTS (SELECT FROM session s WHERE s.user_id = other.user_id AND s.device_hash = $3) AS own
     FROM player me, player other WHERE me.user_id = $1 AND other.user_id = $2`,
    // A session stores its browser as this hash (see sessions.ts).
    [adminId, playerId, deviceCookie === null ? null : secretHash(`${playerId}/${deviceCookie}`)],
  );
  return rows[0]?.own === true;
}
