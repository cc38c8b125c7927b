/** One number, one admin: it is one of the things that tell whether two admins are one person. */
import type { PoolClient } from 'pg';

/** Two admins who write the same number at the same moment must not both have it. */
const PHONES_LOCK_KEY = 4_150_111_060;

/** Another admin who has this number; until the transaction ends no admin takes one. Doubles that there are stay as they are. */
export async function findAdminWithPhone(tx: PoolClient, adminId: string, phone: string): Promise<string | null> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [PHONES_LOCK_KEY]);
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM player WHERE role = 'admin' AND closed_at IS NULL AND phone = $2 AND user_id <> $1 ORDER BY user_id LIMIT 1`,
    [adminId, phone],
  );
  return rows[0]?.user_id ?? null;
}
