/** Makes admins for tests without an invitation: persons of their own who are not new. */
import type { Pool } from 'pg';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import { secondFactorPlace } from '../../server/second-factor';
import { TEST_FIELD_KEYS } from './field-keys';

export interface AdminDetails {
  /** Default: long ago. */
  readonly since?: Date;
  /** Default: nobody, as for the first admin. */
  readonly invitedBy?: string;
  /** Default: confirmed since the day on which they became an admin. */
  readonly isConfirmed?: boolean;
  /** Default: all. */
  readonly roles?: readonly AdminRole[];
}

const LONG_AGO = new Date('2026-01-05T08:00:00.000Z');

/** Makes an account an admin's. It does nothing in an older database, which has no table for it. */
export async function insertAdmin(
  pool: Pool,
  userId: string,
  { since = LONG_AGO, invitedBy, isConfirmed = true, roles = ADMIN_ROLES }: AdminDetails = {},
): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(`SELECT to_regclass('admin') IS NOT NULL AS there`);
  if (rows[0]?.there !== true) return;
  await pool.query('INSERT INTO admin (user_id, since, invited_by, confirmed_at) VALUES ($1, $2, $3, $4)', [
    userId, since, invitedBy ?? null, isConfirmed ? since : null,
  ]);
  await giveRoles(pool, userId, roles, since);
  await giveFactor(pool, userId);
}

/** Lets an admin do this at the desk. It does nothing in an older database, in which every admin does everything. */
export async function giveRoles(pool: Pool, userId: string, roles: readonly AdminRole[] = ADMIN_ROLES, since = LONG_AGO): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(`SELECT to_regclass('desk_role') IS NOT NULL AS there`);
  if (rows[0]?.there !== true) return;
  await pool.query('INSERT INTO desk_role (user_id, role, granted_at) SELECT $1, unnest($2::text[]), $3 ON CONFLICT DO NOTHING', [userId, [...roles], since]);
}

/** The secret of the second factor of all admins that tests make. */
export const FACTOR_SECRET = Buffer.from('12345678901234567890');

/** Gives an admin a second factor. Returns false in an older database, in which nobody has any. */
async function enrolFactor(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(`SELECT to_regclass('second_factor') IS NOT NULL AS there`);
  if (rows[0]?.there !== true) return false;
  const [keyId = ''] = TEST_FIELD_KEYS.ids();
  await pool.query(
    'INSERT INTO second_factor (user_id, secret_sealed, enrolled_at, last_step) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING',
    [userId, await TEST_FIELD_KEYS.seal(keyId, secondFactorPlace(userId), FACTOR_SECRET.toString('hex')), LONG_AGO],
  );
  return true;
}

/** Has an admin's second factor given in all their sessions; it is enrolled first where they have none. Of a player it does nothing. */
export async function giveFactor(pool: Pool, userId: string): Promise<void> {
  const { rows } = await pool.query<{ role: string }>(`SELECT role FROM player WHERE user_id = $1`, [userId]);
  if (rows[0]?.role !== 'admin') return;
  if (await enrolFactor(pool, userId)) await pool.query('UPDATE session SET factor_at = created_at WHERE user_id = $1', [userId]);
}
