/** The sessions of a player as the player sees them, and ending them from another device. */
import type { Pool } from 'pg';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { SessionEndReason } from '../../src/core/contract/problem';
import type { DeviceSession, listSessions } from '../../src/core/contract/sessions';
import { DAY_MS } from '../../src/core/time';
import { ProblemError } from '../http/problem';
import { deviceName } from './device-name';
import { forgetDevicesOfSessions } from './known-devices';
import { SESSION_LIFETIME_MS, endSession, endSessionsOf } from './sessions';
import type { Device } from './sessions';
import { networkWords, placeWords } from './whereabouts';

/** How long an ended session is told about. */
export const ENDED_SHOWN_MS = 30 * DAY_MS;
/** "Last seen" is no more exact than this; so the list changes no more often, and most polls of it are answered with 304. */
const SEEN_STEP_MS = 5 * 60_000;
/** The open ones come first, so those are all there however often somebody signed in. */
const MOST_SHOWN = 200;
/** "Unknown device": a program, or a browser that says nothing. */
const UNKNOWN_DEVICE = 'Unknown device';

/**
 * What a session is called outside: made of the hash of its id by another hash, so that neither can be had from it. It is
 * looked for among the player's own few sessions.
 */
const REF = `left(encode(sha256(convert_to(E'ayo session\\n' || session_hash, 'UTF8')), 'hex'), 32)`;

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

interface Asker {
  readonly userId: string;
  /** Of the session that asks. */
  readonly sessionHash: string;
}

/** The open sessions, this one first, then the newest sign of life; after them what ended in the last 30 days. */
export async function readSessions(pool: Pool, { userId, sessionHash }: Asker, now: Date): Promise<AnswerOf<typeof listSessions>> {
  const endedSince = new Date(now.getTime() - ENDED_SHOWN_MS);
  const { rows } = await pool.query<SessionRow>(
    `SELECT ${REF} AS ref, session_hash, created_at, last_seen_at, expires_at, ended_at, end_reason, user_agent, address,
            country, region, previous_sign_in
     FROM session
     WHERE user_id = $1 AND created_at > $4 AND least(ended_at, expires_at) > $5
     ORDER BY session_hash = $2 DESC, least(ended_at, expires_at) > $3 DESC,
       CASE WHEN least(ended_at, expires_at) > $3 THEN last_seen_at ELSE least(ended_at, expires_at) END DESC, created_at DESC, ref
     LIMIT ${MOST_SHOWN}`,
    [userId, sessionHash, now, new Date(endedSince.getTime() - SESSION_LIFETIME_MS), endedSince],
  );
  const current = rows.find((row) => row.session_hash === sessionHash);
  return {
    items: rows.map((row) => toDeviceSession(row, sessionHash, now)),
    previousSignIn: current?.previous_sign_in?.toISOString() ?? null,
  };
}

function toDeviceSession(row: SessionRow, current: string, now: Date): DeviceSession {
  // That it has run out is nowhere written down but in its time.
  const ranOut = row.ended_at === null && row.expires_at <= now;
  return {
    sessionRef: row.ref,
    device: deviceName(row.user_agent) || UNKNOWN_DEVICE,
    place: placeWords(row),
    network: networkWords(row.address),
    signedInAt: row.created_at.toISOString(),
    lastSeenAt: roughly(row.last_seen_at, row.created_at).toISOString(),
    current: row.session_hash === current,
    endedAt: (ranOut ? row.expires_at : row.ended_at)?.toISOString() ?? null,
    endReason: ranOut ? 'expired' : row.end_reason,
  };
}

function roughly(seenAt: Date, signedInAt: Date): Date {
  return new Date(Math.max(signedInAt.getTime(), Math.floor(seenAt.getTime() / SEEN_STEP_MS) * SEEN_STEP_MS));
}

/**
 * Ends the player's session with this ref; one that is over stays so. Throws 404 `not-found` where the player never had
 * such a one, and 409 `conflict` for the one that asks: that is signing out.
 */
export async function revokeSession(pool: Pool, { userId, sessionHash }: Asker, ref: string, now: Date, from: Device): Promise<void> {
  const { rows } = await pool.query<{ session_hash: string; open: boolean }>(
    `SELECT session_hash, ended_at IS NULL AND expires_at > $3 AS open FROM session WHERE user_id = $1 AND ${REF} = $2`,
    [userId, ref, now],
  );
  const [found] = rows;
  if (found === undefined) throw new ProblemError('not-found', 'There is no such session.');
  if (found.session_hash === sessionHash) throw new ProblemError('conflict', 'This is the device you are using. Sign out instead.');
  if (found.open) await endSession(pool, found.session_hash, 'revoked', now, from);
  await forgetDevicesOfSessions(pool, userId, sessionHash, found.session_hash);
}

/** Ends every session of the player but the one that asks. How many were open. */
export async function revokeOthers(pool: Pool, { userId, sessionHash }: Asker, now: Date, from: Device): Promise<number> {
  await forgetDevicesOfSessions(pool, userId, sessionHash, null);
  return endSessionsOf(pool, userId, sessionHash, 'revoked', now, from);
}
