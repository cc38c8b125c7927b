/**
 * Limits rates with leaky buckets: each counted event fills a bucket, which empties at a steady pace. Unlike the windows of
 * `attempts.ts` a bucket is one small row however full it is, and a refused caller waits for one drop, not for a window.
 */
import type { PoolClient } from 'pg';
import { wholeSeconds } from './attempts';

export interface Rate {
  readonly kind: string;
  /** One counted event drains in this time, in ms. */
  readonly leakMs: number;
}

/** `level` is the fill after an accepted event, or before a refused one. `waitSeconds` is null for an accepted event. */
export interface FillResult {
  readonly level: number;
  readonly waitSeconds: number | null;
}

/** Adds `weight` to the bucket of `subject`. Counts nothing where it would then hold more than `capacity`. */
export async function fillBucket(
  tx: PoolClient,
  { kind, leakMs }: Rate,
  subject: string,
  { now, capacity, weight = 1 }: { readonly now: Date; readonly capacity: number; readonly weight?: number },
): Promise<FillResult> {
  const levelOf = (emptyAt: Date): number => Math.max(0, emptyAt.getTime() - now.getTime()) / leakMs;
  const { rows } = await tx.query<{ empty_at: Date }>(
    `INSERT INTO rate AS r (kind, subject, empty_at)
     SELECT $1, $2, $3::timestamptz + $4::float8 * interval '1 millisecond'
     -- A full bucket refuses without waiting for the row's lock. Of events at once, DO UPDATE lets in as many as fit.
     WHERE NOT EXISTS (SELECT FROM rate f WHERE f.kind = $1 AND f.subject = $2
       AND greatest(f.empty_at, $3::timestamptz) + $4::float8 * interval '1 millisecond' > $5)
     ON CONFLICT (kind, subject) DO UPDATE
       SET empty_at = greatest(r.empty_at, $3::timestamptz) + $4::float8 * interval '1 millisecond'
       WHERE greatest(r.empty_at, $3::timestamptz) + $4::float8 * interval '1 millisecond' <= $5
     RETURNING empty_at`,
    [kind, subject, now, weight * leakMs, new Date(now.getTime() + capacity * leakMs)],
  );
  if (rows[0] !== undefined) return { level: levelOf(rows[0].empty_at), waitSeconds: null };
  const bucket = await tx.query<{ empty_at: Date }>('SELECT empty_at FROM rate WHERE kind = $1 AND subject = $2', [kind, subject]);
  const level = levelOf(bucket.rows[0]?.empty_at ?? now);
  return { level, waitSeconds: wholeSeconds((level + weight - capacity) * leakMs) };
}

/** Takes one counted event back. */
export async function drainBucket(tx: PoolClient, { kind, leakMs }: Rate, subject: string): Promise<void> {
  await tx.query(`UPDATE rate SET empty_at = empty_at - $3::float8 * interval '1 millisecond' WHERE kind = $1 AND subject = $2`, [kind, subject, leakMs]);
}
