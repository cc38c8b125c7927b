/** Reads withdrawals that people decide on, and reads and stores their approvals. */
import type { PoolClient } from 'pg';
import { WITHDRAWAL_COLUMNS } from '../cashier';
import type { WithdrawalPage, WithdrawalPosition, WithdrawalRow } from '../cashier';
import type { OtherAdmin, Origin } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

/** Lists the withdrawals that wait for a decision, oldest first, starting after `after`. */
export async function listWaitingWithdrawals(db: Db, after: WithdrawalPosition | null, limit: number): Promise<WithdrawalPage> {
  const { rows } = await db.query<WithdrawalRow>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawal w
     WHERE state = 'checking' AND ($1::timestamptz IS NULL OR (created_at, withdrawal_id) > ($1, $2))
     ORDER BY created_at, withdrawal_id LIMIT $3`,
    [after?.at ?? null, after?.withdrawalId ?? null, limit + 1],
  );
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Lists the withdrawals that people have decided, the newest decision first, starting after `after`. */
export async function listDecidedWithdrawals(db: Db, after: WithdrawalPosition | null, limit: number): Promise<WithdrawalPage> {
  const { rows } = await db.query<WithdrawalRow>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawal w
     WHERE approvals_needed > 0 AND decided_at IS NOT NULL AND ($1::timestamptz IS NULL OR (decided_at, withdrawal_id) < ($1, $2))
     ORDER BY decided_at DESC, withdrawal_id DESC LIMIT $3`,
    [after?.at ?? null, after?.withdrawalId ?? null, limit + 1],
  );
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Holds where the approval `a` counts by the roles of its `admin` since then, and no account of the player's person seems to be that admin. */
const APPROVAL_COUNTS = `(admin.user_id IS NOT NULL AND admin.ended_at IS NULL AND (admin.restored_at IS NULL OR a.at > admin.restored_at)
  AND EXISTS (SELECT FROM desk_role r WHERE r.user_id = a.user_id AND r.role = 'payments' AND r.ended_at IS NULL AND r.granted_at <= a.at)
  AND NOT EXISTS (SELECT FROM withdrawal own WHERE own.withdrawal_id = a.withdrawal_id AND is_own_player(a.user_id, own.user_id)))`;

interface NewApproval extends Origin {
  readonly adminId: string;
  readonly at: Date;
}

/**
 * Stores an approval with its origin. Throws 409 `conflict` where the admin had approved it before their role was taken away
 * and given back: that approval was undone, and each admin approves once.
 */
export async function insertApproval(tx: PoolClient, withdrawalId: string, { adminId, at, network, device }: NewApproval): Promise<void> {
  const { rowCount } = await tx.query(
    'INSERT INTO withdrawal_approval (withdrawal_id, user_id, at, network, device) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [withdrawalId, adminId, at, network, device],
  );
  if (rowCount === 1) return;
  const detail = 'You approved this before your role was taken away, so your approval no longer counts.';
  throw new ProblemError('conflict', 'Other admins have to decide on this withdrawal.', { detail });
}

/**
 * Returns the approvals that count, in their order, and keeps the roles of their admins until the transaction ends. Approvals
 * of former admins don't count, and neither do those from before a role was given back.
 */
export async function readCountedApprovals(tx: PoolClient, withdrawalId: string): Promise<OtherAdmin[]> {
  const { rows } = await tx.query<ApprovalOriginRow>(
    `SELECT a.user_id, a.at, a.network, a.device FROM withdrawal_approval a JOIN player p USING (user_id) JOIN admin USING (user_id)
     WHERE a.withdrawal_id = $1 AND p.role = 'admin' AND ${APPROVAL_COUNTS} ORDER BY a.approval_id FOR SHARE OF admin`,
    [withdrawalId],
  );
  return rows.map(toOtherAdmin);
}

export interface ApprovalOriginRow extends Origin {
  readonly user_id: string;
  readonly at: Date;
}

export function toOtherAdmin({ user_id: userId, at, network, device }: ApprovalOriginRow): OtherAdmin {
  return { userId, approval: { at, network, device } };
}

export interface Approval extends ApprovalOriginRow {
  readonly withdrawal_id: string;
  readonly username: string;
  /** False where its admin has lost the role, or got it back since. */
  readonly counts: boolean;
}

/** Reads the approvals of these withdrawals, in their order, also those that do not count. */
export async function readApprovals(db: Db, withdrawalIds: readonly string[]): Promise<Approval[]> {
  const { rows } = await db.query<Approval>(
    `SELECT a.withdrawal_id, a.user_id, p.username, a.at, a.network, a.device, w.state <> 'checking' OR coalesce(${APPROVAL_COUNTS}, false) AS counts
     FROM withdrawal_approval a JOIN player p USING (user_id) JOIN withdrawal w USING (withdrawal_id) LEFT JOIN admin ON admin.user_id = a.user_id
     WHERE a.withdrawal_id = ANY($1) ORDER BY a.approval_id`,
    [withdrawalIds],
  );
  return rows;
}
