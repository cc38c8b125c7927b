/** Reads and writes threads and their messages, and converts them for the contract. */
import type { PoolClient } from 'pg';
import type { Message, Thread } from '../../src/core/contract/support';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { DecodedPicture } from './picture';

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
  readonly assigned_to: string | null;
  readonly assigned_at: Date | null;
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
  t.last_number, t.seen_number, t.answered_by, t.assigned_to, t.assigned_at`;
/** An answer holds at most this many of a thread's newest messages. */
const MAX_MESSAGES = 100;
/**
 * The messages of all threads in an answer have at most this many bytes of JSON, because a device refuses more than 256 KB. The
 * newest message of each thread is always there.
 */
const MAX_ANSWER_BYTES = 160_000;

/** Locks a thread until the transaction ends, and returns it. Throws `not-found`. */
export async function lockThread(tx: PoolClient, threadId: string): Promise<ThreadRow> {
  const { rows } = await tx.query<ThreadRow>(`SELECT ${THREAD_COLUMNS} FROM support_thread t WHERE thread_id = $1 FOR UPDATE`, [threadId]);
  if (rows[0] === undefined) throw threadNotFoundProblem();
  return rows[0];
}

export function threadNotFoundProblem(): ProblemError {
  return new ProblemError('not-found', 'There is no such conversation.');
}

export interface NewMessage {
  readonly threadId: string;
  readonly from: Message['from'];
  /** Null for a guest. */
  readonly author: { readonly userId: string; readonly key: string; readonly hash: string } | null;
  readonly text: string;
  readonly picture?: DecodedPicture;
  readonly at: Date;
}

/** Adds a message to a locked or new thread, and sets its state: waiting for the team, or answered. */
export async function addMessage(tx: PoolClient, { threadId, from, author, text, picture, at }: NewMessage): Promise<void> {
  const isTeam = from === 'team';
  const { rows } = await tx.query<{ last_number: number }>(
    `UPDATE support_thread SET last_number = last_number + 1, updated_at = $2, state = $3,
       waiting_since = CASE WHEN $4 THEN NULL ELSE coalesce(waiting_since, $2) END, answered_by = CASE WHEN $4 THEN $5 ELSE answered_by END
     WHERE thread_id = $1 RETURNING last_number`,
    [threadId, at, isTeam ? 'answered' : 'waiting', isTeam, author?.userId ?? null],
  );
  const number = rows[0]?.last_number;
  if (number === undefined) throw new Error('there is no thread for this message');
  await tx.query(
    `INSERT INTO support_message (thread_id, number, from_team, author_id, request_key, request_hash, text, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [threadId, number, isTeam, author?.userId ?? null, author?.key ?? null, author?.hash ?? null, text, at],
  );
  if (picture === undefined) return;
  await tx.query('INSERT INTO support_picture (thread_id, number, type, bytes) VALUES ($1, $2, $3, $4)', [threadId, number, picture.type, picture.bytes]);
}

/** Finds the thread of an earlier message with the same key; null where there is none. Throws `key-reused` for another message. */
export async function findThreadByKey(tx: PoolClient, { userId, key, hash }: NonNullable<NewMessage['author']>): Promise<string | null> {
  const { rows } = await tx.query<{ thread_id: string; request_hash: string }>(
    'SELECT thread_id, request_hash FROM support_message WHERE author_id = $1 AND request_key = $2',
    [userId, key],
  );
  const [earlierMessage] = rows;
  if (earlierMessage !== undefined && earlierMessage.request_hash !== hash) throw new ProblemError('key-reused', 'This key was used for another message.');
  return earlierMessage?.thread_id ?? null;
}

/** Adds the newest messages to the rows. Keeps their order. */
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
    [rows.map((row) => row.thread_id), MAX_MESSAGES, Math.floor(MAX_ANSWER_BYTES / rows.length)],
  );
  return rows.map((row) => toThread(row, messages.filter(({ thread_id: id }) => id === row.thread_id)));
}

export function toThread(row: ThreadRow, messages: readonly MessageRow[]): Thread {
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

/** Reads one thread for its player. */
export async function readThread(db: Db, threadId: string): Promise<Thread> {
  const { rows } = await db.query<ThreadRow>(`SELECT ${THREAD_COLUMNS} FROM support_thread t WHERE thread_id = $1`, [threadId]);
  const [thread] = await toThreads(db, rows);
  if (thread === undefined) throw new Error('there is no such thread');
  return thread;
}
