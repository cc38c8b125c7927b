/** Gives each phone number to one admin only, because a shared number makes two admins count as one person. */
import type { PoolClient } from 'pg';

/** The lock prevents two admins from saving the same number at the same moment. */
const PHONES_LOCK_KEY = 4_150_111_060;

/**
 * Returns another admin who has this number. No admin can take a number until the transaction ends. Duplicates from earlier
 * stay as they are.
 */
export async function findAdminWithPhone(tx: PoolClient, adminId: string, phone: string): Promise<string | null> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [PHONES_LOCK_KEY]);
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM player WHERE role = 'admin' AND closed_at IS NULL AND phone = $2 AND user_id <> $1 ORDER BY user_id LIMIT 1`,
    [adminId, phone],
  );
  return rows[0]?.user_id ?? null;
}
