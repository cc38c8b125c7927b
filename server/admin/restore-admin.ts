/**
 * Gives back a role that another admin took away. Only a command on the server does this, so that the site does not stay with a
 * thief.
 */
import type { Pool, PoolClient } from 'pg';
import { createPasswordHasher, endSessions } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import type { MailDeps } from '../mails';
import type { Platform } from '../platform';
import { sendRoleRestoredMail } from './admin-mails';
import { lockAdmins } from './admin-role';
import { giveBackRoles } from './desk-roles';

export interface RestoredAdmin {
  readonly username: string;
  readonly name: string;
  /**
   * The command prints it once, and it is stored nowhere. It works for one sign-in, after which the admin must set an own
   * password.
   */
  readonly password: string;
}

const PASSWORD_BYTES = 15;

/**
 * Gives the role back to an admin from whom another one took it: this opens the account, ends all its sessions, creates one
 * sign-in, and tells the owner by mail. The time since when they are an admin, their inviter and their confirmation stay as
 * they were. Earlier approvals don't count any more. A repeated call before they have set an own password creates another
 * sign-in. Returns null where the role of this username was not taken away.
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
    await tx.query(
      `UPDATE player SET role = 'admin', closed_at = NULL, password_hash = $2, version = version + 1 WHERE user_id = $1`,
      [userId, passwordHash],
    );
    await tx.query(
      `UPDATE admin SET ended_at = NULL, ended_by = NULL, end_reason = NULL, restored_at = greatest($2, ended_at), password_due = true, one_time = 'open', sign_in_at = NULL
       WHERE user_id = $1`,
      [userId, at],
    );
    if (endedBy !== null) await giveBackRoles(tx, userId, at);
    await endSessions(tx, userId, null, 'password-changed', at);
    await writeAudit(tx, {
      at, userId, action: 'admin-restored-on-server', subject: userId,
      before: endedBy === null ? { role: 'admin' } : { role: 'player', endedBy }, after: { role: 'admin', osUser },
    });
    await sendRoleRestoredMail(tx, platform, userId);
    return removedAdmin;
  });
  if (restoredAdmin === null) return null;
  platform.log('admin.restored', { alert: true, adminId: restoredAdmin.user_id, osUser });
  return { username: restoredAdmin.username, name: `${restoredAdmin.firstname} ${restoredAdmin.lastname}`, password };
}

interface RemovedAdminRow {
  readonly user_id: string;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Null where the role was given back before, and no own password was set since. */
  readonly ended_by: string | null;
}

/**
 * Finds an admin whose role another one took away. Whoever closed their own account gave the role up for good, so they are left
 * out.
 */
async function findRemovedAdmin(tx: PoolClient, username: string): Promise<RemovedAdminRow | null> {
  const { rows } = await tx.query<RemovedAdminRow>(
    `SELECT p.user_id, p.username, p.firstname, p.lastname, a.ended_by FROM admin a JOIN player p USING (user_id)
     WHERE p.username_key = $1 AND (a.ended_by IS NOT NULL OR (a.ended_at IS NULL AND a.restored_at IS NOT NULL AND a.one_time IS NOT NULL))
     FOR NO KEY UPDATE OF p`,
    [username.trim().toLowerCase()],
  );
  return rows[0] ?? null;
}
