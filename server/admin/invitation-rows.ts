import type { PoolClient } from 'pg';
import type { Invitation } from '../../src/core/contract/admins';
import type { Db } from '../ledger/accounts';

export interface InvitationRow {
  readonly invitation_id: string;
  readonly email: string;
  readonly invited_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly end_reason: 'accepted' | 'revoked' | 'replaced' | null;
  readonly accepted_by: string | null;
  /** Whoever sent it is an admin still. */
  readonly by_admin: boolean;
}

/** As admins are told of it: `invited_by` is a username here. */
export type ToldRow = Pick<InvitationRow, 'invitation_id' | 'email' | 'invited_by' | 'created_at' | 'expires_at'>;

/** Of `invitation i` by `player p`, `$1` being now. */
export const ACTIVE_INVITATION = "i.ended_at IS NULL AND i.expires_at > $1 AND p.role = 'admin'";

/** By its id or its token's hash; locked until the transaction ends. */
export async function findInvitation(
  tx: PoolClient,
  column: 'invitation_id' | 'token_hash',
  value: string,
): Promise<InvitationRow | null> {
  const { rows } = await tx.query<InvitationRow>(
    `SELECT i.invitation_id, i.email, i.invited_by, i.created_at, i.expires_at, i.ended_at, i.end_reason, i.accepted_by, p.role = 'admin' AS by_admin
     FROM invitation i JOIN player p ON p.user_id = i.invited_by WHERE i.${column} = $1 FOR UPDATE OF i`,
    [value],
  );
  return rows[0] ?? null;
}

export async function insertInvitation(
  tx: PoolClient,
  { invitation_id, email, created_at, expires_at }: Omit<ToldRow, 'invited_by'>,
  { tokenHash, invitedBy }: { readonly tokenHash: string; readonly invitedBy: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO invitation (invitation_id, token_hash, email, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [invitation_id, tokenHash, email, invitedBy, created_at, expires_at],
  );
}

export async function endInvitation(
  tx: Db,
  invitationId: string,
  end: { readonly reason: NonNullable<InvitationRow['end_reason']>; readonly at: Date; readonly acceptedBy: string | null },
): Promise<void> {
  await tx.query('UPDATE invitation SET ended_at = $2, end_reason = $3, accepted_by = $4 WHERE invitation_id = $1', [
    invitationId, end.at, end.reason, end.acceptedBy,
  ]);
}

export function toInvitation(row: ToldRow): Invitation {
  return {
    invitationId: row.invitation_id,
    email: row.email,
    invitedBy: row.invited_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
