/** Takes an admin's role away. Another person who has been an admin for a day does it alone, and it holds at once. */
import type { PoolClient } from 'pg';
import type { removeAdmin as removeAdminEndpoint } from '../../src/core/contract/admins';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { checkOwnPassword, requireUnchangedPassword, findPlayer, endSessions } from '../accounts';
import type { PlayerRow, Device } from '../accounts';
import { writeAudit } from '../audit';
import { createDecisionContext, requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { moneyTransaction } from '../ledger/operation';
import type { Platform } from '../platform';
import { sendRoleTakenMails } from './admin-mails';
import { findRemovalRefusal } from './removal-guard';
import type { RemovalRefusal } from './removal-guard';
import { endAdminRole, lockAdmins } from './admin-role';
import { undoApprovals } from './undo-approvals';

type RemovalResult = AnswerOf<typeof removeAdminEndpoint>;

export interface Removal {
  readonly adminId: string;
  /** The admin's session, for which wrong passwords are counted. */
  readonly sessionHash: string;
  readonly otherId: string;
  /** The password of the admin who asks. */
  readonly password: string;
  readonly reason: string;
  readonly from: Device;
}

/**
 * Takes the role of `otherId` away. This closes the account, ends all its sessions, and undoes what waits: their approvals of
 * withdrawals that were not sent to the bank yet, their invitations and their proposals. All other admins get a mail. Removing
 * again changes nothing. Throws 401 `invalid-credentials` and 429 for the password, 404 `not-found`, 409 `conflict` for one's
 * own role (so nobody can remove the last admin), and 403 `not-counted` for somebody who became an admin within a day, or
 * counts as one person with the other (this also writes a line into the audit trail and alerts; nothing else changes).
 */
export async function removeAdmin(platform: Platform, removal: Removal): Promise<RemovalResult> {
  const { adminId, otherId } = removal;
  const admin = await findPlayer(platform.pool, adminId);
  if (admin === undefined) throw new Error('the session has no player');
  await checkOwnPassword(platform, admin, { password: removal.password, sessionHash: removal.sessionHash, field: 'password' });
  const { rowCount } = await platform.pool.query('SELECT 1 FROM admin WHERE user_id = $1', [otherId]);
  if (rowCount === 0) throw new ProblemError('not-found', 'There is no such admin.');
  if (adminId === otherId) {
    throw new ProblemError('conflict', 'You can’t take your own role away.', { detail: 'You can close your account under “My profile” instead.' });
  }
  const result = await moneyTransaction(platform, (tx) => removeInTransaction(tx, platform, removal, admin));
  if ('problem' in result) {
    platform.log('admin.removal-not-counted', { alert: true, adminId, removes: otherId, ...result.why });
    throw result.problem;
  }
  if (result.isNew) platform.log('admin.removed', { alert: true, adminId, removed: otherId });
  const { isNew: _, ...answer } = result;
  return answer;
}

async function removeInTransaction(
  tx: PoolClient,
  platform: Platform,
  { otherId, reason, from }: Removal,
  admin: PlayerRow,
): Promise<(RemovalResult & { readonly isNew: boolean }) | RemovalRefusal> {
  const { user_id: adminId } = admin;
  await lockAdmins(tx);
  // Where two admins remove each other, the second one has lost the role by now and may not go on.
  await requireRole(tx, adminId, 'owner');
  await requireUnchangedPassword(tx, admin, 'password');
  if (!(await isAdmin(tx, otherId))) return { approvals: 0, invitations: 0, proposals: 0, isNew: false };
  const at = platform.now();
  const refusal = await findRemovalRefusal(tx, createDecisionContext(platform, adminId), otherId);
  if (refusal !== null) {
    // The line in the audit trail must stay, so the caller throws the refusal only after the commit.
    await writeAudit(tx, { at, userId: adminId, action: 'removal-not-counted', subject: otherId, before: null, after: refusal.why });
    return refusal;
  }
  // The account was never a player's, so nobody can use it from now on.
  await tx.query(`UPDATE player SET role = 'player', closed_at = coalesce(closed_at, $2), version = version + 1 WHERE user_id = $1`, [otherId, at]);
  await tx.query('UPDATE email_token SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [otherId, at]);
  await endSessions(tx, otherId, null, 'account-closed', at, from);
  const pending = await endAdminRole(tx, otherId, at, { adminId, reason });
  const approvals = await undoApprovals(tx, otherId, at);
  await writeAudit(tx, {
    at, userId: adminId, action: 'admin-removed', subject: otherId, before: { role: 'admin' }, after: { reason, approvals, ...pending },
  });
  await sendRoleTakenMails(tx, platform, { adminId, otherId, reason });
  return { approvals: approvals.length, ...pending, isNew: true };
}

async function isAdmin(tx: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(`SELECT 1 FROM player WHERE user_id = $1 AND role = 'admin' AND closed_at IS NULL FOR NO KEY UPDATE`, [userId]);
  return rowCount === 1;
}
