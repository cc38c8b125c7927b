/** The row that says since when somebody is an admin, by whose word, and when it ended. */
import type { PoolClient } from 'pg';
import { PROPOSAL_TABLES } from '../four-eyes';
import type { Db } from '../ledger/accounts';

/** One at a time: two admins who go, or take each other's role away, at the same moment must not leave nobody behind. */
const ADMINS_LOCK_KEY = 4_150_111_018;

/** Keeps who the admins are until the transaction ends. */
export async function lockAdmins(tx: PoolClient): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADMINS_LOCK_KEY]);
}

export async function countAdmins(db: Db): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`SELECT count(*) AS n FROM player WHERE role = 'admin' AND closed_at IS NULL`);
  return rows[0]?.n ?? 0;
}

export interface NewAdminRole {
  readonly userId: string;
  readonly since: Date;
  readonly invitedBy: string;
  /** The admin who said yes to the invitation; null where there was none but the inviter. */
  readonly confirmedBy: string | null;
}

export async function insertAdminRole(tx: PoolClient, { userId, since, invitedBy, confirmedBy }: NewAdminRole): Promise<void> {
  await tx.query('INSERT INTO admin (user_id, since, invited_by, confirmed_at, confirmed_by) VALUES ($1, $2, $3, $4, $5)', [
    userId, since, invitedBy, confirmedBy === null ? null : since, confirmedBy,
  ]);
}

/** Notes that this is a person of their own; `by` null: somebody on the server says so. */
export async function confirmAdminRole(tx: PoolClient, userId: string, { by, at }: { readonly by: string | null; readonly at: Date }): Promise<void> {
  await tx.query('UPDATE admin SET confirmed_at = $2, confirmed_by = $3 WHERE user_id = $1 AND ended_at IS NULL', [userId, at, by]);
}

/** By whom the role was taken away, and why; null where it was given back. */
export type RoleRemoval = { readonly adminId: string; readonly reason: string } | null;

/** Ends the role, and what of theirs waited for others: approvals count no more, invitations and proposals are over. */
export async function endAdminRole(
  tx: PoolClient,
  userId: string,
  at: Date,
  removal: RoleRemoval,
): Promise<{ readonly invitations: number; readonly proposals: number }> {
  await tx.query('UPDATE admin SET ended_at = $2, ended_by = $3, end_reason = $4 WHERE user_id = $1 AND ended_at IS NULL', [
    userId, at, removal?.adminId ?? null, removal?.reason ?? null,
  ]);
  const invitations = await tx.query(
    `UPDATE invitation SET ended_at = $2, end_reason = 'revoked' WHERE (invited_by = $1 OR confirmed_by = $1) AND ended_at IS NULL`,
    [userId, at],
  );
  let proposals = 0;
  for (const table of PROPOSAL_TABLES) {
    const { rowCount } = await tx.query(
      `UPDATE ${table} SET ended_at = $2, end_reason = 'withdrawn', ended_by = $3 WHERE proposed_by = $1 AND ended_at IS NULL`,
      [userId, at, removal?.adminId ?? userId],
    );
    proposals += rowCount ?? 0;
  }
  return { invitations: invitations.rowCount ?? 0, proposals };
}
