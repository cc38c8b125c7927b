import type { PoolClient } from 'pg';
import { together } from '../db/together';
import { ProblemError } from '../http/problem';
import { RawAnswer } from '../http/router';
import type { Db } from './accounts';
import { bodyHash } from './operation-request';
import type { OperationRequest } from './operation-request';

/** The answer of an effect. `body` becomes JSON once, and that text is stored as the answer. */
export interface Effect {
  readonly status: number;
  readonly body: unknown;
}

interface OperationRow {
  kind: string;
  body_hash: string;
  state: 'running' | 'done';
  lease_until: Date | null;
  status: number | null;
  answer: string | null;
}

export type KeyState =
  | { readonly status: 'new' }
  | { readonly status: 'done'; readonly answer: RawAnswer }
  /** A process has begun the operation, and may still be working on it until `leaseUntil`. */
  | { readonly status: 'running'; readonly leaseUntil: Date };

const RETRY_AFTER_SECONDS = 1;
/** The kind of a key that was closed before any request came. */
export const CLOSED_KEY = 'closed';

export function keyRunningProblem(): ProblemError {
  return new ProblemError('key-running', 'This is already being done. Ask again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Names the advisory lock of a key. */
export const keyLockOf = (userId: string, key: string): string => `${userId}/${key}`;

/** Locks the key until the transaction ends, and returns its row, null for a new one. Throws `key-running` while another transaction has it. */
export async function lockKey(tx: PoolClient, userId: string, key: string): Promise<OperationRow | null> {
  const [{ rows: locks }, row] = await together([
    tx.query<{ taken: boolean }>({
      name: 'operation-lock',
      text: 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS taken',
      values: [keyLockOf(userId, key)],
    }),
    // This is a second statement, after the lock, because it must see what the previous holder of the lock has committed.
    readRow(tx, userId, key, false),
  ]);
  if (locks[0]?.taken !== true) throw keyRunningProblem();
  return row;
}

/**
 * Locks the key until the transaction ends, and returns its state.
 * Throws `key-running` while another transaction has locked it, and `key-reused` when it belongs to another body.
 */
export async function takeKey(tx: PoolClient, request: OperationRequest): Promise<KeyState> {
  const row = await lockKey(tx, request.userId, request.key);
  if (row === null) return { status: 'new' };
  // A closed key gives its refusal to any request.
  if (row.kind !== CLOSED_KEY && row.body_hash !== bodyHash(request)) {
    throw new ProblemError('key-reused', 'This key was used for something else. Use a new one.');
  }
  return keyStateOf(row);
}

/** Returns the state of a key and locks its row until the transaction ends; null for an unknown key. */
export async function lockOperation(tx: PoolClient, userId: string, key: string): Promise<KeyState | null> {
  const row = await readRow(tx, userId, key, true);
  return row === null ? null : keyStateOf(row);
}

async function readRow(db: Db, userId: string, key: string, isLocked: boolean): Promise<OperationRow | null> {
  const { rows } = await db.query<OperationRow>({
    name: isLocked ? 'operation-read-locked' : 'operation-read',
    text: `SELECT kind, body_hash, state, lease_until, status, answer FROM operation
           WHERE user_id = $1 AND key = $2 ${isLocked ? 'FOR UPDATE' : ''}`,
    values: [userId, key],
  });
  return rows[0] ?? null;
}

function keyStateOf(row: OperationRow): KeyState {
  if (row.status !== null && row.answer !== null) return { status: 'done', answer: new RawAnswer(row.status, row.answer) };
  if (row.lease_until === null) throw new Error('the running operation has no lease');
  return { status: 'running', leaseUntil: row.lease_until };
}

/** Stores the answer to a new key. It is final once `insertion` is fulfilled and the transaction is committed. */
export function insertAnswer(
  tx: PoolClient,
  request: OperationRequest,
  effect: Effect,
  at: Date,
): { readonly answer: RawAnswer; readonly insertion: Promise<unknown> } {
  const answer = rawAnswer(effect);
  const insertion = tx.query({
    name: 'operation-done',
    text: `INSERT INTO operation (user_id, key, kind, body_hash, state, status, answer, at, done_at)
           VALUES ($1, $2, $3, $4, 'done', $5, $6, $7, $7)`,
    values: [request.userId, request.key, request.kind, bodyHash(request), answer.status, answer.text, at],
  });
  return { answer, insertion };
}

export async function insertRunning(
  tx: PoolClient,
  request: OperationRequest,
  at: Date,
  leaseUntil: Date,
): Promise<void> {
  await tx.query({
    name: 'operation-running',
    text: `INSERT INTO operation (user_id, key, kind, body_hash, state, lease_until, at)
           VALUES ($1, $2, $3, $4, 'running', $5, $6)`,
    values: [request.userId, request.key, request.kind, bodyHash(request), leaseUntil, at],
  });
}

export async function setLease(db: Db, userId: string, key: string, leaseUntil: Date): Promise<void> {
  await db.query(`UPDATE operation SET lease_until = $3 WHERE user_id = $1 AND key = $2 AND state = 'running'`, [
    userId,
    key,
    leaseUntil,
  ]);
}

/** Stores the answer to a running key; the caller holds its row (`lockOperation`). */
export async function finishRunning(
  tx: PoolClient,
  userId: string,
  key: string,
  effect: Effect,
  at: Date,
): Promise<RawAnswer> {
  const answer = rawAnswer(effect);
  await tx.query({
    name: 'operation-finish',
    text: `UPDATE operation SET state = 'done', lease_until = NULL, status = $3, answer = $4, done_at = $5
           WHERE user_id = $1 AND key = $2`,
    values: [userId, key, answer.status, answer.text, at],
  });
  return answer;
}

function rawAnswer(effect: Effect): RawAnswer {
  return new RawAnswer(effect.status, JSON.stringify(effect.body));
}

/**
 * Answers `operations/{key}` with the stored text of the answer. Null means that the key is unknown, so the same request may be sent
 * again under this key.
 */
export async function readOperation(db: Db, userId: string, key: string): Promise<RawAnswer | null> {
  const row = await readRow(db, userId, key, false);
  if (row === null) return null;
  if (row.state === 'running') return new RawAnswer(200, '{"state":"running","answer":null}');
  return new RawAnswer(200, `{"state":"done","answer":{"status":${row.status},"body":${row.answer}}}`);
}
