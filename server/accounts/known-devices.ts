/**
 * The browsers that a player has signed in with, known by a cookie that scripts can't read and that is good for nothing but
 * this: its wrong passwords have a counter of their own, so that strangers who try the player's name keep nobody out there.
 */
import type { Pool, PoolClient } from 'pg';
import { DAY_MS } from '../../src/core/time';
import type { Platform } from '../platform';
import { newSecret, secretHash } from '../secrets';

/** A browser that was not seen for this long is a stranger's. */
export const DEVICE_LIFETIME_MS = 180 * DAY_MS;
/** Of one account; the one that was seen longest ago goes first. */
export const MOST_DEVICES = 10;

const SECRET_PATTERN = /^[0-9A-Za-z_-]{43}$/;

/** What a sign-in comes from, as far as it is remembered. */
interface Browser {
  readonly cookie?: string | null;
}

/** Of two players who share a browser nobody can say so by these. `owner`: the userId, or what stands for a name without an account. */
export function deviceHash(owner: string, secret: string): string {
  return secretHash(`${owner}/${secret}`);
}

/** The secret of the browser's cookie, or a new one where it has none that we could have made. */
export function deviceSecretOf(platform: Pick<Platform, 'randomBytes'>, cookie: string | null | undefined): string {
  return SECRET_PATTERN.test(cookie ?? '') ? (cookie ?? '') : newSecret(platform);
}

/**
 * Notes that the player has proved here who they are (by the password, or a link from a mail). Gives back the secret for the
 * browser's cookie.
 */
export async function rememberDevice(
  tx: PoolClient,
  platform: Pick<Platform, 'now' | 'randomBytes'>,
  userId: string,
  browser: Browser,
): Promise<string> {
  const secret = deviceSecretOf(platform, browser.cookie);
  await tx.query(
    `INSERT INTO known_device (device_hash, user_id, last_seen_at) VALUES ($1, $2, $3)
     ON CONFLICT (device_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
    [deviceHash(userId, secret), userId, platform.now()],
  );
  await tx.query(
    `DELETE FROM known_device WHERE user_id = $1 AND device_hash IN (
       SELECT device_hash FROM known_device WHERE user_id = $1 ORDER BY last_seen_at DESC, device_hash OFFSET $2)`,
    [userId, MOST_DEVICES],
  );
  return secret;
}

/**
 * The hash of a browser that the account knows; null for a stranger's. `owner` as for `deviceHash`. The same work where there is
 * no such account.
 */
export async function findKnownDevice(pool: Pool, owner: string, browser: Browser, now: Date): Promise<string | null> {
  const hash = deviceHash(owner, browser.cookie ?? '');
  const { rowCount } = await pool.query('SELECT FROM known_device WHERE user_id = $1 AND device_hash = $2 AND last_seen_at > $3', [
    owner, hash, new Date(now.getTime() - DEVICE_LIFETIME_MS),
  ]);
  return rowCount === 0 ? null : hash;
}

/** Removes devices that nobody signed in with for so long that they are strangers' again; safe to run at any time. */
export async function forgetOldDevices(pool: Pool, now: Date): Promise<void> {
  await pool.query('DELETE FROM known_device WHERE last_seen_at < $1', [new Date(now.getTime() - DEVICE_LIFETIME_MS)]);
}

/** After a new password: whoever knew the old one is a stranger from here on. */
export async function forgetDevices(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('DELETE FROM known_device WHERE user_id = $1', [userId]);
}

/**
 * The device of a session that was ended from elsewhere is a stranger's again; null: those of all sessions. Never the device of
 * the session that asks.
 */
export async function forgetDevicesOfSessions(pool: Pool, userId: string, asking: string, ended: string | null): Promise<void> {
  await pool.query(
    `DELETE FROM known_device k WHERE k.user_id = $1
       AND k.device_hash IS DISTINCT FROM (SELECT device_hash FROM session WHERE session_hash = $2)
       AND ($3::text IS NULL OR k.device_hash = (SELECT device_hash FROM session WHERE session_hash = $3))`,
    [userId, asking, ended],
  );
}
