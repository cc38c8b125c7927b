import type { PoolClient } from 'pg';
import type { AdminRole } from '../../src/core/admin-roles';
import type { Invitation } from '../../src/core/contract/admins';
import { isOwnerSql } from '../four-eyes';
import type { OtherAdmin } from '../four-eyes';
import type { Db } from '../ledger/accounts';

export interface InvitationRow {
  readonly invitation_id: string;
  readonly email: string;
  readonly invited_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** The time when it was confirmed and mailed; null while it waits for another admin. */
  readonly confirmed_at: Date | null;
  /** Null beside a `confirmed_at` where the inviter was the only admin. */
  readonly confirmed_by: string | null;
  readonly ended_at: Date | null;
  readonly end_reason: 'accepted' | 'revoked' | 'replaced' | null;
  readonly accepted_by: string | null;
  /** The trace of the inviter's browser; null where there was none. */
  readonly device: string | null;
  /** True while the inviter, and the admin who confirmed it, are owners. */
  readonly by_owners: boolean;
  /** What the invited person may do from the start. */
  readonly roles: readonly AdminRole[];
}

/** An invitation as admins see it, with usernames beside the ids. */
export type InvitationListRow = Pick<InvitationRow, 'invitation_id' | 'email' | 'invited_by' | 'created_at' | 'expires_at' | 'confirmed_at' | 'device' | 'roles'> & {
  readonly inviter: string;
  readonly confirmer: string | null;
};

/** Holds for an open `invitation i` by `player p`; `$1` is now. */
const ACTIVE_INVITATION = `i.ended_at IS NULL AND i.expires_at > $1 AND ${isOwnerSql('i.invited_by')}`;

const SELECT_INVITATIONS = `SELECT i.invitation_id, i.email, i.invited_by, i.created_at, i.expires_at, i.confirmed_at, i.device, i.roles, p.username AS inviter,
    (SELECT username FROM player WHERE user_id = i.confirmed_by) AS confirmer
  FROM invitation i JOIN player p ON p.user_id = i.invited_by`;

/**
 * Returns the inviter with their approval. It has no network, because we don't compare invitations by it (see
 * `ignoreNetworks`).
 */
export function toInviter({ invited_by: userId, created_at: at, device }: Pick<InvitationRow, 'invited_by' | 'created_at' | 'device'>): OtherAdmin {
  return { userId, approval: { at, network: null, device } };
}

/** Reads the invitations that can still be confirmed or accepted, newest first. */
export async function readInvitations(db: Db, now: Date): Promise<InvitationListRow[]> {
  const { rows } = await db.query<InvitationListRow>(`${SELECT_INVITATIONS} WHERE ${ACTIVE_INVITATION} ORDER BY i.created_at DESC, i.invitation_id`, [now]);
  return rows;
}

export async function readInvitation(db: Db, invitationId: string): Promise<InvitationListRow> {
  const { rows } = await db.query<InvitationListRow>(`${SELECT_INVITATIONS} WHERE i.invitation_id = $1`, [invitationId]);
  const [row] = rows;
  if (row === undefined) throw new Error('the invitation is missing');
  return row;
}

/** Returns true where an invitation that the only admin sent alone can still be accepted. */
export async function hasUnconfirmedInvitation(db: Db, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM invitation i WHERE ${ACTIVE_INVITATION} AND i.confirmed_at IS NOT NULL AND i.confirmed_by IS NULL`,
    [now],
  );
  return rowCount !== 0;
}

/** Finds an invitation by its id or its token's hash, and locks it until the transaction ends. */
export async function findInvitation(
  tx: PoolClient,
  column: 'invitation_id' | 'token_hash',
  value: string,
): Promise<InvitationRow | null> {
  const { rows } = await tx.query<InvitationRow>(
    `SELECT i.invitation_id, i.email, i.invited_by, i.created_at, i.expires_at, i.confirmed_at, i.confirmed_by, i.ended_at, i.end_reason,
            i.accepted_by, i.device, i.roles,
            ${isOwnerSql('i.invited_by')} AND (i.confirmed_by IS NULL OR ${isOwnerSql('i.confirmed_by')}) AS by_owners
     FROM invitation i WHERE i.${column} = $1 FOR UPDATE OF i`,
    [value],
  );
  return rows[0] ?? null;
}

export async function insertInvitation(
  tx: PoolClient,
  row: Pick<InvitationRow, 'invitation_id' | 'email' | 'invited_by' | 'created_at' | 'expires_at' | 'device' | 'roles'>,
): Promise<void> {
  await tx.query(
    'INSERT INTO invitation (invitation_id, email, invited_by, created_at, expires_at, device, roles) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [row.invitation_id, row.email, row.invited_by, row.created_at, row.expires_at, row.device, row.roles],
  );
}

/** Records that the invitation is mailed now. `by` is the admin who confirmed it, or null where the inviter is the only one. */
export async function markConfirmed(
  tx: PoolClient,
  invitationId: string,
  sent: { readonly tokenHash: string; readonly by: string | null; readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx.query('UPDATE invitation SET token_hash = $2, confirmed_by = $3, confirmed_at = $4, expires_at = $5 WHERE invitation_id = $1', [
    invitationId, sent.tokenHash, sent.by, sent.at, sent.expiresAt,
  ]);
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

/** `whyNot` tells the admin why they can't confirm it; null where they can, or nothing waits. */
export function toInvitation(row: InvitationListRow, whyNot: string | null): Invitation {
  const isWaiting = row.confirmed_at === null;
  return {
    invitationId: row.invitation_id,
    email: row.email,
    roles: [...row.roles],
    invitedBy: row.inviter,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    state: isWaiting ? 'waiting' : 'sent',
    confirmedBy: row.confirmer,
    canConfirm: isWaiting && whyNot === null,
    whyNot: isWaiting ? whyNot : null,
  };
}
