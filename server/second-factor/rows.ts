/** Reads and writes the rows of second factors. Each code is used by one statement, so that of two who send it at once one is refused. */
import type { Pool, PoolClient } from 'pg';
import { ProblemError } from '../http/problem';
import type { Caller } from '../http/router';
import { placeOf, readSealing } from '../sealed-fields';
import type { FieldKeys } from '../field-keys';
import type { Platform } from '../platform';
import { hashOfRecoveryCode, makeRecoveryCodes } from './recovery-codes';

type Db = Pool | PoolClient;

export interface StoredFactor {
  readonly secret: Buffer;
  readonly enrolledAt: Date;
}

/** The place for which the secret is sealed. */
export const secondFactorPlace = (userId: string): string => placeOf('second_factor', 'secret', userId);

/** Returns the admin's second factor; null where they have none. */
export async function readFactor(db: Db, fieldKeys: FieldKeys, userId: string): Promise<StoredFactor | null> {
  const { rows: [row] } = await db.query<{ secret_sealed: string; enrolled_at: Date }>(
    'SELECT secret_sealed, enrolled_at FROM second_factor WHERE user_id = $1',
    [userId],
  );
  if (row === undefined) return null;
  return { secret: Buffer.from(await fieldKeys.open(secondFactorPlace(userId), row.secret_sealed), 'hex'), enrolledAt: row.enrolled_at };
}

interface NewFactor extends StoredFactor {
  readonly userId: string;
  /** The step of the code that proved the secret, which is used with that. */
  readonly step: number;
}

/** Stores a factor in place of an earlier one. */
export async function putFactor(tx: PoolClient, fieldKeys: FieldKeys, { userId, secret, enrolledAt, step }: NewFactor): Promise<void> {
  const { keyId } = await readSealing(tx);
  await tx.query(
    `INSERT INTO second_factor (user_id, secret_sealed, enrolled_at, last_step) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, enrolled_at = excluded.enrolled_at, last_step = excluded.last_step`,
    [userId, await fieldKeys.seal(keyId, secondFactorPlace(userId), secret.toString('hex')), enrolledAt, step],
  );
}

/** Uses the step of a code, if no later one was used and the factor is still the one that was read. */
export async function useStep(tx: PoolClient, userId: string, { enrolledAt }: StoredFactor, step: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE second_factor SET last_step = $3 WHERE user_id = $1 AND enrolled_at = $2 AND last_step < $3',
    [userId, enrolledAt, step],
  );
  return rowCount === 1;
}

/** Uses a recovery code. Returns how many are left; null where it is none of theirs, or was used. */
export async function useRecoveryCode(tx: PoolClient, userId: string, typed: string, at: Date): Promise<number | null> {
  const hash = hashOfRecoveryCode(typed);
  if (hash === null) return null;
  const { rowCount } = await tx.query(
    'UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hash, at],
  );
  return rowCount === 1 ? countRecoveryCodes(tx, userId) : null;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>('SELECT count(*) AS n FROM recovery_code WHERE user_id = $1 AND used_at IS NULL', [userId]);
  return rows[0]?.n ?? 0;
}

/** Makes recovery codes in place of all earlier ones, and returns them: only their hashes are stored. */
export async function putRecoveryCodes(tx: PoolClient, { randomBytes }: Pick<Platform, 'randomBytes'>, userId: string): Promise<readonly string[]> {
  const codes = makeRecoveryCodes(randomBytes);
  await tx.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  await tx.query('INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::text[])', [userId, codes.map(hashOfRecoveryCode)]);
  return codes;
}

/** Deletes a factor and its recovery codes. Returns false where there was none. */
export async function deleteFactor(tx: PoolClient, userId: string): Promise<boolean> {
  await tx.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  const { rowCount } = await tx.query('DELETE FROM second_factor WHERE user_id = $1', [userId]);
  return rowCount === 1;
}

/**
 * Holds the admin's factor and the session in which it was given until the transaction ends. Throws 401 `unauthorised` where one of them is
 * gone: what a session began before it ended must not come through after.
 */
export async function holdFactor(tx: PoolClient, { userId, sessionHash }: Pick<Caller, 'userId' | 'sessionHash'>): Promise<void> {
  const factor = await tx.query('SELECT FROM second_factor WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  const session = await tx.query('SELECT FROM session WHERE session_hash = $1 AND ended_at IS NULL AND factor_at IS NOT NULL FOR NO KEY UPDATE', [sessionHash]);
  if (factor.rowCount !== 1 || session.rowCount !== 1) throw new ProblemError('unauthorised', 'Sign in first.');
}

/** Records that the second factor was given in a session. Returns false where the session has ended. */
export async function recordGiven(tx: PoolClient, sessionHash: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE session SET factor_at = $2 WHERE session_hash = $1 AND ended_at IS NULL',
    [sessionHash, at],
  );
  return rowCount === 1;
}
