/**
 * Remembers the browsers that a player has signed in with, by a cookie that scripts can't read. Wrong passwords there have a
 * counter of their own, so that strangers who try the player's name can't lock the player out. The same cookie shows which accounts
 * share a browser (server/four-eyes, server/lookalikes).
 */
import type { Pool, PoolClient } from 'pg';
import { DAY_MS } from '../../src/core/time';
import { recordPlayersSignIn, recordTraces } from '../four-eyes';
import type { Browser } from '../four-eyes';
import type { Platform } from '../platform';
import { newSecret, secretHash } from '../secrets';

/** A browser without a sign-in for this long is a stranger's again. */
export const DEVICE_LIFETIME_MS = 180 * DAY_MS;
/** The maximum for one account; the device with the oldest sign-in is deleted first. */
export const MAX_DEVICES = 10;

const SECRET_PATTERN = /^[0-9A-Za-z_-]{43}$/;

/**
 * Hashes a device for one owner, so that the hashes do not show that two players share a browser. `owner` is the userId, or the
 * subject of a name without an account.
 */
export function hashDevice(owner: string, secret: string): string {
  return secretHash(`${owner}/${secret}`);
}

/** Returns the secret in the browser's cookie, or a new one where the cookie is missing or malformed. */
export function readDeviceSecret(platform: Pick<Platform, 'randomBytes'>, cookie: string | null | undefined): string {
  return SECRET_PATTERN.test(cookie ?? '') ? (cookie ?? '') : newSecret(platform);
}

/**
 * Remembers a browser in which the player has proved their identity (by the password, or a link from a mail). For an admin's
 * account it also records the browser as a trace, by which four eyes tell one person from two. Returns the secret for the
 * browser's cookie.
 */
export async function rememberDevice(
  tx: PoolClient,
  platform: Pick<Platform, 'now' | 'randomBytes'>,
  userId: string,
  browser: Browser,
): Promise<string> {
  const secret = readDeviceSecret(platform, browser.cookie);
  await tx.query(
    `INSERT INTO known_device (device_hash, user_id, last_seen_at) VALUES ($1, $2, $3)
     ON CONFLICT (device_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
    [hashDevice(userId, secret), userId, platform.now()],
  );
  await tx.query(
    `DELETE FROM known_device WHERE user_id = $1 AND device_hash IN (
       SELECT device_hash FROM known_device WHERE user_id = $1 ORDER BY last_seen_at DESC, device_hash OFFSET $2)`,
    [userId, MAX_DEVICES],
  );
  await recordTraces(tx, userId, { address: browser.address, cookie: secret }, platform.now());
  await recordPlayersSignIn(tx, userId, secret, platform.now());
  return secret;
}

/**
 * Finds the hash of a browser that the account knows; null for a stranger's. `owner` is as for `hashDevice`. It does the same work
 * for a name without an account, so that the time taken reveals nothing.
 */
export async function findKnownDevice(pool: Pool, owner: string, browser: Browser, now: Date): Promise<string | null> {
  const hash = hashDevice(owner, browser.cookie ?? '');
  const { rowCount } = await pool.query('SELECT FROM known_device WHERE user_id = $1 AND device_hash = $2 AND last_seen_at > $3', [
    owner, hash, new Date(now.getTime() - DEVICE_LIFETIME_MS),
  ]);
  return rowCount === 0 ? null : hash;
}

/** Deletes devices whose lifetime is over. It may run at any time. */
export async function deleteOldDevices(pool: Pool, now: Date): Promise<void> {
  await pool.query('DELETE FROM known_device WHERE last_seen_at < $1', [new Date(now.getTime() - DEVICE_LIFETIME_MS)]);
}

/** Deletes all devices of a player after a new password, because somebody else may have signed in with the old one. */
export async function deleteDevices(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('DELETE FROM known_device WHERE user_id = $1', [userId]);
}

/**
 * Deletes the device of a session that was ended from another device; null deletes those of all sessions. The device of the
 * current session always stays.
 */
export async function deleteSessionDevices(pool: Pool, userId: string, currentSessionHash: string, endedSessionHash: string | null): Promise<void> {
  await pool.query(
    `DELETE FROM known_device k WHERE k.user_id = $1
       AND k.device_hash IS DISTINCT FROM (SELECT device_hash FROM session WHERE session_hash = $2)
       AND ($3::text IS NULL OR k.device_hash = (SELECT device_hash FROM session WHERE session_hash = $3))`,
    [userId, currentSessionHash, endedSessionHash],
  );
}
