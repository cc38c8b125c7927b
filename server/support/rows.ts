/** Threads and their messages as rows, and as what the contract tells of them. */
import type { PoolClient } from 'pg';
import type { Message, Thread } from '../../src/core/contract/support';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { ReadPicture } from './picture';

export interface ThreadRow {
  readonly thread_id: string;
  readonly user_id: string | null;
  readonly kind: Thread['kind'];
  readonly category: string | null;
  readonly state: Thread['state'];
  readonly waiting_since: Date | null;
  readonly email: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_number: number;
  readonly seen_number: number;
  readonly answered_by: string | null;
}

interface MessageRow {
  readonly thread_id: string;
  readonly number: number;
  readonly from_team: boolean;
  readonly text: string;
  readonly has_picture: boolean;
  readonly at: Date;
}

export const THREAD_COLUMNS = `t.thread_id, t.user_id, t.kind, t.category, t.state, t.waiting_since, t.email, t.created_at, t.updated_at,
  t.last_number, t.seen_number, t.answered_by`;
/** The newest ones of a thread that are told: at most so many, */
const TOLD_MESSAGES = 100;
/** and no more than have room in an answer, in bytes of JSON; the newest always. A device refuses what is larger than 256 KB. */
const TOLD_BYTES = 160_000;

/** The thread, locked until the transaction ends. Throws `not-found`. */
export async function lockThread(tx: PoolClient, threadId: string): Promise<ThreadRow> {
  const { rows } = await tx.query<ThreadRow>(`SELECT ${THREAD_COLUMNS} FROM support_thread t WHERE thread_id = $1 FOR UPDATE`, [threadId]);
  if (rows[0] === undefined) throw noThread();
  return rows[0];
}

export function noThread(): ProblemError {
  return new ProblemError('not-found', 'There is no such conversation.');
}

export interface NewMessage {
  readonly threadId: string;
  readonly from: Message['from'];
  /** Null: a guest. */
  readonly author: { readonly userId: string; readonly key: string; readonly hash: string } | null;
  readonly text: string;
  readonly picture?: ReadPicture;
  readonly at: Date;
}

/** Adds a message to a thread that is locked, or was just made: it waits for the team, or is answered. */
export async function addMessage(tx: PoolClient, { threadId, from, author, text, picture, at }: NewMessage): Promise<void> {
  const isTeam = from === 'team';
  const { rows } = await tx.query<{ last_number: number }>(
    `UPDATE support_thread SET last_number = last_number + 1, updated_at = $2, state = $3,
       waiting_since = CASE WHEN $4 THEN NULL ELSE coalesce(waiting_since, $2) END, answered_by = CASE WHEN $4 THEN $5 ELSE answered_by END
     WHERE thread_id = $1 RETURNING last_number`,
    [threadId, at, isTeam ? 'answered' : 'waiting', isTeam, author?.userId ?? null],
  );
  const number = rows[0]?.last_number;
  if (number === undefined) throw new Error('a message belongs to a thread');
  await tx.query(
    `INSERT INTO support_message (thread_id, number, from_team, author_id, request_key, request_hash, text, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [threadId, number, isTeam, author?.userId ?? null, author?.key ?? null, author?.hash ?? null, text, at],
  );
  if (picture === undefined) return;
  await tx.query('INSERT INTO support_picture (thread_id, number, type, bytes) VALUES ($1, $2, $3, $4)', [threadId, number, picture.type, picture.bytes]);
}

/** The thread of the message that came under a key before; null: none. Throws `key-reused` for another message. */
export async function threadOfKey(tx: PoolClient, { userId, key, hash }: NonNullable<NewMessage['author']>): Promise<string | null> {
  const { rows } = await tx.query<{ thread_id: string; request_hash: string }>(
    'SELECT thread_id, request_hash FROM support_message WHERE author_id = $1 AND request_key = $2',
    [userId, key],
  );
  const [known] = rows;
  if (known !== undefined && known.request_hash !== hash) throw new ProblemError('key-reused', 'This key stands for another message.');
  return known?.thread_id ?? null;
}

/** The rows with their newest messages, in the order of the rows. */
export async function toThreads(db: Db, rows: readonly ThreadRow[]): Promise<Thread[]> {
  if (rows.length === 0) return [];
  const { rows: messages } = await db.query<MessageRow>(
    `SELECT m.thread_id, m.number, m.from_team, m.text, m.at, p.number IS NOT NULL AS has_picture
     FROM (SELECT m.*, m.number = t.last_number AS is_newest,
             sum(octet_length(to_json(m.text)::text)) OVER (PARTITION BY m.thread_id ORDER BY m.number DESC) AS bytes
           FROM support_thread t JOIN support_message m ON m.thread_id = t.thread_id AND m.number > t.last_number - $2
           WHERE t.thread_id = ANY ($1)) m
     LEFT JOIN support_picture p ON p.thread_id = m.thread_id AND p.number = m.number
     WHERE m.is_newest OR m.bytes <= $3 ORDER BY m.thread_id, m.number`,
    [rows.map((row) => row.thread_id), TOLD_MESSAGES, Math.floor(TOLD_BYTES / rows.length)],
  );
  return rows.map((row) => toThread(row, messages.filter(({ thread_id: id }) => id === row.thread_id)));
}

function toThread(row: ThreadRow, messages: readonly MessageRow[]): Thread {
  return {
    threadId: row.thread_id,
    kind: row.kind,
    category: row.category,
    state: row.state,
    unread: messages.filter((message) => message.from_team && message.number > row.seen_number).length,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    messages: messages.map((message) => ({
      messageId: String(message.number),
      from: message.from_team ? 'team' : 'player',
      text: message.text,
      hasPicture: message.has_picture,
      at: message.at.toISOString(),
    })),
  };
}

/** One thread as its player sees it. */
export async function tellThread(db: Db, threadId: string): Promise<Thread> {
  const { rows } = await db.query<ThreadRow>(`SELECT ${THREAD_COLUMNS} FROM support_thread t WHERE thread_id = $1`, [threadId]);
  const [told] = await toThreads(db, rows);
  if (told === undefined) throw new Error('a thread stays');
  return told;
}
