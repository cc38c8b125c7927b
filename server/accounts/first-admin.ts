/** Creates the first admin, who can invite the others. */
import type { Pool, PoolClient } from 'pg';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { once } from '../db/once';
import { hasOwnConnections } from '../db/unnamed-client';
import { transaction } from '../db/transaction';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { getHasher } from './password-hasher';
import { endSessions } from './sessions';

export interface FirstAdmin {
  readonly username: string;
  /** Works for one sign-in. Only the start may print it. */
  readonly password: string;
}

export interface FirstAdminResult {
  /** Null where no sign-in is needed, or another process has printed it. */
  readonly signIn: FirstAdmin | null;
  /** True while the process that printed it is running. */
  readonly isPrintedElsewhere: boolean;
  /** Lets the next start print a new sign-in. The caller must await it before closing the pool. It never rejects. */
  readonly release: () => Promise<void>;
}

const USERNAME = 'admin';
/** No mail server has this name, so the address gets no mail and can't be confirmed, and the account can't move money. */
const EMAIL_HOST = 'localhost';
const PASSWORD_BYTES = 15;
/** Lets one process at a time create the sign-in. Every process must use this number. */
const ADVISORY_LOCK_KEY = 4_150_111_002;
/** The process that printed the sign-in holds this lock while it runs. */
const PRINTED_LOCK_KEY = 4_150_111_034;
/** The admin must set an own password within this time; afterwards the next start makes another sign-in. */
export const OWN_PASSWORD_TIMEOUT_MS = 60 * 60_000;

const NOT_NEEDED: FirstAdminResult = { signIn: null, isPrintedElsewhere: false, release: () => Promise.resolve() };

/**
 * Makes sure that there is an admin. The first one gets a random password for one sign-in and must then set an own one. While
 * that password is unused, a second process that starts makes none, and a process that starts after the first one has ended
 * replaces it. The caller must await this before it listens for requests.
 */
export async function ensureFirstAdmin(platform: Platform): Promise<FirstAdminResult> {
  if (!(await isNeeded(platform))) return NOT_NEEDED;
  // Without the lock each start makes another sign-in, and the last one works.
  if (!hasOwnConnections(platform.pool)) return { ...NOT_NEEDED, signIn: await createSignIn(platform) };
  const connection = await platform.pool.connect();
  const release = once(() => releasePrintedLock(connection));
  try {
    const { rows } = await connection.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [PRINTED_LOCK_KEY]);
    if (rows[0]?.mine !== true) {
      // The lock is another's, and the server warns of unlocking that.
      connection.release();
      return { ...NOT_NEEDED, isPrintedElsewhere: true };
    }
    const signIn = await createSignIn(platform);
    if (signIn === null) await release();
    return { signIn, isPrintedElsewhere: false, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Unlocks explicitly, because PostgreSQL notices a closed connection only later and holds the lock until then. */
async function releasePrintedLock(connection: PoolClient): Promise<void> {
  try {
    await connection.query('SELECT pg_advisory_unlock($1)', [PRINTED_LOCK_KEY]);
    connection.release();
  } catch {
    connection.release(true);
  }
}

async function createSignIn(platform: Platform): Promise<FirstAdmin | null> {
  const password = platform.randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await getHasher(platform).hash(password, { lane: 'player', account: USERNAME });
  return transaction(platform.pool, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK_KEY]);
    const rows = await readAdmins(tx);
    const [admin] = rows;
    if (!needsSignIn(rows, platform.now())) return null;
    const username = await (admin === undefined ? insertFirstAdmin(tx, platform, passwordHash) : renewPassword(tx, platform, admin, passwordHash));
    return { username, password };
  });
}

/** Creates the account of the first admin and returns its username. */
async function insertFirstAdmin(tx: PoolClient, platform: Platform, passwordHash: string): Promise<string> {
  const username = await chooseUsername(tx, platform);
  const userId = newId(platform);
  await tx.query(
    `INSERT INTO player (user_id, username, username_key, email, password_hash, firstname, lastname, role, created_at)
     VALUES ($1, $2, $2, $3, $4, 'First', 'Admin', 'admin', $5)`,
    [userId, username, `${username}@${EMAIL_HOST}`, passwordHash, platform.now()],
  );
  await tx.query(`INSERT INTO admin (user_id, since, password_due, one_time) VALUES ($1, $2, true, 'open')`, [userId, platform.now()]);
  await tx.query('INSERT INTO desk_role (user_id, role, granted_at) SELECT $1, unnest($2::text[]), $3', [userId, [...ADMIN_ROLES], platform.now()]);
  return username;
}

/** Replaces the printed password of an admin who has not used it in time, ends the admin's sessions, and returns the username. */
async function renewPassword(tx: PoolClient, { now }: Platform, { user_id: userId, username }: AdminRow, passwordHash: string): Promise<string> {
  await tx.query('UPDATE player SET password_hash = $2 WHERE user_id = $1', [userId, passwordHash]);
  await tx.query(`UPDATE admin SET one_time = 'open', sign_in_at = NULL WHERE user_id = $1`, [userId]);
  await endSessions(tx, userId, null, 'password-changed', now());
  return username;
}

interface AdminRow {
  readonly user_id: string;
  readonly username: string;
  readonly one_time: 'open' | 'used' | null;
  readonly sign_in_at: Date | null;
}

async function readAdmins(db: Pool | PoolClient): Promise<AdminRow[]> {
  const { rows } = await db.query<AdminRow>(
    `SELECT p.user_id, p.username, a.one_time, a.sign_in_at FROM player p LEFT JOIN admin a USING (user_id)
     WHERE p.role = 'admin' AND p.closed_at IS NULL LIMIT 2`,
  );
  return rows;
}

/** Returns true without an admin, and with a single one who has not used the sign-in or has not set a password in time. */
function needsSignIn(rows: readonly AdminRow[], now: Date): boolean {
  const [admin, other] = rows;
  if (admin === undefined) return true;
  if (other !== undefined) return false;
  const { one_time: oneTime, sign_in_at: signInAt } = admin;
  return oneTime === 'open' || (oneTime === 'used' && signInAt !== null && now.getTime() - signInAt.getTime() > OWN_PASSWORD_TIMEOUT_MS);
}

async function isNeeded({ pool, now }: Platform): Promise<boolean> {
  return needsSignIn(await readAdmins(pool), now());
}

/** Returns `admin`, or another name where a player has taken it. */
async function chooseUsername(tx: PoolClient, platform: Platform): Promise<string> {
  const { rowCount } = await tx.query('SELECT 1 FROM player WHERE username_key = $1', [USERNAME]);
  return rowCount === 0 ? USERNAME : `${USERNAME}-${platform.randomBytes(3).toString('hex')}`;
}

/** Returns true while the account's password is the printed one. */
export async function hasOneTimePassword({ pool }: Pick<Platform, 'pool'>, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(`SELECT 1 FROM admin WHERE user_id = $1 AND one_time = 'open'`, [userId]);
  return rowCount === 1;
}

interface OneTimeUse {
  readonly userId: string;
  readonly now: Date;
  /** The hash that the password was checked against. */
  readonly checkedHash: string;
  /** The hash of a password that nobody has. */
  readonly unusableHash: string;
}

/**
 * Voids the printed password in the transaction of the session that it opens. Returns false where, since the password was checked,
 * another sign-in has used it or another start has replaced it.
 */
export async function useOneTimePassword(tx: PoolClient, { userId, now, checkedHash, unusableHash }: OneTimeUse): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE player SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2 AND closed_at IS NULL',
    [userId, checkedHash, unusableHash],
  );
  if (rowCount !== 1) return false;
  await tx.query(`UPDATE admin SET one_time = 'used', sign_in_at = $2 WHERE user_id = $1 AND one_time = 'open'`, [userId, now]);
  return true;
}
