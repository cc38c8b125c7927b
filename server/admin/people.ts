/** Lists the admins, and records who confirms that each is a person of their own. */
import type { AdminPerson } from '../../src/core/contract/admins';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { createDecisionContext, moneyDecisionsFrom, readNewRoles, requireRole } from '../four-eyes';
import type { DecisionContext } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { confirmAdminRole, lockAdmins } from './admin-role';
import { readRoles } from './desk-roles';
import { findLettingInRefusal, findLettingInRefusals } from './letting-in';

interface PersonRow {
  user_id: string;
  username: string;
  firstname: string;
  lastname: string;
  created_at: Date;
  since: Date | null;
  invited_by: string | null;
  /** The username of the admin with whom they count as one person; their own where they count by themselves. */
  counts_with: string | null;
  counts_with_id: string | null;
  confirmed_at: Date | null;
  confirmed_by: string | null;
  enrolled_at: Date | null;
}

/** Lists all admins, the first one first, as the admin who asks may confirm them. */
export async function listPeople(db: Db, context: DecisionContext): Promise<AdminPerson[]> {
  const { rows } = await db.query<PersonRow>(
    `SELECT p.user_id, p.username, p.firstname, p.lastname, p.created_at, a.since, by.username AS invited_by,
            w.username AS counts_with, w.user_id AS counts_with_id, a.confirmed_at, c.username AS confirmed_by, f.enrolled_at
     FROM player p LEFT JOIN admin a USING (user_id) LEFT JOIN second_factor f USING (user_id) LEFT JOIN player by ON by.user_id = a.invited_by
     LEFT JOIN player w ON w.user_id = admin_eyes(p.user_id) LEFT JOIN player c ON c.user_id = a.confirmed_by
     WHERE p.role = 'admin' AND p.closed_at IS NULL ORDER BY p.created_at, p.user_id`,
  );
  const refusals = await findLettingInRefusals(db, context, rows.map((row) => ({ userId: row.user_id })));
  const roles = await readRoles(db, rows.map((row) => row.user_id));
  const newRoles = await readNewRoles(db, rows.map((row) => row.user_id), context.now);
  return rows.map((row, index) => {
    const isUnconfirmed = row.counts_with_id !== row.user_id;
    const whyNot = row.user_id === context.adminId ? OWN_CONFIRMATION : (refusals[index]?.detail ?? null);
    return {
      userId: row.user_id,
      username: row.username,
      name: `${row.firstname} ${row.lastname}`,
      roles: [...(roles.get(row.user_id) ?? [])],
      since: (row.since ?? row.created_at).toISOString(),
      invitedBy: row.invited_by,
      countsWith: isUnconfirmed ? (row.counts_with ?? row.username) : null,
      confirmedBy: row.confirmed_by,
      ...(row.confirmed_at !== null && row.confirmed_by === null && { isConfirmedOnServer: true }),
      secondFactor: row.enrolled_at?.toISOString() ?? null,
      moneyFrom: moneyDecisionsFrom(row.since ?? row.created_at, context.now)?.toISOString() ?? null,
      newRoles: (newRoles.get(row.user_id) ?? []).map(({ role, from }) => ({ role, from: from.toISOString() })),
      canConfirm: isUnconfirmed && whyNot === null,
      whyNot: isUnconfirmed ? whyNot : null,
    };
  });
}

const OWN_CONFIRMATION = 'Somebody else has to confirm that you are a person of your own.';

/**
 * Confirms that an admin is a person of their own, whose decisions count beside their inviter's. Confirming again changes
 * nothing. Throws 404 `not-found`, 403 `own-request` for oneself, and 403 `not-counted` for a new owner, and where the two may be one person.
 */
export async function confirmAdmin(platform: Platform, adminId: string, otherId: string): Promise<void> {
  const refusal = await transaction(platform.pool, async (tx) => {
    await lockAdmins(tx);
    await requireRole(tx, adminId, 'owner');
    const { rows } = await tx.query<{ counts_with_id: string; username: string }>(
      'SELECT admin_eyes(user_id) AS counts_with_id, username FROM admin JOIN player USING (user_id) WHERE user_id = $1 AND ended_at IS NULL',
      [otherId],
    );
    const [other] = rows;
    if (other === undefined) throw new ProblemError('not-found', 'There is no such admin.');
    if (otherId === adminId) throw new ProblemError('own-request', 'You can’t confirm yourself.', { detail: OWN_CONFIRMATION });
    if (other.counts_with_id === otherId) return null;
    const at = platform.now();
    // Neither this admin nor the one with whom they count as one person may confirm them.
    const context = createDecisionContext(platform, adminId);
    const refusal = await findLettingInRefusal(tx, context, [{ userId: otherId }, { userId: other.counts_with_id }]);
    if (refusal === null) await confirmAdminRole(tx, otherId, { by: adminId, at });
    await writeAudit(tx, {
      at, userId: adminId, action: refusal === null ? 'admin-confirmed' : 'confirmation-not-counted', subject: otherId,
      before: null, after: refusal === null ? { username: other.username } : refusal.why,
    });
    return refusal;
  });
  if (refusal === null) return;
  platform.log('admin.not-counted', { alert: true, adminId, ...refusal.why, confirms: otherId });
  throw new ProblemError('not-counted', 'Your confirmation does not count here.', { reason: refusal.reason, detail: refusal.detail });
}

/**
 * Confirms an admin by the command on the server. This also works for the first admin, and for one whose earlier browsers and
 * networks must no longer count. Returns the name, or null where the username is no admin's.
 */
export async function confirmOnServer(
  platform: Pick<Platform, 'pool' | 'now'>,
  { username, osUser }: { readonly username: string; readonly osUser: string },
): Promise<string | null> {
  return transaction(platform.pool, async (tx) => {
    await lockAdmins(tx);
    const { rows } = await tx.query<{ user_id: string; firstname: string; lastname: string }>(
      `SELECT user_id, firstname, lastname FROM admin JOIN player USING (user_id)
       WHERE username_key = $1 AND role = 'admin' AND closed_at IS NULL AND ended_at IS NULL`,
      [username.trim().toLowerCase()],
    );
    const [admin] = rows;
    if (admin === undefined) return null;
    const at = platform.now();
    await confirmAdminRole(tx, admin.user_id, { by: null, at });
    await writeAudit(tx, { at, userId: admin.user_id, action: 'admin-confirmed-on-server', subject: admin.user_id, before: null, after: { osUser } });
    return `${admin.firstname} ${admin.lastname}`;
  });
}
