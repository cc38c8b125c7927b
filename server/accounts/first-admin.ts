/** The first admin: somebody must be able to let the others in. */
import type { PoolClient } from 'pg';
import { transaction } from '../db/transaction';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { hasherOf } from './password-hasher';

export interface FirstAdmin {
  readonly username: string;
  /** To be printed at the start, and nowhere else. */
  readonly password: string;
}

const USERNAME = 'admin';
/** Of no mail server: nothing is ever sent there, and it can't be activated, so this account moves no money. */
const EMAIL_HOST = 'localhost';
const PASSWORD_BYTES = 15;
/** Any number will do, as long as every process takes the same one. */
const ADVISORY_LOCK_KEY = 4_150_111_002;

/**
 * Makes sure that there is an admin. The first one gets a random password, and a new one at each start until somebody
 * has signed in with it; after that, and where there are other admins, this returns null. To be called before
 * listening.
 */
export async function ensureFirstAdmin(platform: Platform): Promise<FirstAdmin | null> {
  if (!(await isNeeded(platform))) return null;
  const password = platform.randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hasherOf(platform).hash(password);
  return transaction(platform.pool, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK_KEY]);
    const { rows } = await tx.query<{ username: string; used: boolean }>(ADMINS);
    const admin = rows[0];
    if (admin !== undefined && (rows.length > 1 || admin.used)) return null;
    if (admin !== undefined) {
      await tx.query(`UPDATE player SET password_hash = $1 WHERE role = 'admin'`, [passwordHash]);
      return { username: admin.username, password };
    }
    const username = await freeUsername(tx, platform);
    await tx.query(
      `INSERT INTO player (user_id, username, username_key, email, password_hash, firstname, lastname, role, created_at)
       VALUES ($1, $2, $2, $3, $4, 'First', 'Admin', 'admin', $5)`,
      [newId(platform), username, `${username}@${EMAIL_HOST}`, passwordHash, platform.now()],
    );
    return { username, password };
  });
}

const ADMINS = `SELECT username, EXISTS (SELECT 1 FROM session s WHERE s.user_id = p.user_id) AS used
  FROM player p WHERE role = 'admin' LIMIT 2`;

async function isNeeded({ pool }: Platform): Promise<boolean> {
  const { rows } = await pool.query<{ used: boolean }>(ADMINS);
  return rows.length === 0 || (rows.length === 1 && rows[0]?.used === false);
}

/** `admin`, unless a player was quicker. */
async function freeUsername(tx: PoolClient, platform: Platform): Promise<string> {
  const { rowCount } = await tx.query('SELECT 1 FROM player WHERE username_key = $1', [USERNAME]);
  return rowCount === 0 ? USERNAME : `${USERNAME}-${platform.randomBytes(3).toString('hex')}`;
}
