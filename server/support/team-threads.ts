/** The team's side of support: reading, answering and closing threads, and viewing pictures. */
import type { PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import type { AdminThread } from '../../src/core/contract/support-team';
import { namesAnAddress } from '../../src/core/contract/told-reason';
import { findPlayer } from '../accounts';
import { writeAudit } from '../audit';
import { siteUrl } from '../config/site-url';
import { ProblemError } from '../http/problem';
import { bodyHash } from '../ledger/operation-request';
import type { Platform } from '../platform';
import { aboutThread, auditedOf, writeThreadLook } from './about-thread';
import type { ThreadActor } from './about-thread';
import { sendAnswerMail } from './answer-mail';
import type { Picture } from './picture';
import { addMessage, findThreadByKey, threadNotFoundProblem } from './thread-rows';
import type { ThreadRow } from './thread-rows';
import { readAdminThread, readThreadRow } from './team-thread-rows';

export interface ThreadReview extends ThreadActor {
  /** The id of the newest message that the admin has seen. */
  readonly lastSeen: string;
}

/** Reads a thread with its messages, together with the line in the audit trail that says so. Throws as `aboutThread`. */
export function openThread(platform: Platform, actor: ThreadActor): Promise<AdminThread> {
  return aboutThread(platform, actor, async (tx, row, at) => {
    await writeThreadLook(tx, actor, row, 'messages', at);
    return readAdminThread(tx, actor.threadId);
  });
}

/**
 * Answers a thread and sends a mail about it. A repeated key writes nothing. Throws as `aboutThread`, `key-reused`, `conflict` where
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
  return aboutThread(platform, review, async (tx, row, at) => {
    if ((await findThreadByKey(tx, author)) !== null) return readThreadRow(tx, threadId);
    assertNothingNewer(row, review);
    await refuseAddresses(tx, platform, row, text);
    if (row.user_id === null && row.email === null) {
      throw new ProblemError('validation', 'This guest left no address', { detail: 'Your answer would reach nobody. Close the thread instead.' });
    }
    await addMessage(tx, { threadId, from: 'team', author, text, at });
    await writeAudit(tx, {
      at, userId: adminId, action: 'thread-answered', subject: threadId, before: { state: row.state },
      after: auditedOf(row, { state: 'answered', message: row.last_number + 1 }),
    });
    await sendAnswerMail(tx, platform, { userId: row.user_id, email: row.email, kind: row.kind, text });
    return readThreadRow(tx, threadId);
  });
}

/** Closes a thread. Does nothing where it is closed already. Throws as `aboutThread`, and `conflict` as `answerThread` does. */
export function closeThread(platform: Platform, review: ThreadReview): Promise<AdminThread> {
  const { adminId, threadId } = review;
  return aboutThread(platform, review, async (tx, row, at) => {
    assertNothingNewer(row, review);
    if (row.state === 'closed') return readThreadRow(tx, threadId);
    await tx.query(`UPDATE support_thread SET state = 'closed', waiting_since = NULL, updated_at = $2 WHERE thread_id = $1`, [threadId, at]);
    await writeAudit(tx, {
      at, userId: adminId, action: 'thread-closed', subject: threadId, before: { state: row.state }, after: auditedOf(row, { state: 'closed' }),
    });
    return readThreadRow(tx, threadId);
  });
}

/**
 * Throws `validation` for an answer that names a link, an address or a telephone number: it comes from the house, and whoever could name one there
 * could send players anywhere. Our own addresses are none, and neither is the player's username, which templates fill in.
 */
async function refuseAddresses(tx: PoolClient, { config }: Platform, { user_id: userId }: ThreadRow, text: string): Promise<void> {
  const player = userId === null ? undefined : await findPlayer(tx, userId);
  const own = [brand.supportEmail, siteUrl(config), player?.username ?? ''].filter((each) => each !== '');
  if (!namesAnAddress(own.reduce(withoutWord, text))) return;
  throw new ProblemError('validation', 'Please check the marked fields.', { detail: NO_ADDRESS, errors: [{ field: 'text', message: NO_ADDRESS }] });
}

/** Takes a word out where it stands alone: `ayo.example` is none in `ayo.example.org`. */
function withoutWord(text: string, word: string): string {
  const escaped = word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}.@-])${escaped}(?![\p{L}\p{N}@-]|\.[\p{L}\p{N}])`, 'gu'), ' ');
}

const NO_ADDRESS = 'No links, addresses or phone numbers: the player gets this from us. Leave a space after a full stop.';

function assertNothingNewer({ last_number: lastNumber }: ThreadRow, { lastSeen }: ThreadReview): void {
  if (String(lastNumber) === lastSeen) return;
  throw new ProblemError('conflict', 'There is a newer message', { detail: 'Somebody has written in the meantime. Read the new message first.' });
}

/**
 * Reads the picture of a message, together with the line in the audit trail that says so. Throws as `aboutThread`, and `not-found` where the
 * message does not exist or has no picture.
 */
export async function openPicture(platform: Platform, actor: ThreadActor, messageId: string): Promise<Picture> {
  return aboutThread(platform, actor, async (tx, row, at) => {
    if (!/^\d{1,9}$/.test(messageId)) throw threadNotFoundProblem();
    const { rows } = await tx.query<{ type: Picture['type']; bytes: Buffer }>(
      'SELECT type, bytes FROM support_picture WHERE thread_id = $1 AND number = $2',
      [actor.threadId, Number(messageId)],
    );
    if (rows[0] === undefined) throw new ProblemError('not-found', 'There is no such picture.');
    await writeThreadLook(tx, actor, row, `picture ${Number(messageId)}`, at);
    return { type: rows[0].type, base64: rows[0].bytes.toString('base64') };
  });
}
