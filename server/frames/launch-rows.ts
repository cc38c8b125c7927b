/** Reads and writes the rows of launches. */
import type { LaunchEnd } from '../../src/core/contract/frames';
import type { Db } from '../ledger/accounts';

export interface LaunchRow {
  readonly launch_id: string;
  readonly user_id: string;
  readonly game_id: string;
  readonly provider: string;
  readonly exchanged_at: Date | null;
  readonly token_until: Date;
  readonly country: string | null;
  readonly region: string | null;
  readonly seen_at: Date;
  readonly ended_at: Date | null;
  readonly end_reason: LaunchEnd | null;
}

const COLUMNS = 'launch_id, user_id, game_id, provider, exchanged_at, token_until, country, region, seen_at, ended_at, end_reason';

/**
 * Finds a launch. With the lock `share` it can't change until the transaction ends, so that nothing is staked in a game that has just
 * ended.
 */
export async function findLaunch(db: Db, launchId: string, lock: 'none' | 'share' = 'none'): Promise<LaunchRow | undefined> {
  const { rows } = await db.query<LaunchRow>(`SELECT ${COLUMNS} FROM frame_launch WHERE launch_id = $1 ${lock === 'share' ? 'FOR SHARE' : ''}`, [launchId]);
  return rows[0];
}

/** Returns true where the session of the launch is open, and locks the session's row so that it stays open until the transaction ends. */
export async function lockOpenSession(tx: Db, launchId: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM session WHERE session_hash = (SELECT session_hash FROM frame_launch WHERE launch_id = $1)
       AND ended_at IS NULL AND expires_at > $2 FOR SHARE`,
    [launchId, at],
  );
  return rowCount === 1;
}

/** SQL: whether the player has begun a round of the platform's own games after the launch `l` was made. */
export const PLAYED_ELSEWHERE = `(EXISTS (SELECT FROM round r WHERE r.user_id = l.user_id AND r.at > l.made_at AND coalesce(r.started_at, r.at) > l.made_at)
  OR EXISTS (SELECT FROM open_round o WHERE o.user_id = l.user_id AND o.started_at > l.made_at))`;

/** Returns true where the player has begun a round of the platform's own games since the launch. The caller has locked the player's starts. */
export async function hasPlayedElsewhere(tx: Db, launchId: string): Promise<boolean> {
  const { rowCount } = await tx.query(`SELECT FROM frame_launch l WHERE l.launch_id = $1 AND ${PLAYED_ELSEWHERE}`, [launchId]);
  return rowCount === 1;
}

/** Takes the token once; undefined for one that was used, is too old, belongs to another provider or game, or whose session has ended. */
export async function takeToken(
  db: Db,
  exchange: { readonly tokenHash: string; readonly provider: string; readonly gameId: string; readonly at: Date },
): Promise<LaunchRow | undefined> {
  const { rows } = await db.query<LaunchRow>(
    `UPDATE frame_launch SET exchanged_at = $4, seen_at = greatest(seen_at, $4)
     WHERE token_hash = $1 AND provider = $2 AND game_id = $3 AND exchanged_at IS NULL AND ended_at IS NULL AND token_until >= $4
       AND EXISTS (SELECT FROM session s WHERE s.session_hash = frame_launch.session_hash AND s.ended_at IS NULL AND s.expires_at > $4)
     RETURNING ${COLUMNS}`,
    [exchange.tokenHash, exchange.provider, exchange.gameId, exchange.at],
  );
  return rows[0];
}

/** The SET clause of an end. A provider that never took the token gets no notice. */
export const END_ASSIGNMENTS = `ended_at = $1::timestamptz, end_reason = $2, notice_due_at = CASE WHEN exchanged_at IS NULL THEN NULL ELSE $1::timestamptz END`;

/** Ends a launch that is open; returns false for one that had ended. */
export async function endLaunchRow(db: Db, launchId: string, userId: string, reason: LaunchEnd, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(`UPDATE frame_launch SET ${END_ASSIGNMENTS} WHERE launch_id = $3 AND user_id = $4 AND ended_at IS NULL`, [
    at, reason, launchId, userId,
  ]);
  return rowCount === 1;
}

/** The page asks every few seconds, but its time is written only this often. */
const SEEN_INTERVAL_MS = 20_000;

export async function recordSeenAt(db: Db, { launch_id: launchId, seen_at: seenAt }: LaunchRow, at: Date): Promise<void> {
  if (at.getTime() - seenAt.getTime() < SEEN_INTERVAL_MS) return;
  await db.query('UPDATE frame_launch SET seen_at = $2 WHERE launch_id = $1 AND seen_at < $2', [launchId, at]);
}
