/** Sessions as rows: made at sign-in, known by the hash of their id, ended with a reason. */
import type { Pool, PoolClient } from 'pg';
import type { SessionEndReason } from '../../src/core/contract/problem';
import { DAY_MS } from '../../src/core/time';
import type { Platform } from '../platform';
import { newSecret, secretHash } from '../secrets';
import { deviceName } from './device-name';
import { deviceHash, rememberDevice } from './known-devices';
import type { PlaceOfRequest } from './place-of-request';

type Database = Pool | PoolClient;

/** How long a session can read, from the sign-in on. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
const USER_AGENT_MAX_LENGTH = 250;
const SHA256_PATTERN = /^[0-9a-f]{64}$/;

/** Where a sign-in came from, for the player's list of devices. */
export interface Device {
  readonly userAgent: string;
  readonly address: string;
  /** Default: nothing tells. */
  readonly place?: PlaceOfRequest;
  /** What the browser's device cookie says; default: it has none. */
  readonly cookie?: string | null;
}

export interface NewSession {
  /** Handed to the client once, kept nowhere here. */
  readonly sessionId: string;
  readonly sessionHash: string;
  /** For the binding cookie. */
  readonly bindingSecret: string;
  /** For the device cookie: the one that came along, or a new one. */
  readonly deviceSecret: string;
  /** The player was signed in before, but never in this browser. */
  readonly isNewDevice: boolean;
  readonly previousSignIn: Date | null;
}

/** Opens a session of `userId`, who has just given the password, and knows the browser from here on; part of the caller's transaction. */
export async function openSession(
  tx: PoolClient,
  platform: Pick<Platform, 'now' | 'randomBytes'>,
  userId: string,
  device: Device,
): Promise<NewSession> {
  const sessionId = newSecret(platform);
  const bindingSecret = newSecret(platform);
  const sessionHash = secretHash(sessionId);
  const now = platform.now();
  const deviceSecret = await rememberDevice(tx, platform, userId, device);
  const { rows } = await tx.query<{ previous_sign_in: Date | null; is_new: boolean }>(
    `INSERT INTO session (session_hash, user_id, binding_hash, created_at, last_action_at, last_seen_at, expires_at,
                          user_agent, address, country, region, device_hash, previous_sign_in, password_at)
     VALUES ($1, $2, $3, $4, $4, $4, $5, $6, $7, $8, $9, $10, (SELECT max(created_at) FROM session WHERE user_id = $2), $4)
     RETURNING previous_sign_in, (SELECT bool_and(s.device_hash <> $10) FROM session s WHERE s.user_id = $2) IS TRUE AS is_new`,
    [
      sessionHash, userId, secretHash(bindingSecret), now, new Date(now.getTime() + SESSION_LIFETIME_MS),
      device.userAgent.slice(0, USER_AGENT_MAX_LENGTH), device.address, device.place?.country ?? null, device.place?.region ?? null,
      deviceHash(userId, deviceSecret),
    ],
  );
  const [row] = rows;
  return {
    sessionId, sessionHash, bindingSecret, deviceSecret,
    previousSignIn: row?.previous_sign_in ?? null,
    isNewDevice: row?.is_new === true,
  };
}

/**
 * Ends the session with this hash, if it is still open. The first reason stays. `from`: the device that ended it, where
 * that is another one; its player is told. Gives back whether it was open.
 */
export async function endSession(
  database: Database,
  sessionHash: string,
  reason: SessionEndReason,
  now: Date,
  from?: Device,
): Promise<boolean> {
  if (!SHA256_PATTERN.test(sessionHash)) return false;
  const { rowCount } = await database.query(
    'UPDATE session SET ended_at = $2, end_reason = $3, ended_from = $4 WHERE session_hash = $1 AND ended_at IS NULL',
    [sessionHash, now, reason, deviceName(from?.userAgent ?? '')],
  );
  return rowCount === 1;
}

/** Ends every open session of a player but one (null = all of them), and says how many. `from`: see `endSession`. */
export async function endSessionsOf(
  database: Database,
  userId: string,
  except: string | null,
  reason: SessionEndReason,
  now: Date,
  from?: Device,
): Promise<number> {
  const { rowCount } = await database.query(
    `UPDATE session SET ended_at = $3, end_reason = $4, ended_from = $5
     WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $3 AND session_hash IS DISTINCT FROM $2`,
    [userId, except, now, reason, deviceName(from?.userAgent ?? '')],
  );
  return rowCount ?? 0;
}
