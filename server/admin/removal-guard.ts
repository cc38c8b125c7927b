/**
 * Decides whether an admin may take another one's role away: not on their first day, not a role that was just given back, and
 * not the role of somebody who counts as one person with them.
 */
import type { PoolClient } from 'pg';
import { DAY_MS, dateTime } from '../../src/core/time';
import { describeNewness, findSamePerson, describeSamePerson, readOwnerWait } from '../four-eyes';
import type { DecisionContext } from '../four-eyes';
import { ProblemError } from '../http/problem';

export interface RemovalRefusal {
  readonly problem: ProblemError;
  /** The audit trail and the log get this. */
  readonly why: Readonly<Record<string, string>>;
}

/**
 * Returns why the admin may not take the role of `otherId` away; null where they may. An admin or owner of less than 24 hours may not,
 * except the first admin of the platform. Two who count as one person may not either, so that a second account can't take the
 * site from its owner; but whoever invited the other, directly or by way of others, may.
 */
export async function findRemovalRefusal(tx: PoolClient, context: DecisionContext, otherId: string): Promise<RemovalRefusal | null> {
  const wait = await readOwnerWait(tx, context.adminId, context.now);
  if (wait !== null) {
    const detail = `${describeNewness(wait.role)} You can take somebody’s role away from ${dateTime(wait.from.getTime())} (Lagos).`;
    return { why: { by: 'new' }, problem: new ProblemError('not-counted', 'You can’t take a role away yet.', { reason: 'new', detail }) };
  }
  if (await wasJustRestored(tx, otherId, context.now)) {
    const detail = 'This role was given back on the server less than 24 hours ago. Nobody can take it away before then.';
    return { why: { by: 'restored' }, problem: new ProblemError('not-counted', 'You can’t take this role away yet.', { reason: 'restored', detail }) };
  }
  if (await hasInvited(tx, context.adminId, otherId)) return null;
  const match = await findSamePerson(tx, context, [{ userId: otherId }]);
  if (match === null) return null;
  const problem = new ProblemError('not-counted', 'You can’t take this role away.', { reason: match.by, detail: describeSamePerson(match) });
  return { why: { by: match.by, with: match.userId }, problem };
}

/**
 * Protects a role that was just given back, because a thief who took it away would be quicker with a script than the owner is
 * with a password of their own.
 */
async function wasJustRestored(tx: PoolClient, adminId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM admin WHERE user_id = $1 AND ended_at IS NULL AND restored_at > $2', [
    adminId, new Date(now.getTime() - DAY_MS),
  ]);
  return rowCount === 1;
}

/** Returns true where `adminId` invited `otherId`, directly or by way of others. */
async function hasInvited(tx: PoolClient, adminId: string, otherId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `WITH RECURSIVE way AS (
       SELECT invited_by FROM admin WHERE user_id = $2
       UNION
       SELECT a.invited_by FROM way w JOIN admin a ON a.user_id = w.invited_by)
     SELECT 1 FROM way WHERE invited_by = $1`,
    [adminId, otherId],
  );
  return rowCount === 1;
}
