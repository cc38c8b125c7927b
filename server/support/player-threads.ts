/** The players' side of support. Everybody who can sign in may use it, also during a break. */
import type { PoolClient } from 'pg';
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { Thread, sendFeedback } from '../../src/core/contract/support';
import { HOUR_MS } from '../../src/core/time';
import { countAttempt, tooManyAttempts } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';
import { transaction } from '../db/transaction';
import { newId } from '../ids';
import type { Db } from '../ledger/accounts';
import { bodyHash } from '../ledger/operation-request';
import type { Platform } from '../platform';
import { requireDiskSpace } from '../http/require-disk-space';
import { formatThreadCursor, parseThreadCursor } from './cursor';
import type { ThreadCursor } from './cursor';
import { decodePicture } from './picture';
import { THREAD_COLUMNS, addMessage, findThreadByKey, readThread, threadNotFoundProblem, toThreads } from './thread-rows';
import type { NewMessage, ThreadRow } from './thread-rows';

type Deps = Pick<Platform, 'pool' | 'now' | 'randomBytes'>;

/** We store every message for good, and people have to read it. */
export const PLAYER_MESSAGE_LIMIT: AttemptLimit = { kind: 'message', limit: 60, windowMs: HOUR_MS };
/** It is lower than for messages, because feedback may have a picture. */
const PLAYER_FEEDBACK_LIMIT: AttemptLimit = { kind: 'feedback', limit: 20, windowMs: HOUR_MS };

/** The class of the advisory lock that makes one player's messages run one after the other. */
const ADVISORY_LOCK_CLASS = 415_025;

export interface ThreadPage {
  readonly items: Thread[];
  readonly last: ThreadCursor | null;
}

/** Lists a player's threads after the cursor, the one that changed last first. */
export async function listPlayerThreads(db: Db, userId: string, after: ThreadCursor | null, limit: number): Promise<ThreadPage> {
  const { rows } = await db.query<ThreadRow>(
    `SELECT ${THREAD_COLUMNS} FROM support_thread t
     WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (updated_at, thread_id) < ($2, $3))
     ORDER BY updated_at DESC, thread_id DESC LIMIT $4`,
    [userId, after?.at ?? null, after?.threadId ?? null, limit + 1],
  );
  const pageRows = rows.slice(0, limit);
  const lastRow = rows.length > limit ? pageRows.at(-1) : undefined;
  return { items: await toThreads(db, pageRows), last: lastRow === undefined ? null : { at: lastRow.updated_at, threadId: lastRow.thread_id } };
}

/** Reads a page of a player's threads for the desk. Throws `bad-request` for a malformed cursor. */
export async function listThreadsOf(
  db: Db,
  { userId, cursor, limit }: { readonly userId: string; readonly cursor: string | undefined; readonly limit: number },
): Promise<{ items: Thread[]; next: string | null }> {
  const { items, last } = await listPlayerThreads(db, userId, parseThreadCursor(cursor), limit);
  return { items, next: last === null ? null : formatThreadCursor(last) };
}

interface RequestKey {
  readonly userId: string;
  /** The validated `Idempotency-Key`. */
  readonly key: string;
}

/** Adds a message to the player's only support thread. A repeated key writes nothing. Throws 429, and `key-reused`. */
export function writeMessage(platform: Deps, { userId, key }: RequestKey, text: string): Promise<Thread> {
  const author = { userId, key, hash: bodyHash({ userId, key, kind: 'send-message', body: { text } }) };
  return writeOnce(platform, author, PLAYER_MESSAGE_LIMIT, async (tx, at) => {
    const { rows } = await tx.query<{ thread_id: string }>(
      `SELECT thread_id FROM support_thread WHERE user_id = $1 AND kind = 'support' FOR UPDATE`,
      [userId],
    );
    const threadId = rows[0]?.thread_id ?? (await insertThread(tx, newId(platform), { userId, kind: 'support', category: null, at }));
    await addMessage(tx, { threadId, from: 'player', author, text, at });
    return threadId;
  });
}

/** Starts a thread of its own for feedback. Throws as `writeMessage` does, and `validation` for an unreadable picture. */
export async function writeFeedback(platform: Deps & Pick<Platform, 'diskReserve'>, { userId, key }: RequestKey, body: BodyOf<typeof sendFeedback>): Promise<Thread> {
  await requireDiskSpace(platform);
  const author = { userId, key, hash: bodyHash({ userId, key, kind: 'send-feedback', body }) };
  const picture = body.picture && decodePicture(body.picture);
  return writeOnce(platform, author, PLAYER_FEEDBACK_LIMIT, async (tx, at) => {
    const threadId = await insertThread(tx, newId(platform), { userId, kind: 'feedback', category: body.category, at });
    await addMessage(tx, { threadId, from: 'player', author, text: body.text, at, ...(picture && { picture }) });
    return threadId;
  });
}

export interface SeenThread {
  readonly userId: string;
  readonly threadId: string;
  /** The id of the newest message that the player has seen; undefined from a device of an older build, which means all of them. */
  readonly lastSeen: string | undefined;
}

/** Returns the number of a message from its id; 0, which comes before all messages, for a text that is no id. */
function numberOfMessage(messageId: string): number {
  return /^\d{1,9}$/.test(messageId) ? Number(messageId) : 0;
}

/** Marks the messages of a thread as read, as far as the player has seen them. Throws `not-found`, also for another player's thread. */
export function markRead(platform: Deps, { userId, threadId, lastSeen }: SeenThread): Promise<Thread> {
  return transaction(platform.pool, async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE support_thread SET seen_number = greatest(seen_number, least(last_number, coalesce($3, last_number)))
       WHERE thread_id = $1 AND user_id = $2`,
      [threadId, userId, lastSeen === undefined ? null : numberOfMessage(lastSeen)],
    );
    if (rowCount === 0) throw threadNotFoundProblem();
    return readThread(tx, threadId);
  });
}

/** Runs `write` unless the key's message is stored already. Returns the current thread in either case. */
function writeOnce(
  platform: Deps,
  author: NonNullable<NewMessage['author']>,
  limit: AttemptLimit,
  write: (tx: PoolClient, at: Date) => Promise<string>,
): Promise<Thread> {
  return transaction(platform.pool, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCK_CLASS, author.userId]);
    const existingThreadId = await findThreadByKey(tx, author);
    if (existingThreadId !== null) return readThread(tx, existingThreadId);
    const at = platform.now();
    const waitSeconds = await countAttempt(tx, limit, author.userId, at);
    if (waitSeconds !== null) throw tooManyAttempts(waitSeconds, 'You have sent many messages. Wait a little, then send this one again.');
    return readThread(tx, await write(tx, at));
  });
}

interface NewThread {
  readonly userId: string;
  readonly kind: Thread['kind'];
  readonly category: string | null;
  readonly at: Date;
}

async function insertThread(tx: PoolClient, threadId: string, { userId, kind, category, at }: NewThread): Promise<string> {
  await tx.query(
    `INSERT INTO support_thread (thread_id, user_id, kind, category, state, waiting_since, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'waiting', $5, $5, $5)`,
    [threadId, userId, kind, category, at],
  );
  return threadId;
}
