/** What players write to the team and read of it. Open to everybody who can sign in: also during a break. */
import type { PoolClient } from 'pg';
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { Thread, sendFeedback } from '../../src/core/contract/support';
import { countAttempt, tooManyAttempts } from '../attempts';
import type { AttemptLimit } from '../attempts';
import { transaction } from '../db/transaction';
import { newId } from '../ids';
import type { Db } from '../ledger/accounts';
import { bodyHash } from '../ledger/operation-request';
import type { Platform } from '../platform';
import type { ThreadPlace } from './cursor';
import { readPicture } from './picture';
import { THREAD_COLUMNS, addMessage, noThread, tellThread, threadOfKey, toThreads } from './rows';
import type { NewMessage, ThreadRow } from './rows';

type Deps = Pick<Platform, 'pool' | 'now' | 'randomBytes'>;

const HOUR_MS = 60 * 60_000;
/** Every message is kept for ever, and people have to read it. */
export const MESSAGES_OF_PLAYER: AttemptLimit = { kind: 'message', limit: 60, windowMs: HOUR_MS };
/** With a picture each. */
const FEEDBACK_OF_PLAYER: AttemptLimit = { kind: 'feedback', limit: 20, windowMs: HOUR_MS };

/** The first half of a lock of one player's messages; they come one after the other. */
const ADVISORY_LOCK_CLASS = 415_025;

export interface ThreadPage {
  readonly items: Thread[];
  readonly last: ThreadPlace | null;
}

/** A player's threads, the one that changed last first, from after `after`. */
export async function playersThreads(db: Db, userId: string, after: ThreadPlace | null, limit: number): Promise<ThreadPage> {
  const { rows } = await db.query<ThreadRow>(
    `SELECT ${THREAD_COLUMNS} FROM support_thread t
     WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (updated_at, thread_id) < ($2, $3))
     ORDER BY updated_at DESC, thread_id DESC LIMIT $4`,
    [userId, after?.at ?? null, after?.threadId ?? null, limit + 1],
  );
  const told = rows.slice(0, limit);
  const end = rows.length > limit ? told.at(-1) : undefined;
  return { items: await toThreads(db, told), last: end === undefined ? null : { at: end.updated_at, threadId: end.thread_id } };
}

interface Keyed {
  readonly userId: string;
  /** The checked `Idempotency-Key`. */
  readonly key: string;
}

/** Writes into the player's one support thread. The same key again writes nothing. Throws 429, and `key-reused`. */
export function writeMessage(platform: Deps, { userId, key }: Keyed, text: string): Promise<Thread> {
  const author = { userId, key, hash: bodyHash({ userId, key, kind: 'send-message', body: { text } }) };
  return once(platform, author, MESSAGES_OF_PLAYER, async (tx, at) => {
    const { rows } = await tx.query<{ thread_id: string }>(
      `SELECT thread_id FROM support_thread WHERE user_id = $1 AND kind = 'support' FOR UPDATE`,
      [userId],
    );
    const threadId = rows[0]?.thread_id ?? (await makeThread(tx, newId(platform), { userId, kind: 'support', category: null, at }));
    await addMessage(tx, { threadId, from: 'player', author, text, at });
    return threadId;
  });
}

/** Feedback is a thread of its own. As `writeMessage`; `validation` for a picture that is none. */
export function writeFeedback(platform: Deps, { userId, key }: Keyed, body: BodyOf<typeof sendFeedback>): Promise<Thread> {
  const author = { userId, key, hash: bodyHash({ userId, key, kind: 'send-feedback', body }) };
  const picture = body.picture && readPicture(body.picture);
  return once(platform, author, FEEDBACK_OF_PLAYER, async (tx, at) => {
    const threadId = await makeThread(tx, newId(platform), { userId, kind: 'feedback', category: body.category, at });
    await addMessage(tx, { threadId, from: 'player', author, text: body.text, at, ...(picture && { picture }) });
    return threadId;
  });
}

/** The player has seen what there is now. Throws `not-found`, also for another player's. */
export function markRead(platform: Deps, userId: string, threadId: string): Promise<Thread> {
  return transaction(platform.pool, async (tx) => {
    const { rowCount } = await tx.query(
      'UPDATE support_thread SET seen_number = last_number WHERE thread_id = $1 AND user_id = $2',
      [threadId, userId],
    );
    if (rowCount === 0) throw noThread();
    return tellThread(tx, threadId);
  });
}

/** Runs `write` unless the key's message is there already; what is told is the thread as it is now, either way. */
function once(
  platform: Deps,
  author: NonNullable<NewMessage['author']>,
  limit: AttemptLimit,
  write: (tx: PoolClient, at: Date) => Promise<string>,
): Promise<Thread> {
  return transaction(platform.pool, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCK_CLASS, author.userId]);
    const known = await threadOfKey(tx, author);
    if (known !== null) return tellThread(tx, known);
    const at = platform.now();
    const wait = await countAttempt(tx, limit, author.userId, at);
    if (wait !== null) throw tooManyAttempts(wait, 'You have written a lot. Wait a little and send it again.');
    return tellThread(tx, await write(tx, at));
  });
}

interface NewThread {
  readonly userId: string;
  readonly kind: Thread['kind'];
  readonly category: string | null;
  readonly at: Date;
}

async function makeThread(tx: PoolClient, threadId: string, { userId, kind, category, at }: NewThread): Promise<string> {
  await tx.query(
    `INSERT INTO support_thread (thread_id, user_id, kind, category, state, waiting_since, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'waiting', $5, $5, $5)`,
    [threadId, userId, kind, category, at],
  );
  return threadId;
}
