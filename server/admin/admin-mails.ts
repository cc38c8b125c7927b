/** Mails to admins about their role. */
import type { PoolClient } from 'pg';
import type { AdminRole } from '../../src/core/admin-roles';
import { brand } from '../../src/core/brand';
import { findPlayer } from '../accounts';
import { isOwnerSql } from '../four-eyes';
import { mailPlayer, formatMoment } from '../mails';
import type { MailDeps } from '../mails';

/** Tells every remaining admin, and the one who was removed, that the role was taken away. */
export async function sendRoleTakenMails(
  tx: PoolClient,
  platform: MailDeps,
  removal: { readonly adminId: string; readonly otherId: string; readonly reason: string },
): Promise<void> {
  const [by, other] = [await findPlayer(tx, removal.adminId), await findPlayer(tx, removal.otherId)];
  if (by === undefined || other === undefined) throw new Error('the admin has no account');
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM player WHERE (role = 'admin' AND closed_at IS NULL) OR user_id = $1 ORDER BY user_id`,
    [removal.otherId],
  );
  for (const { user_id: userId } of rows) {
    await mailPlayer(tx, platform, userId, {
      onlyActivated: true,
      write: (site) => ({
        subject: `An admin of ${brand.name} was removed`,
        parts: [
          `${by.username} has taken the role of ${other.username} away. The account is closed and signed out everywhere, and what it approved and was not paid out yet waits for others again.`,
          { facts: [['When', formatMoment(platform.now())], ['Reason', removal.reason]] },
          userId === removal.otherId ? 'If you think this is wrong, talk to the people who run the site.' : 'If you think this is wrong, look at the audit trail and talk to the others.',
          { aside: `The admin page is at ${site}/admin?tab=trail` },
        ],
      }),
    });
  }
}

/** Tells somebody whose roles were changed, and every owner. */
export async function sendRolesChangedMails(
  tx: PoolClient,
  platform: MailDeps,
  { by, otherId, before, after }: {
    /** Who changed them, in words. */
    readonly by: string; readonly otherId: string; readonly before: readonly AdminRole[]; readonly after: readonly AdminRole[];
  },
): Promise<void> {
  const other = await findPlayer(tx, otherId);
  if (other === undefined) throw new Error('the admin has no account');
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM player WHERE user_id = $1 OR ${isOwnerSql('player.user_id')} ORDER BY user_id`,
    [otherId],
  );
  for (const { user_id: userId } of rows) {
    await mailPlayer(tx, platform, userId, {
      onlyActivated: true,
      write: (site) => ({
        subject: `The roles of an admin of ${brand.name} were changed`,
        parts: [
          `${by} has changed what ${other.username} may do on the admin page.`,
          { facts: [['When', formatMoment(platform.now())], ['Before', listRoles(before)], ['Now', listRoles(after)]] },
          'If you think this is wrong, look at the audit trail and talk to the others. Whoever runs the server can give a role back that another admin took away.',
          { aside: `The admin page is at ${site}/admin?tab=people` },
        ],
      }),
    });
  }
}

const listRoles = (roles: readonly AdminRole[]): string => (roles.length === 0 ? 'none' : roles.join(', '));

/**
 * Tells an admin that the command on the server has given their role back. The mail has no sign-in, because only the server
 * shows it.
 */
export async function sendRoleRestoredMail(tx: PoolClient, platform: MailDeps, userId: string): Promise<void> {
  await mailPlayer(tx, platform, userId, {
    onlyActivated: true,
    write: (site) => ({
      subject: `You are an admin of ${brand.name} again`,
      parts: [
        'Somebody who may run commands on the server has given your role back to you. Your account is open again, and its old password works no more.',
        { facts: [['When', formatMoment(platform.now())]] },
        'They have a sign-in for you, which works once. Then you set a password of your own.',
        'If you did not expect this, talk to the people who run the server at once: whoever has that sign-in can use your account.',
        { aside: `The admin page is at ${site}/admin` },
      ],
    }),
  });
}
