/** The team's side of support: answering and closing threads, and viewing pictures. */
import type { PoolClient } from 'pg';
import type { AdminThread } from '../../src/core/contract/support-team';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { bodyHash } from '../ledger/operation-request';
import type { Platform } from '../platform';
import { sendAnswerMail } from './answer-mail';
import type { Picture } from './picture';
import { addMessage, findThreadByKey, lockThread, threadNotFoundProblem } from './thread-rows';
import type { ThreadRow } from './thread-rows';
import { readAdminThread } from './team-thread-rows';

export interface ThreadReview {
  readonly adminId: string;
  readonly threadId: string;
  /** The id of the newest message that the admin has seen. */
  readonly lastSeen: string;
}

/**
 * Answers a thread and sends a mail about it. A repeated key writes nothing. Throws `not-found`, `key-reused`, `conflict` where
 * the player or a colleague has written after the message that the admin has seen last, and `validation` for a guest who left no
 * address.
 */
export function answerThread(
  platform: Platform,
  review: ThreadReview,
  { key, text }: { readonly key: string; readonly text: string },
): Promise<AdminThread> {
  const { adminId, threadId } = review;
  const author = { userId: adminId, key, hash: bodyHash({ userId: adminId, key, kind: 'answer-thread', body: { threadId, text } }) };
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'support');
    const row = await lockThread(tx, threadId);
    if ((await findThreadByKey(tx, author)) !== null) return readAdminThread(tx, threadId);
    assertNothingNewer(row, review);
    if (row.user_id === null && row.email === null) {
      throw new ProblemError('validation', 'This guest left no address', { detail: 'Your answer would reach nobody. Close the thread instead.' });
    }
    const at = platform.now();
    await addMessage(tx, { threadId, from: 'team', author, text, at });
    await writeAudit(tx, {
      at, userId: adminId, action: 'thread-answered', subject: threadId, before: { state: row.state }, after: { state: 'answered', message: row.last_number + 1 },
    });
    await sendAnswerMail(tx, platform, { userId: row.user_id, email: row.email, kind: row.kind, text });
    return readAdminThread(tx, threadId);
  });
}

/** Closes a thread. Does nothing where it is closed already. Throws `not-found`, and `conflict` as `answerThread` does. */
export function closeThread(platform: Pick<Platform, 'pool' | 'now'>, review: ThreadReview): Promise<AdminThread> {
  const { adminId, threadId } = review;
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'support');
    const row = await lockThread(tx, threadId);
    assertNothingNewer(row, review);
    if (row.state === 'closed') return readAdminThread(tx, threadId);
    const at = platform.now();
    await tx.query(`UPDATE support_thread SET state = 'closed', waiting_since = NULL, updated_at = $2 WHERE thread_id = $1`, [threadId, at]);
    await writeAudit(tx, { at, userId: adminId, action: 'thread-closed', subject: threadId, before: { state: row.state }, after: { state: 'closed' } });
    return readAdminThread(tx, threadId);
  });
}

function assertNothingNewer({ last_number: lastNumber }: ThreadRow, { lastSeen }: ThreadReview): void {
  if (String(lastNumber) === lastSeen) return;
  throw new ProblemError('conflict', 'There is a newer message', { detail: 'Somebody has written in the meantime. Read the new message first.' });
}

/** Reads the picture of a message. Throws `not-found` where the message does not exist or has no picture. */
export async function readThreadPicture(tx: Pick<PoolClient, 'query'>, { threadId, messageId }: { readonly threadId: string; readonly messageId: string }): Promise<Picture> {
  if (!/^\d{1,9}$/.test(messageId)) throw threadNotFoundProblem();
  const { rows } = await tx.query<{ type: Picture['type']; bytes: Buffer }>(
    'SELECT type, bytes FROM support_picture WHERE thread_id = $1 AND number = $2',
    [threadId, Number(messageId)],
  );
  if (rows[0] === undefined) throw new ProblemError('not-found', 'There is no such picture.');
  return { type: rows[0].type, base64: rows[0].bytes.toString('base64') };
}
