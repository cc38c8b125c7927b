/** Counts attempts, to slow down guessing. The counters live in the database, so that all platform processes count together. */
import type { Pool, PoolClient } from 'pg';
import { SECOND_MS } from '../../src/core/time';
import { ProblemError } from '../http/problem';

type Database = Pool | PoolClient;

/** Allows at most `limit` attempts in any stretch of `windowMs`. */
export interface AttemptLimit {
  readonly kind: string;
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Counts an attempt of `subject` at `now`. Returns null when it is within the limit, else the whole seconds until the next one
 * is allowed. An attempt over the limit is not counted, so that waiting helps.
 */
export async function countAttempt(
  database: Database,
  { kind, limit, windowMs }: AttemptLimit,
  subject: string,
  now: Date,
): Promise<number | null> {
  const { rowCount } = await database.query(
    `INSERT INTO attempt AS a (kind, subject, recent, expires_at)
     SELECT $1, $2, ARRAY[$3::timestamptz], $5::timestamptz
     -- A subject over the limit is refused without waiting for the row's lock. Of attempts at once, DO UPDATE lets in as many as fit.
     WHERE (SELECT count(*) FROM attempt o, unnest(o.recent) AS t WHERE o.kind = $1 AND o.subject = $2 AND t > $4) < $6
     ON CONFLICT (kind, subject) DO UPDATE
       SET recent = ARRAY(SELECT t FROM unnest(a.recent) AS t WHERE t > $4) || $3::timestamptz, expires_at = $5
       WHERE (SELECT count(*) FROM unnest(a.recent) AS t WHERE t > $4) < $6`,
    [kind, subject, now, new Date(now.getTime() - windowMs), new Date(now.getTime() + windowMs), limit],
  );
  if (rowCount === 1) return null;
  return (await secondsUntilFree(database, { kind, limit, windowMs }, subject, now)) ?? 1;
}

/** Removes the attempt that was counted at `at`. */
export async function uncountAttempt(database: Database, { kind }: Pick<AttemptLimit, 'kind'>, subject: string, at: Date): Promise<void> {
  await database.query(
    `UPDATE attempt SET recent = recent[:array_position(recent, $3) - 1] || recent[array_position(recent, $3) + 1:]
     WHERE kind = $1 AND subject = $2 AND $3::timestamptz = ANY(recent)`,
    [kind, subject, at],
  );
}

/** Returns the whole seconds until `subject` may try again, or null when it may try now. Counts nothing. */
export async function secondsUntilFree(
  database: Database,
  { kind, limit, windowMs }: AttemptLimit,
  subject: string,
  now: Date,
): Promise<number | null> {
  const { rows } = await database.query<{ freed_by: Date }>(
    `SELECT t AS freed_by FROM attempt, unnest(recent) AS t
     WHERE kind = $1 AND subject = $2 AND t > $3 ORDER BY t DESC OFFSET $4 LIMIT 1`,
    [kind, subject, new Date(now.getTime() - windowMs), limit - 1],
  );
  const row = rows[0];
  return row === undefined ? null : wholeSeconds(row.freed_by.getTime() + windowMs - now.getTime());
}

/** Rounds milliseconds up to whole seconds for a Retry-After header; at least one. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND_MS));
}

/** Makes the 429 for somebody who tried too often. */
export function tooManyAttempts(
  retryAfterSeconds: number,
  words = 'Too many tries. Wait a little and try again.',
  detail?: string,
): ProblemError {
  return new ProblemError('too-many-requests', words, { retryAfterSeconds, ...(detail !== undefined && { detail }) });
}
