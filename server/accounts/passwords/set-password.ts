import type { PoolClient } from 'pg';
import { ADMIN_PASSWORD_MIN_LENGTH, adminPassword } from '../../../src/core/contract/admins';
import { ProblemError } from '../../http/problem';
import type { Platform } from '../../platform';
import { passwordWeakness } from '../common-passwords';

interface OwnDataRow {
  readonly username: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string | null;
  readonly date_of_birth: string | null;
  readonly role: 'player' | 'admin';
}

/** Makes 400 `weak-password` at the field. */
export function weakPassword(message: string): ProblemError {
  return new ProblemError('weak-password', 'Choose another password', { detail: message, errors: [{ field: 'password', message }] });
}

/**
 * Throws 400 `weak-password` for passwords that sign-up refuses: common ones, and the player's own data. An admin's password must
 * be longer than a player's.
 */
export async function refuseWeakPassword({ pool }: Pick<Platform, 'pool'>, userId: string, password: string): Promise<void> {
  const { rows } = await pool.query<OwnDataRow>(
    'SELECT username, email, firstname, lastname, phone, date_of_birth, role FROM player WHERE user_id = $1',
    [userId],
  );
  const [own] = rows;
  if (own === undefined) throw new Error('there is no such player');
  if (own.role === 'admin' && !adminPassword.safeParse(password).success) {
    throw weakPassword(`An admin’s password has at least ${ADMIN_PASSWORD_MIN_LENGTH} characters.`);
  }
  const weakness = passwordWeakness(password, { ...own, phone: own.phone ?? '', dateOfBirth: own.date_of_birth ?? '' });
  if (weakness !== null) throw weakPassword(weakness);
}

/**
 * Replaces the hash that was checked by the new one. Returns false where the hash has changed since the check, because whoever
 * gave the old password may not be the player any more.
 */
export async function replacePassword(
  tx: PoolClient,
  userId: string,
  hashes: { readonly before: string; readonly after: string },
): Promise<boolean> {
  const { rowCount } = await tx.query('UPDATE player SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2', [
    userId, hashes.before, hashes.after,
  ]);
  return rowCount === 1;
}

/** Records that an admin has set an own password. Returns false where the admin had one already, and for players. */
export async function markOwnPasswordSet(tx: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE admin SET password_due = false, one_time = NULL, sign_in_at = NULL WHERE user_id = $1 AND password_due AND ended_at IS NULL',
    [userId],
  );
  return rowCount === 1;
}
