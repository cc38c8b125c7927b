/** Takes every role at the desk after a restore, because those that were taken away since the backup would hold again. */
import type { PoolClient } from 'pg';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { endPending, lockAdmins } from './admin-role';
import { endRoles } from './desk-roles';
import { undoApprovals } from './undo-approvals';

/**
 * Ends every role of every admin, and what they began: approvals of withdrawals that are not at the bank yet, invitations and proposals. The
 * roles count as taken by the platform, so `restoreOnServer` gives them back to an owner, who gives the others theirs.
 */
export async function endEveryRole(tx: PoolClient, at: Date): Promise<void> {
  await lockAdmins(tx);
  const { rows } = await tx.query<{ user_id: string }>('SELECT DISTINCT user_id FROM desk_role WHERE ended_at IS NULL ORDER BY user_id');
  for (const { user_id: userId } of rows) {
    await endRoles(tx, userId, ADMIN_ROLES, { by: null, at });
    await undoApprovals(tx, userId, at);
    await endPending(tx, userId, ADMIN_ROLES, { by: userId, at });
  }
}
