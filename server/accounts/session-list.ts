/** Lists a player's sessions for the player, and ends them from another device. */
import type { Pool } from 'pg';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { SessionEndReason } from '../../src/core/contract/problem';
import type { DeviceSession, listSessions } from '../../src/core/contract/sessions';
import { DAY_MS } from '../../src/core/time';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { describeDevice } from './device-name';
import { deleteSessionDevices } from './known-devices';
import { SEEN_STEP_MS, SESSION_LIFETIME_MS, endSession, endSessions } from './sessions';
import type { Device } from './sessions';
import { formatNetwork, formatPlace } from './place-text';

/** The time for which the list shows an ended session. */
export const ENDED_DISPLAY_MS = 30 * DAY_MS;
/** Open sessions come first, so the list holds all of them. */
const MAX_SESSIONS = 200;
/** The list shows it for a program, and for a browser with an unknown user agent. */
const UNKNOWN_DEVICE = 'Unknown device';

/**
 * The public reference of a session: a hash of the hash of its id, from which neither can be found. Queries compare it with the
 * player's own few sessions.
 */
const SESSION_REF = `left(encode(sha256(convert_to(E'ayo session\\n' || session_hash, 'UTF8')), 'hex'), 32)`;

interface SessionRow {
  readonly ref: string;
  readonly session_hash: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly end_reason: SessionEndReason | null;
  readonly user_agent: string;
  readonly address: string;
  readonly country: string | null;
  readonly region: string | null;
  readonly previous_sign_in: Date | null;
}

interface CurrentSession {
  readonly userId: string;
  /** The hash of the session that makes the call. */
  readonly sessionHash: string;
}

/** Lists the open sessions, the caller's first and then by last activity, and after them those that ended in the last 30 days. */
export async function readSessions(pool: Db, { userId, sessionHash }: CurrentSession, now: Date): Promise<AnswerOf<typeof listSessions>> {
  const endedSince = new Date(now.getTime() - ENDED_DISPLAY_MS);
  const { rows } = await pool.query<SessionRow>(
    `SELECT ${SESSION_REF} AS ref, session_hash, created_at, last_seen_at, expires_at, ended_at, end_reason, user_agent, address,
            country, region, previous_sign_in
     FROM session
     WHERE user_id = $1 AND created_at > $4 AND least(ended_at, expires_at) > $5
     ORDER BY session_hash = $2 DESC, least(ended_at, expires_at) > $3 DESC,
       CASE WHEN least(ended_at, expires_at) > $3 THEN last_seen_at ELSE least(ended_at, expires_at) END DESC, created_at DESC, ref
     LIMIT ${MAX_SESSIONS}`,
    [userId, sessionHash, now, new Date(endedSince.getTime() - SESSION_LIFETIME_MS), endedSince],
  );
  const current = rows.find((row) => row.session_hash === sessionHash);
  return {
    items: rows.map((row) => toDeviceSession(row, sessionHash, now)),
    previousSignIn: current?.previous_sign_in?.toISOString() ?? null,
  };
}

/** Lists the same of somebody else's sessions, of which none is the caller's. */
export async function readPlayersSessions(db: Db, userId: string, now: Date): Promise<DeviceSession[]> {
  return (await readSessions(db, { userId, sessionHash: '' }, now)).items;
}

function toDeviceSession(row: SessionRow, current: string, now: Date): DeviceSession {
  // An expired session has no stored end, only its time.
  const hasExpired = row.ended_at === null && row.expires_at <= now;
  return {
    sessionRef: row.ref,
    device: describeDevice(row.user_agent) || UNKNOWN_DEVICE,
    place: formatPlace(row),
    network: formatNetwork(row.address),
    signedInAt: row.created_at.toISOString(),
    lastSeenAt: roundLastSeen(row.last_seen_at, row.created_at).toISOString(),
    current: row.session_hash === current,
    endedAt: (hasExpired ? row.expires_at : row.ended_at)?.toISOString() ?? null,
    endReason: hasExpired ? 'expired' : row.end_reason,
  };
}

/** Rounds down, but not to a time before the sign-in. */
function roundLastSeen(seenAt: Date, signedInAt: Date): Date {
  return new Date(Math.max(signedInAt.getTime(), Math.floor(seenAt.getTime() / SEEN_STEP_MS) * SEEN_STEP_MS));
}

/**
 * Ends the player's session with this ref; does nothing where it has ended. Throws 404 `not-found` for an unknown one, and 409
 * `conflict` for the caller's own, which the player ends by signing out.
 */
export async function revokeSession(pool: Pool, { userId, sessionHash }: CurrentSession, ref: string, now: Date, from: Device): Promise<void> {
  const { rows } = await pool.query<{ session_hash: string; open: boolean }>(
    `SELECT session_hash, ended_at IS NULL AND expires_at > $3 AS open FROM session WHERE user_id = $1 AND ${SESSION_REF} = $2`,
    [userId, ref, now],
  );
  const [target] = rows;
  if (target === undefined) throw new ProblemError('not-found', 'There is no such session.');
  if (target.session_hash === sessionHash) throw new ProblemError('conflict', 'This is the device you are using. Sign out instead.');
  if (target.open) await endSession(pool, target.session_hash, 'revoked', now, from);
  await deleteSessionDevices(pool, userId, sessionHash, target.session_hash);
}

/** Ends all other sessions of the player. Returns how many were open. */
export async function revokeOtherSessions(pool: Pool, { userId, sessionHash }: CurrentSession, now: Date, from: Device): Promise<number> {
  await deleteSessionDevices(pool, userId, sessionHash, null);
  return endSessions(pool, userId, sessionHash, 'revoked', now, from);
}
