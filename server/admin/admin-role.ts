/** Reads and writes the row of an admin's role: since when they have it, who invited and confirmed them, and when it ended. */
import type { PoolClient } from 'pg';
import { ROLE_OF_PROPOSALS } from '../four-eyes';
import type { ProposalTable } from '../four-eyes';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import type { Db } from '../ledger/accounts';
import { endRoles, grantRoles } from './desk-roles';

/**
 * This lock lets one change of roles happen at a time, because two admins who leave or remove each other at the same moment
 * must not leave nobody behind.
 */
const ADMINS_LOCK_KEY = 4_150_111_018;

/** Prevents any change of roles until the transaction ends. */
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
  /** The admin who confirmed the invitation; null where the inviter was the only admin. */
  readonly confirmedBy: string | null;
  readonly roles: readonly AdminRole[];
}

export async function insertAdminRole(tx: PoolClient, { userId, since, invitedBy, confirmedBy, roles }: NewAdminRole): Promise<void> {
  await tx.query('INSERT INTO admin (user_id, since, invited_by, confirmed_at, confirmed_by) VALUES ($1, $2, $3, $4, $5)', [
    userId, since, invitedBy, confirmedBy === null ? null : since, confirmedBy,
  ]);
  await grantRoles(tx, userId, roles, { by: invitedBy, at: since });
}

/** Records that this admin is a person of their own. `by` is null where the command on the server says so. */
export async function confirmAdminRole(tx: PoolClient, userId: string, { by, at }: { readonly by: string | null; readonly at: Date }): Promise<void> {
  await tx.query('UPDATE admin SET confirmed_at = $2, confirmed_by = $3 WHERE user_id = $1 AND ended_at IS NULL', [userId, at, by]);
}

/** Who took the role away, and why; null where the admin gave it up. */
export type RoleRemoval = { readonly adminId: string; readonly reason: string } | null;

/**
 * Ends the role and everything of theirs that waits for others: their approvals no longer count, and their invitations and
 * proposals end.
 */
export async function endAdminRole(
  tx: PoolClient,
  userId: string,
  at: Date,
  removal: RoleRemoval,
): Promise<{ readonly invitations: number; readonly proposals: number }> {
  await tx.query('UPDATE admin SET ended_at = $2, ended_by = $3, end_reason = $4 WHERE user_id = $1 AND ended_at IS NULL', [
    userId, at, removal?.adminId ?? null, removal?.reason ?? null,
  ]);
  await endRoles(tx, userId, ADMIN_ROLES, { by: removal?.adminId ?? null, at });
  return endPending(tx, userId, ADMIN_ROLES, { by: removal?.adminId ?? userId, at });
}

/**
 * Ends what somebody began in these roles and others have not finished: with `owner` the invitations that they made or confirmed, with the other
 * roles their proposals.
 */
export async function endPending(
  tx: PoolClient,
  userId: string,
  roles: readonly AdminRole[],
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<{ readonly invitations: number; readonly proposals: number }> {
  const invitations = roles.includes('owner') ? await endInvitations(tx, userId, at) : 0;
  let proposals = 0;
  for (const [table, role] of Object.entries(ROLE_OF_PROPOSALS) as [ProposalTable, AdminRole][]) {
    if (!roles.includes(role)) continue;
    const { rowCount } = await tx.query(
      `UPDATE ${table} SET ended_at = $2, end_reason = 'withdrawn', ended_by = $3 WHERE proposed_by = $1 AND ended_at IS NULL`,
      [userId, at, by],
    );
    proposals += rowCount ?? 0;
  }
  return { invitations, proposals };
}

async function endInvitations(tx: PoolClient, userId: string, at: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE invitation SET ended_at = $2, end_reason = 'revoked' WHERE (invited_by = $1 OR confirmed_by = $1) AND ended_at IS NULL`,
    [userId, at],
  );
  return rowCount ?? 0;
}
