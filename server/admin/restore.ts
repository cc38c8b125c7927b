/** Giving back a role that another admin took away: by whoever may run commands on the server, for the site must not stay with a thief. */
import type { Pool, PoolClient } from 'pg';
import { createPasswordHasher, endSessions } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import type { MailDeps } from '../mails';
import type { Platform } from '../platform';
import { sendRoleRestoredMail } from './admin-mails';
import { lockAdmins } from './admin-role';

export interface RestoredAdmin {
  readonly username: string;
  readonly name: string;
  /** To be printed once, and nowhere else. It works for one sign-in, after which a password of their own has to be set. */
  readonly password: string;
}

const PASSWORD_BYTES = 15;

/**
 * Gives the role back to an admin from whom another one took it: the account is open again, every session of it has ended, and
 * one sign-in is made; its owner is told by mail. Since when they are an admin, who let them in and whether they are confirmed
 * stay as they were. What they approved before counts no more. Again while that sign-in was not followed by a password of their
 * own makes another one. Gives null back for a username of nobody whose role was taken away.
 */
export async function restoreOnServer(
  platform: MailDeps & Pick<Platform, 'randomBytes' | 'log'> & { readonly pool: Pool },
  { username, osUser }: { readonly username: string; readonly osUser: string },
): Promise<RestoredAdmin | null> {
  const password = platform.randomBytes(PASSWORD_BYTES).toString('base64url');
  // Before the transaction: hashing takes long, and nobody else should wait for it.
  const passwordHash = await createPasswordHasher().hash(password, { lane: 'player', account: username });
  const at = platform.now();
  const restored = await transaction(platform.pool, async (tx) => {
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
    await endSessions(tx, userId, null, 'password-changed', at);
    await writeAudit(tx, {
      at, userId, action: 'admin-restored-on-server', subject: userId,
      before: endedBy === null ? { role: 'admin' } : { role: 'player', endedBy }, after: { role: 'admin', osUser },
    });
    await sendRoleRestoredMail(tx, platform, userId);
    return removedAdmin;
  });
  if (restored === null) return null;
  platform.log('admin.restored', { alert: true, adminId: restored.user_id, osUser });
  return { username: restored.username, name: `${restored.firstname} ${restored.lastname}`, password };
}

interface RemovedAdminRow {
  readonly user_id: string;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Null: the role was given back before, and no password of their own was set since. */
  readonly ended_by: string | null;
}

/** Whoever closed their own account gave the role back for good. */
async function findRemovedAdmin(tx: PoolClient, username: string): Promise<RemovedAdminRow | null> {
  const { rows } = await tx.query<RemovedAdminRow>(
    `SELECT p.user_id, p.username, p.firstname, p.lastname, a.ended_by FROM admin a JOIN player p USING (user_id)
     WHERE p.username_key = $1 AND (a.ended_by IS NOT NULL OR (a.ended_at IS NULL AND a.restored_at IS NOT NULL AND a.one_time IS NOT NULL))
     FOR NO KEY UPDATE OF p`,
    [username.trim().toLowerCase()],
  );
  return rows[0] ?? null;
}
