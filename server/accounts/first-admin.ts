/** The first admin: somebody must be able to let the others in. */
import type { Pool, PoolClient } from 'pg';
import { transaction } from '../db/transaction';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { hasherOf } from './password-hasher';
import { endSessionsOf } from './sessions';

export interface FirstAdmin {
  readonly username: string;
  /** To be printed at the start, and nowhere else. It works once. */
  readonly password: string;
}

export interface FirstAdminHold {
  /** Null: nobody needs it, or another process of this database has printed it. */
  readonly signIn: FirstAdmin | null;
  /** Another process has printed it, and runs. */
  readonly isElsewhere: boolean;
  /** From then on the next start may make it anew. To be awaited before the pool is closed; never rejects. */
  readonly release: () => Promise<void>;
}

const USERNAME = 'admin';
/** Of no mail server: nothing is ever sent there, and it can't be activated, so this account moves no money. */
const EMAIL_HOST = 'localhost';
const PASSWORD_BYTES = 15;
/** Any number will do, as long as every process takes the same one. */
const ADVISORY_LOCK_KEY = 4_150_111_002;
/** Held by the process that has printed the sign-in, as long as it runs. */
const PRINTED_LOCK_KEY = 4_150_111_034;
/** Whoever signed in has so long to set a password of their own; after it the next start makes another sign-in. */
export const OWN_PASSWORD_PATIENCE_MS = 60 * 60_000;

const NOT_NEEDED: FirstAdminHold = { signIn: null, isElsewhere: false, release: () => Promise.resolve() };

/**
 * Makes sure that there is an admin. The first one gets a random password that works for one sign-in, after which a password
 * of their own has to be set. While it is not used, one process at a time has made it: another one that starts meanwhile
 * makes none, and one that starts after that process has ended makes a new one in place of the old. To be called before
 * listening.
 */
export async function ensureFirstAdmin(platform: Platform): Promise<FirstAdminHold> {
  if (!(await isNeeded(platform))) return NOT_NEEDED;
  const printer = await platform.pool.connect();
  const release = once(() => giveLockBack(printer));
  try {
    const { rows } = await printer.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [PRINTED_LOCK_KEY]);
    if (rows[0]?.mine !== true) {
      await release();
      return { ...NOT_NEEDED, isElsewhere: true };
    }
    const signIn = await makeSignIn(platform);
    if (signIn === null) await release();
    return { signIn, isElsewhere: false, release };
  } catch (error) {
    await release();
    throw error;
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}

/** Asks for it: that a connection was closed, PostgreSQL notices only later, and until then the lock is held. */
async function giveLockBack(printer: PoolClient): Promise<void> {
  try {
    await printer.query('SELECT pg_advisory_unlock($1)', [PRINTED_LOCK_KEY]);
    printer.release();
  } catch {
    printer.release(true);
  }
}

async function makeSignIn(platform: Platform): Promise<FirstAdmin | null> {
  const password = platform.randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hasherOf(platform).hash(password, { lane: 'player', account: USERNAME });
  return transaction(platform.pool, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK_KEY]);
    const rows = await readAdmins(tx);
    const [admin] = rows;
    if (!needsSignIn(rows, platform.now())) return null;
    if (admin !== undefined) {
      const { user_id: userId, username } = admin;
      await tx.query('UPDATE player SET password_hash = $2 WHERE user_id = $1', [userId, passwordHash]);
      await tx.query(`UPDATE admin SET one_time = 'open', sign_in_at = NULL WHERE user_id = $1`, [userId]);
      await endSessionsOf(tx, userId, null, 'password-changed', platform.now());
      return { username, password };
    }
    const username = await freeUsername(tx, platform);
    const userId = newId(platform);
    await tx.query(
      `INSERT INTO player (user_id, username, username_key, email, password_hash, firstname, lastname, role, created_at)
       VALUES ($1, $2, $2, $3, $4, 'First', 'Admin', 'admin', $5)`,
      [userId, username, `${username}@${EMAIL_HOST}`, passwordHash, platform.now()],
    );
    await tx.query(`INSERT INTO admin (user_id, since, password_due, one_time) VALUES ($1, $2, true, 'open')`, [userId, platform.now()]);
    return { username, password };
  });
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

/** No admin, or one alone who has not used the sign-in, or lost the session before a password was set. */
function needsSignIn(rows: readonly AdminRow[], now: Date): boolean {
  const [admin, other] = rows;
  if (admin === undefined) return true;
  if (other !== undefined) return false;
  const { one_time: oneTime, sign_in_at: signInAt } = admin;
  return oneTime === 'open' || (oneTime === 'used' && signInAt !== null && now.getTime() - signInAt.getTime() > OWN_PASSWORD_PATIENCE_MS);
}

async function isNeeded({ pool, now }: Platform): Promise<boolean> {
  return needsSignIn(await readAdmins(pool), now());
}

/** `admin`, unless a player was quicker. */
async function freeUsername(tx: PoolClient, platform: Platform): Promise<string> {
  const { rowCount } = await tx.query('SELECT 1 FROM player WHERE username_key = $1', [USERNAME]);
  return rowCount === 0 ? USERNAME : `${USERNAME}-${platform.randomBytes(3).toString('hex')}`;
}

/** Whether the account's password is the printed one, for one sign-in. */
export async function hasOneTimePassword({ pool }: Pick<Platform, 'pool'>, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(`SELECT 1 FROM admin WHERE user_id = $1 AND one_time = 'open'`, [userId]);
  return rowCount === 1;
}

interface UsedUp {
  readonly userId: string;
  readonly now: Date;
  /** The hash that the password was held against. */
  readonly seen: string;
  /** The hash of a password that nobody has. */
  readonly unusable: string;
}

/**
 * Ends the printed sign-in in the transaction of the session that it opens. False where somebody was quicker, or where another
 * one was printed since the password was looked at.
 */
export async function useUpOneTime(tx: PoolClient, { userId, now, seen, unusable }: UsedUp): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE player SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2 AND closed_at IS NULL',
    [userId, seen, unusable],
  );
  if (rowCount !== 1) return false;
  await tx.query(`UPDATE admin SET one_time = 'used', sign_in_at = $2 WHERE user_id = $1 AND one_time = 'open'`, [userId, now]);
  return true;
}
