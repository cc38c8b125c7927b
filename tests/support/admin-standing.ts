/** Admins that tests make without an invitation: persons of their own, and no new ones. */
import type { Pool } from 'pg';

export interface Standing {
  /** Default: long ago. */
  readonly since?: Date;
  /** Default: nobody, a person of their own as the first admin is. */
  readonly invitedBy?: string;
  /** Default: as long as they are one. */
  readonly confirmed?: boolean;
}

const LONG_AGO = new Date('2026-01-05T08:00:00.000Z');

/** Makes an account an admin's. A database of before has no table for it. */
export async function giveStanding(pool: Pool, userId: string, { since = LONG_AGO, invitedBy, confirmed = true }: Standing = {}): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(`SELECT to_regclass('admin') IS NOT NULL AS there`);
  if (rows[0]?.there !== true) return;
  await pool.query('INSERT INTO admin (user_id, since, invited_by, confirmed_at) VALUES ($1, $2, $3, $4)', [
    userId, since, invitedBy ?? null, confirmed ? since : null,
  ]);
}
