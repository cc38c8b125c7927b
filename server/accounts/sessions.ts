/** Opens and ends sessions. A row holds the hash of the session's id and, once it has ended, the reason. */
import type { Pool, PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import type { SessionEndReason } from '../../src/core/contract/problem';
import { DAY_MS, MINUTE_MS } from '../../src/core/time';
import { recordChange } from '../db/changes';
import { insertRow } from '../db/statement';
import { browserGroup } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { newSecret, secretHash } from '../secrets';
import { describeDevice } from './device-name';
import { hashDevice, rememberDevice } from './known-devices';
import type { RequestPlace } from './request-place';

type Database = Pool | PoolClient;

/** The lifetime of a session from its sign-in; a session without actions can only read earlier. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
/** The precision of "last seen" in the list of devices. With a finer one every poll would write a row and change the list. */
export const SEEN_STEP_MS = 5 * MINUTE_MS;
const USER_AGENT_MAX_LENGTH = 250;
const SHA256_PATTERN = /^[0-9a-f]{64}$/;

/** The device of a sign-in, for the player's list of devices. */
export interface Device {
  readonly userAgent: string;
  readonly address: string;
  /** The default is an unknown place. */
  readonly place?: RequestPlace;
  /** The content of the browser's device cookie; the default is none. */
  readonly cookie?: string | null;
}

export interface NewSession {
  /** The client gets it once, and we do not store it. */
  readonly sessionId: string;
  readonly sessionHash: string;
  /** The content of the binding cookie. */
  readonly bindingSecret: string;
  /** The content of the device cookie: the browser's own, or a new one. */
  readonly deviceSecret: string;
  /** True for a player who has signed in before, but never in this browser. */
  readonly isNewDevice: boolean;
  readonly previousSignIn: Date | null;
}

/** Opens a session for a player who has just given the password, and remembers the browser, within the caller's transaction. */
export async function openSession(
  tx: PoolClient,
  platform: Pick<Platform, 'now' | 'randomBytes'>,
  userId: string,
  device: Device,
): Promise<NewSession> {
  await refuseLocked(tx, userId);
  const sessionId = newSecret(platform);
  const bindingSecret = newSecret(platform);
  const sessionHash = secretHash(sessionId);
  const now = platform.now();
  const deviceSecret = await rememberDevice(tx, platform, userId, device);
  const newRow = {
    session_hash: sessionHash,
    user_id: userId,
    binding_hash: secretHash(bindingSecret),
    created_at: now,
    last_action_at: now,
    last_seen_at: now,
    password_at: now,
    expires_at: new Date(now.getTime() + SESSION_LIFETIME_MS),
    user_agent: device.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
    address: device.address,
    country: device.place?.country ?? null,
    region: device.place?.region ?? null,
    device_hash: hashDevice(userId, deviceSecret),
    browser_group: browserGroup(deviceSecret),
  };
  const { rows } = await tx.query<{ previous_sign_in: Date | null; is_new: boolean }>(insertRow('session', newRow, {
    expressions: { previous_sign_in: '(SELECT max(created_at) FROM session WHERE user_id = $user_id)' },
    ending: 'RETURNING previous_sign_in, (SELECT bool_and(s.device_hash <> $device_hash) FROM session s WHERE s.user_id = $user_id) IS TRUE AS is_new',
  }));
  const [row] = rows;
  return {
    sessionId, sessionHash, bindingSecret, deviceSecret,
    previousSignIn: row?.previous_sign_in ?? null,
    isNewDevice: row?.is_new === true,
  };
}

/**
 * Refuses a session where the operator's people have locked signing in. The player's row stays locked (shared), so a lock that comes meanwhile
 * waits, and ends this session.
 * @throws ProblemError forbidden
 */
async function refuseLocked(tx: PoolClient, userId: string): Promise<void> {
  const { rows } = await tx.query<{ locked: boolean }>('SELECT sign_in_locked AS locked FROM player WHERE user_id = $1 FOR SHARE', [userId]);
  if (rows[0]?.locked !== true) return;
  throw new ProblemError('forbidden', 'Your account is locked', {
    reason: 'sign-in-locked', detail: `We have locked your account while we look into something. Your money stays yours. Write to ${brand.supportEmail}.`,
  });
}

/**
 * Ends the session with this hash where it is open; an earlier reason stays, and so does the time at which it expired. `from` is the
 * other device that ended it, which the player's page names. Returns true where the session was open.
 */
export async function endSession(
  database: Database,
  sessionHash: string,
  reason: SessionEndReason,
  now: Date,
  from?: Device,
): Promise<boolean> {
  if (!SHA256_PATTERN.test(sessionHash)) return false;
  const { rows: [ended] } = await database.query<{ user_id: string }>(
    `UPDATE session SET ended_at = $2, end_reason = $3, ended_from = $4 WHERE session_hash = $1 AND ended_at IS NULL AND expires_at > $2
     RETURNING user_id`,
    [sessionHash, now, reason, describeDevice(from?.userAgent ?? '')],
  );
  if (ended !== undefined) recordChange(database, ended.user_id);
  return ended !== undefined;
}

/** Says whether a browser with this binding cookie (null: none) is that of the session, open or ended. */
export async function isBoundBy(database: Database, sessionHash: string, binding: string | null): Promise<boolean> {
  if (binding === null) return false;
  const { rowCount } = await database.query('SELECT FROM session WHERE session_hash = $1 AND binding_hash = $2', [sessionHash, secretHash(binding)]);
  return rowCount === 1;
}

/** Ends the open sessions of a player except one (null ends all). Returns how many. `from` is as for `endSession`. */
export async function endSessions(
  database: Database,
  userId: string,
  exceptSessionHash: string | null,
  reason: SessionEndReason,
  now: Date,
  from?: Device,
): Promise<number> {
  const { rowCount } = await database.query(
    `UPDATE session SET ended_at = $3, end_reason = $4, ended_from = $5
     WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $3 AND session_hash IS DISTINCT FROM $2`,
    [userId, exceptSessionHash, now, reason, describeDevice(from?.userAgent ?? '')],
  );
  recordChange(database, userId);
  return rowCount ?? 0;
}

/** In the place of the device that ended a session. */
const OUR_TEAM = 'our team';

/** Ends all open sessions of a player for the operator's people. Returns how many. */
export async function endSessionsByTeam(database: Database, userId: string, now: Date): Promise<number> {
  const { rowCount } = await database.query(
    `UPDATE session SET ended_at = $2, end_reason = 'revoked', ended_from = $3 WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2`,
    [userId, now, OUR_TEAM],
  );
  recordChange(database, userId);
  return rowCount ?? 0;
}
