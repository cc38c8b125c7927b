/** The frame of everything that the team does with one thread: it is not the thread of the admin themselves, and the trail says so. */
import type { PoolClient } from 'pg';
import { MINUTE_MS } from '../../src/core/time';
import type { Device } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { auditOwnPlayer, createDecisionContext, findOwnPlayerRefusal, requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { lockThread } from './thread-rows';
import type { ThreadRow } from './thread-rows';

export interface ThreadActor {
  readonly adminId: string;
  readonly threadId: string;
  /** The admin's browser. */
  readonly device: Device;
}

/** Somebody who looks at the same thing again within this time leaves no second line. */
const SAME_LOOK_MS = 10 * MINUTE_MS;

const OWN_THREAD = 'Its player has your identity, your phone number or your bank account, or has been in a browser that you use. A colleague answers.';

/**
 * Runs `work` on the locked thread in one transaction. Throws `forbidden`, `not-found`, and `own-request` where its player seems to be the admin, or
 * somebody who counts as one person with them: then a line in the trail and an alert stay.
 */
export async function aboutThread<T>(
  platform: Platform, { adminId, threadId, device }: ThreadActor, work: (tx: PoolClient, row: ThreadRow, at: Date) => Promise<T>,
): Promise<T> {
  const context = createDecisionContext(platform, adminId);
  const result = await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'support');
    const row = await lockThread(tx, threadId);
    const { user_id: playerId } = row;
    const refusal = playerId === null ? null : await findOwnPlayerRefusal(tx, context, { playerId, deviceCookie: device.cookie ?? null }, 'earlier');
    if (refusal === null) return { answer: await work(tx, row, context.now) };
    await auditOwnPlayer(tx, context, { action: 'thread-refused', subject: threadId, refusal, player: playerId });
    return { refusal };
  });
  if ('answer' in result) return result.answer;
  platform.log('desk.own-player', { alert: true, adminId, threadId, ...result.refusal });
  throw new ProblemError('own-request', 'This message seems to be your own.', { detail: OWN_THREAD });
}

/** What a line in the trail says about a thread: whose it is, by which the line is found, and `details`. A guest's thread is nobody's. */
export const auditedOf = ({ user_id: player }: Pick<ThreadRow, 'user_id'>, details: object): object =>
  ({ ...details, ...(player !== null && { player }) });

/** Writes that somebody read the words of a thread, or a picture in it (`part`), once in ten minutes. */
export async function writeThreadLook(tx: PoolClient, { adminId, threadId }: ThreadActor, row: ThreadRow, part: string, at: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM admin_audit
     WHERE subject = $1 AND user_id = $2 AND action = 'thread-read' AND after ->> 'part' = $3 AND at > $4 AND at <= $5 LIMIT 1`,
    [threadId, adminId, part, new Date(at.getTime() - SAME_LOOK_MS), at],
  );
  if (rowCount !== 0) return;
  await writeAudit(tx, { at, userId: adminId, action: 'thread-read', subject: threadId, before: null, after: auditedOf(row, { part }) });
}
