/** Says who of the team looks after a thread. */
import type { AdminThread } from '../../src/core/contract/support-team';
import { writeAudit } from '../audit';
import { ROLE_IS_HELD } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { aboutThread, auditedOf } from './about-thread';
import type { ThreadActor } from './about-thread';
import { readThreadRow } from './team-thread-rows';

export interface Assignment extends ThreadActor {
  /** Null: nobody any more. */
  readonly to: string | null;
  /** Who had it when the admin looked. */
  readonly seen: string | null;
}

/**
 * Takes a thread, gives it back or gives it to somebody else of support. Throws as `aboutThread`, `conflict` where somebody else has done so in the
 * meantime, and `validation` where the other one is not of support.
 */
export function assignThread(platform: Platform, assignment: Assignment): Promise<AdminThread> {
  const { adminId, threadId, to, seen } = assignment;
  return aboutThread(platform, assignment, async (tx, row, at) => {
    const { assigned_to: holder } = row;
    if (holder === to) return readThreadRow(tx, threadId);
    if (holder !== seen) throw new ProblemError('conflict', 'Somebody else has taken or given it in the meantime.');
    if (to !== null && !(await listColleagues(tx)).some(({ userId }) => userId === to)) {
      throw new ProblemError('validation', 'Please check the marked fields.', { errors: [{ field: 'to', message: 'Choose somebody of support.' }] });
    }
    await tx.query('UPDATE support_thread SET assigned_to = $2, assigned_at = $3 WHERE thread_id = $1', [threadId, to, to === null ? null : at]);
    await writeAudit(tx, { at, userId: adminId, action: 'thread-assigned', subject: threadId, before: { to: holder }, after: auditedOf(row, { to }) });
    return readThreadRow(tx, threadId);
  });
}

export interface Colleague {
  readonly userId: string;
  readonly username: string;
}

/** Lists the people who have the role now. */
export async function listColleagues(db: Db): Promise<readonly Colleague[]> {
  const { rows } = await db.query<Colleague>(
    `SELECT p.user_id AS "userId", p.username FROM desk_role r JOIN player p USING (user_id) WHERE r.role = 'support' AND ${ROLE_IS_HELD} ORDER BY p.username_key`,
  );
  return rows;
}
