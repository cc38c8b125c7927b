/**
 * Rates as leaky buckets: each thing that is counted fills a bucket, which empties at a steady pace. Unlike the windows of
 * `server/attempts.ts` a bucket costs one small row however much it holds, and whoever is refused waits for one drop, not for a window.
 */
import type { PoolClient } from 'pg';
import { wholeSeconds } from '../attempts';

export interface Rate {
  readonly kind: string;
  /** One of what is counted runs out in this time, in ms. */
  readonly leakMs: number;
}

/** `level`: how full it is now, before what was refused or with what was taken. `waitSeconds` is null where it had room. */
export interface Filled {
  readonly level: number;
  readonly waitSeconds: number | null;
}

/** Puts `weight` into the bucket of `subject`, unless it would then hold more than `capacity`: then nothing is counted. */
export async function fill(
  tx: PoolClient,
  { kind, leakMs }: Rate,
  subject: string,
  { now, capacity, weight = 1 }: { readonly now: Date; readonly capacity: number; readonly weight?: number },
): Promise<Filled> {
  const levelOf = (emptyAt: Date): number => Math.max(0, emptyAt.getTime() - now.getTime()) / leakMs;
  const { rows } = await tx.query<{ empty_at: Date }>(
    `INSERT INTO rate AS r (kind, subject, empty_at) VALUES ($1, $2, $3::timestamptz + $4::float8 * interval '1 millisecond')
     ON CONFLICT (kind, subject) DO UPDATE
       SET empty_at = greatest(r.empty_at, $3::timestamptz) + $4::float8 * interval '1 millisecond'
       WHERE greatest(r.empty_at, $3::timestamptz) + $4::float8 * interval '1 millisecond' <= $5
     RETURNING empty_at`,
    [kind, subject, now, weight * leakMs, new Date(now.getTime() + capacity * leakMs)],
  );
  if (rows[0] !== undefined) return { level: levelOf(rows[0].empty_at), waitSeconds: null };
  const held = await tx.query<{ empty_at: Date }>('SELECT empty_at FROM rate WHERE kind = $1 AND subject = $2', [kind, subject]);
  const level = levelOf(held.rows[0]?.empty_at ?? now);
  return { level, waitSeconds: wholeSeconds((level + weight - capacity) * leakMs) };
}

/** Takes one of what was counted back. */
export async function takeBack(tx: PoolClient, { kind, leakMs }: Rate, subject: string): Promise<void> {
  await tx.query(`UPDATE rate SET empty_at = empty_at - $3::float8 * interval '1 millisecond' WHERE kind = $1 AND subject = $2`, [kind, subject, leakMs]);
}
