/**
 * Gives back what another admin took away: somebody's place as an admin, or their roles at the desk. Only a command on the server
 * does this, so that the site does not stay with a thief.
 */
import type { Pool, PoolClient } from 'pg';
import { createPasswordHasher, endSessions } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import type { MailDeps } from '../mails';
import type { Platform } from '../platform';
import { deleteFactor } from '../second-factor';
import { sendRoleRestoredMail, sendRolesChangedMails } from './admin-mails';
import { lockAdmins } from './admin-role';
import type { AdminRole } from '../../src/core/admin-roles';
import { giveBackRoles, hasLostRoles, readRoles } from './desk-roles';

export interface RestoredAdmin {
  readonly username: string;
  readonly name: string;
  /** What they have got back; empty where a repeated call only makes another sign-in. */
  readonly roles: readonly AdminRole[];
  /**
   * The command prints it once, and it is stored nowhere. It works for one sign-in, after which the admin must set an own
   * password.
   */
  readonly password: string;
}

const PASSWORD_BYTES = 15;

/**
 * Gives back to an admin what another one took: this opens the account, ends all its sessions, creates one sign-in, after which they set up a new
 * second factor, and tells the admin and all owners by mail. They get the roles that they lost last, and `owner` where somebody ever took that
 * from them. The time since when they are an admin, their inviter and their confirmation stay as they were. Earlier approvals don't count any
 * more. A repeated call before they have set an own password creates another sign-in. Returns null where nobody took anything from this username.
 */
export async function restoreOnServer(
  platform: MailDeps & Pick<Platform, 'randomBytes' | 'log'> & { readonly pool: Pool },
  { username, osUser }: { readonly username: string; readonly osUser: string },
): Promise<RestoredAdmin | null> {
  const password = platform.randomBytes(PASSWORD_BYTES).toString('base64url');
  // We hash before the transaction, because hashing takes long and nobody else should wait for it.
  const passwordHash = await createPasswordHasher().hash(password, { lane: 'player', account: username });
  const at = platform.now();
  const restoredAdmin = await transaction(platform.pool, async (tx) => {
    await lockAdmins(tx);
    const removedAdmin = await findRemovedAdmin(tx, username);
    if (removedAdmin === null) return null;
    const { user_id: userId, ended_by: endedBy } = removedAdmin;
    const before = (await readRoles(tx, [userId])).get(userId) ?? [];
    await tx.query(
      `UPDATE player SET role = 'admin', closed_at = NULL, password_hash = $2, version = version + 1 WHERE user_id = $1`,
      [userId, passwordHash],
    );
    // Whoever took the place away may have set up a factor of their own before.
    await deleteFactor(tx, userId);
    const roles = await giveBackRoles(tx, userId, at);
    await tx.query(
      `UPDATE admin SET ended_at = NULL, ended_by = NULL, end_reason = NULL, restored_at = greatest($2, ended_at), password_due = true, one_time = 'open', sign_in_at = NULL
       WHERE user_id = $1`,
      [userId, at],
    );
    await endSessions(tx, userId, null, 'password-changed', at);
    await writeAudit(tx, {
      at, userId, action: 'admin-restored-on-server', subject: userId,
      before: endedBy === null ? { role: 'admin' } : { role: 'player', endedBy }, after: { role: 'admin', osUser, ...(roles.length > 0 && { roles }) },
    });
    await sendRoleRestoredMail(tx, platform, userId);
    if (roles.length > 0) {
      const after = (await readRoles(tx, [userId])).get(userId) ?? [];
      await sendRolesChangedMails(tx, platform, { by: 'Somebody who may run commands on the server', otherId: userId, before, after });
    }
    return { ...removedAdmin, roles };
  });
  if (restoredAdmin === null) return null;
  platform.log('admin.restored', { alert: true, adminId: restoredAdmin.user_id, osUser, roles: restoredAdmin.roles });
  return { username: restoredAdmin.username, roles: restoredAdmin.roles, name: `${restoredAdmin.firstname} ${restoredAdmin.lastname}`, password };
}

interface RemovedAdminRow {
  readonly user_id: string;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Null for somebody who is still an admin. */
  readonly ended_by: string | null;
  /** True for an admin who was removed, or was given back and has not set an own password since. */
  readonly restorable: boolean;
}

/**
 * Finds an admin whom another one removed, or from whom another one took a role. Whoever closed their own account gave everything up for good,
 * so they are left out.
 */
async function findRemovedAdmin(tx: PoolClient, username: string): Promise<RemovedAdminRow | null> {
  const { rows } = await tx.query<RemovedAdminRow>(
    `SELECT p.user_id, p.username, p.firstname, p.lastname, a.ended_by,
            a.ended_by IS NOT NULL OR (a.restored_at IS NOT NULL AND a.one_time IS NOT NULL) AS restorable
     FROM admin a JOIN player p USING (user_id) WHERE p.username_key = $1 AND (a.ended_by IS NOT NULL OR a.ended_at IS NULL) FOR NO KEY UPDATE OF p`,
    [username.trim().toLowerCase()],
  );
  const [admin] = rows;
  if (admin === undefined) return null;
  return admin.restorable || (await hasLostRoles(tx, admin.user_id)) ? admin : null;
}
