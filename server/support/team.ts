/** What the team does with a thread: answer it, close it, look at a picture. */
import type { PoolClient } from 'pg';
import type { AdminThread } from '../../src/core/contract/support-team';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import { bodyHash } from '../ledger/operation-request';
import type { Platform } from '../platform';
import { sendAnswerMail } from './answer-mail';
import type { Picture } from './picture';
import { addMessage, lockThread, noThread, threadOfKey } from './rows';
import type { ThreadRow } from './rows';
import { tellTeam } from './team-rows';

export interface Seen {
  readonly adminId: string;
  readonly threadId: string;
  /** The newest message that the admin has seen. */
  readonly lastSeen: string;
}

/**
 * Answers, and writes a mail that says so. The same key again writes nothing. Throws `not-found`, `key-reused`, `conflict`
 * where there are newer messages than the admin saw (a player's, or a colleague's), and `validation` for a guest who left
 * no address.
 */
export function answer(platform: Platform, seen: Seen, { key, text }: { readonly key: string; readonly text: string }): Promise<AdminThread> {
  const { adminId, threadId } = seen;
  const author = { userId: adminId, key, hash: bodyHash({ userId: adminId, key, kind: 'answer-thread', body: { threadId, text } }) };
  return transaction(platform.pool, async (tx) => {
    const row = await lockThread(tx, threadId);
    if ((await threadOfKey(tx, author)) !== null) return tellTeam(tx, threadId);
    requireSeen(row, seen);
    if (row.user_id === null && row.email === null) {
      throw new ProblemError('validation', 'This guest left no address', { detail: 'There is nobody to answer. Close it instead.' });
    }
    const at = platform.now();
    await addMessage(tx, { threadId, from: 'team', author, text, at });
    await writeAudit(tx, {
      at, userId: adminId, action: 'thread-answered', subject: threadId, before: { state: row.state }, after: { state: 'answered', message: row.last_number + 1 },
    });
    await sendAnswerMail(tx, platform, { userId: row.user_id, email: row.email, kind: row.kind, text });
    return tellTeam(tx, threadId);
  });
}

/** Nothing is left to answer. Of a closed one nothing changes. Throws `not-found`, and `conflict` as `answer` does. */
export function close(platform: Pick<Platform, 'pool' | 'now'>, seen: Seen): Promise<AdminThread> {
  const { adminId, threadId } = seen;
  return transaction(platform.pool, async (tx) => {
    const row = await lockThread(tx, threadId);
    requireSeen(row, seen);
    if (row.state === 'closed') return tellTeam(tx, threadId);
    const at = platform.now();
    await tx.query(`UPDATE support_thread SET state = 'closed', waiting_since = NULL, updated_at = $2 WHERE thread_id = $1`, [threadId, at]);
    await writeAudit(tx, { at, userId: adminId, action: 'thread-closed', subject: threadId, before: { state: row.state }, after: { state: 'closed' } });
    return tellTeam(tx, threadId);
  });
}

function requireSeen({ last_number: last }: ThreadRow, { lastSeen }: Seen): void {
  if (String(last) === lastSeen) return;
  throw new ProblemError('conflict', 'There is something newer here', { detail: 'Somebody wrote meanwhile. Read that first.' });
}

/** Throws `not-found`, also where the message has none. */
export async function pictureOf(tx: Pick<PoolClient, 'query'>, { threadId, messageId }: { readonly threadId: string; readonly messageId: string }): Promise<Picture> {
  if (!/^\d{1,9}$/.test(messageId)) throw noThread();
  const { rows } = await tx.query<{ type: Picture['type']; bytes: Buffer }>(
    'SELECT type, bytes FROM support_picture WHERE thread_id = $1 AND number = $2',
    [threadId, Number(messageId)],
  );
  if (rows[0] === undefined) throw new ProblemError('not-found', 'There is no such picture.');
  return { type: rows[0].type, base64: rows[0].bytes.toString('base64') };
}
