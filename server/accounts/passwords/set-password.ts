import type { PoolClient } from 'pg';
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
}

/** 400 `weak-password`, said at the field. */
export function weakPassword(message: string): ProblemError {
  return new ProblemError('weak-password', 'Choose another password', { detail: message, errors: [{ field: 'password', message }] });
}

/** Throws 400 `weak-password` for what sign-up refuses, too: the most common ones, and the player's own data. */
export async function refuseWeakPassword({ pool }: Pick<Platform, 'pool'>, userId: string, password: string): Promise<void> {
  const { rows } = await pool.query<OwnDataRow>(
    'SELECT username, email, firstname, lastname, phone, date_of_birth FROM player WHERE user_id = $1',
    [userId],
  );
  const [own] = rows;
  if (own === undefined) throw new Error('a password belongs to a player');
  const weakness = passwordWeakness(password, { ...own, phone: own.phone ?? '', dateOfBirth: own.date_of_birth ?? '' });
  if (weakness !== null) throw weakPassword(weakness);
}

/**
 * Puts the hash of the new password in the place of the one that was looked at. False where another has taken its place
 * since: then whoever asks may not be who they were.
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
