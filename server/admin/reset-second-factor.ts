/** Takes an admin's second factor away, who has lost it: an owner does it for others, and a command on the server for the last owner. */
import type { Pool, PoolClient } from 'pg';
import { checkOwnPassword, endSessions, findPlayer, requireUnchangedPassword } from '../accounts';
import type { Device, PlayerRow } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { createDecisionContext, requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { MailDeps } from '../mails';
import type { Platform } from '../platform';
import { deleteFactor, sendFactorResetMails } from '../second-factor';
import { lockAdmins } from './admin-role';
import { findRemovalRefusal } from './removal-guard';
import type { RemovalRefusal } from './removal-guard';

export interface ResetRequest {
  readonly adminId: string;
  readonly sessionHash: string;
  readonly otherId: string;
  /** The password of the owner who asks. */
  readonly password: string;
  readonly reason: string;
  readonly from: Device;
}

/**
 * Takes the second factor of `otherId` away and ends all their sessions. Throws 401 `invalid-credentials` and 429 for the password, 409
 * `conflict` for one's own, 404 `not-found` where there is no such admin or factor, and 403 `not-counted` as a removal does.
 */
export async function resetSecondFactor(platform: Platform, reset: ResetRequest): Promise<void> {
  const admin = await findPlayer(platform.pool, reset.adminId);
  if (admin === undefined) throw new Error('the session has no player');
  await checkOwnPassword(platform, admin, { password: reset.password, sessionHash: reset.sessionHash, field: 'password' });
  if (reset.adminId === reset.otherId) {
    throw new ProblemError('conflict', 'You can’t take your own second factor away.', { detail: 'You can replace it by another one under your name.' });
  }
  const refusal = await transaction(platform.pool, (tx) => resetInTransaction(tx, platform, reset, admin));
  if (refusal !== null) {
    platform.log('admin.factor-reset-not-counted', { alert: true, adminId: reset.adminId, admin: reset.otherId, ...refusal.why });
    throw refusal.problem;
  }
  platform.log('admin.factor-reset', { alert: true, adminId: reset.adminId, admin: reset.otherId });
}

async function resetInTransaction(
  tx: PoolClient,
  platform: Platform,
  { adminId, otherId, reason, from }: ResetRequest,
  admin: PlayerRow,
): Promise<RemovalRefusal | null> {
  await lockAdmins(tx);
  await requireRole(tx, adminId, 'owner');
  await requireUnchangedPassword(tx, admin, 'password');
  const { rowCount } = await tx.query(
    `SELECT FROM player JOIN second_factor USING (user_id) WHERE user_id = $1 AND role = 'admin' AND closed_at IS NULL FOR NO KEY UPDATE OF player`,
    [otherId],
  );
  if (rowCount !== 1) throw new ProblemError('not-found', 'There is no such admin with a second factor.');
  const at = platform.now();
  const refusal = await findRemovalRefusal(tx, createDecisionContext(platform, adminId), otherId);
  if (refusal !== null) {
    // The line in the audit trail must stay, so the caller throws the refusal only after the commit.
    await writeAudit(tx, { at, userId: adminId, action: 'factor-reset-not-counted', subject: otherId, before: null, after: refusal.why });
    return refusal;
  }
  await deleteFactor(tx, otherId);
  await endSessions(tx, otherId, null, 'second-factor', at, from);
  await writeAudit(tx, { at, userId: adminId, action: 'second-factor-reset', subject: otherId, before: null, after: { reason } });
  await sendFactorResetMails(tx, platform, { userId: otherId, adminId, reason });
  return null;
}

/** Does the same by the command on the server. Returns the admin's name, or null where nobody with this username has a second factor. */
export async function resetFactorOnServer(
  platform: MailDeps & Pick<Platform, 'log'> & { readonly pool: Pool },
  { username, osUser }: { readonly username: string; readonly osUser: string },
): Promise<string | null> {
  const at = platform.now();
  const admin = await transaction(platform.pool, async (tx) => {
    await lockAdmins(tx);
    const { rows: [found] } = await tx.query<{ user_id: string; firstname: string; lastname: string }>(
      `SELECT user_id, firstname, lastname FROM player JOIN second_factor USING (user_id)
       WHERE username_key = $1 AND role = 'admin' AND closed_at IS NULL FOR NO KEY UPDATE OF player`,
      [username.trim().toLowerCase()],
    );
    if (found === undefined) return null;
    const { user_id: userId } = found;
    await deleteFactor(tx, userId);
    await endSessions(tx, userId, null, 'second-factor', at);
    await writeAudit(tx, { at, userId, action: 'second-factor-reset-on-server', subject: userId, before: null, after: { osUser } });
    await sendFactorResetMails(tx, platform, { userId, adminId: null, reason: 'Asked for on the server.' });
    return found;
  });
  if (admin === null) return null;
  platform.log('admin.factor-reset', { alert: true, admin: admin.user_id, osUser });
  return `${admin.firstname} ${admin.lastname}`;
}
