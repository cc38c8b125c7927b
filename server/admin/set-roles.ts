/** Lets an owner change what another admin, or they themselves, may do at the desk. */
import type { PoolClient } from 'pg';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import type { setAdminRoles } from '../../src/core/contract/admins';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { checkOwnPassword, findPlayer, requireUnchangedPassword } from '../accounts';
import type { PlayerRow } from '../accounts';
import { writeAudit } from '../audit';
import { createDecisionContext, requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { moneyTransaction } from '../ledger/operation';
import type { Platform } from '../platform';
import { endPending, lockAdmins } from './admin-role';
import { sendRolesChangedMails } from './admin-mails';
import { endRoles, grantRoles, readRoles, refuseLastOwner } from './desk-roles';
import { findRemovalRefusal } from './removal-guard';
import type { RemovalRefusal } from './removal-guard';
import { undoApprovals } from './undo-approvals';

interface RoleChange extends BodyOf<typeof setAdminRoles> {
  readonly adminId: string;
  readonly sessionHash: string;
  readonly otherId: string;
}

/**
 * Sets what an admin may do. What the other began in a role that is taken ends with it: approvals of withdrawals that are not at the bank yet,
 * invitations and proposals. The other and all owners get a mail. Asks for the password of the owner who acts.
 * Throws 401 `invalid-credentials`, 404 `not-found`, 412 `version-conflict` where the roles are
 * no longer those that the owner saw, 409 `conflict` for the last owner, and 403
 * `not-counted` as a removal does: by a new owner, for a role that was just given back, and for somebody who counts as the same person.
 */
export async function setRoles(platform: Platform, change: RoleChange): Promise<readonly AdminRole[]> {
  const admin = await findPlayer(platform.pool, change.adminId);
  if (admin === undefined) throw new Error('the session has no player');
  await checkOwnPassword(platform, admin, { password: change.password, sessionHash: change.sessionHash, field: 'password' });
  const result = await moneyTransaction(platform, (tx) => setInTransaction(tx, platform, change, admin));
  if (!('problem' in result)) return result;
  platform.log('admin.roles-not-counted', { alert: true, adminId: change.adminId, admin: change.otherId, ...result.why });
  throw result.problem;
}

async function setInTransaction(
  tx: PoolClient,
  platform: Platform,
  change: RoleChange,
  admin: PlayerRow,
): Promise<readonly AdminRole[] | RemovalRefusal> {
  const { adminId, otherId } = change;
  await lockAdmins(tx);
  await requireRole(tx, adminId, 'owner');
  await requireUnchangedPassword(tx, admin, 'password');
  const { rowCount } = await tx.query(`SELECT 1 FROM player WHERE user_id = $1 AND role = 'admin' AND closed_at IS NULL FOR NO KEY UPDATE`, [otherId]);
  if (rowCount !== 1) throw new ProblemError('not-found', 'There is no such admin.');
  const before = (await readRoles(tx, [otherId])).get(otherId) ?? [];
  const after = ADMIN_ROLES.filter((role) => change.roles.includes(role));
  const taken = before.filter((role) => !after.includes(role));
  const given = after.filter((role) => !before.includes(role));
  // This also answers a call that comes again because its first answer was lost.
  if (taken.length + given.length === 0) return after;
  if (before.some((role) => !change.seen.includes(role)) || change.seen.some((role) => !before.includes(role))) {
    throw new ProblemError('version-conflict', 'Somebody else changed these roles meanwhile.', {
      current: { roles: before }, detail: 'Open the list again and look at what they may do now.',
    });
  }
  if (taken.includes('owner')) await refuseLastOwner(tx, otherId);
  const at = platform.now();
  const refusal = otherId === adminId ? null : await findRemovalRefusal(tx, createDecisionContext(platform, adminId), otherId);
  if (refusal !== null) {
    // The line in the audit trail must stay, so the caller throws the refusal only after the commit.
    await writeAudit(tx, { at, userId: adminId, action: 'roles-not-counted', subject: otherId, before: { roles: before }, after: refusal.why });
    return refusal;
  }
  await endRoles(tx, otherId, taken, { by: adminId, at });
  await grantRoles(tx, otherId, given, { by: adminId, at });
  const approvals = taken.includes('payments') ? await undoApprovals(tx, otherId, at) : [];
  const pending = await endPending(tx, otherId, taken, { by: adminId, at });
  await writeAudit(tx, {
    at, userId: adminId, action: 'roles-changed', subject: otherId, before: { roles: before }, after: { roles: after, approvals, ...pending },
  });
  await sendRolesChangedMails(tx, platform, { by: admin.username, otherId, before, after });
  return after;
}
