/** Delays the checks of passwords after several wrong ones. */
import type { Pool, PoolClient } from 'pg';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/time';
import { wholeSeconds } from '../rate-limits/attempts';

type Database = Pool | PoolClient;

/** The number of failures after which delays begin. */
const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 5 * SECOND_MS;
const LONGEST_DELAY_MS = MINUTE_MS;
/** The time in which one failure expires. Somebody with one wrong password a minute never has to wait. */
export const FAILURE_LEAK_MS = 30 * SECOND_MS;
/**
 * From the eighth failure on the delay (40 s) is longer than the time in which one failure expires (30 s), so the count stays at eight; ten
 * leaves room.
 */
export const MAX_FAILURES = 10;
/** No count needs longer to expire. */
export const FAILURE_RETENTION_MS = HOUR_MS;

/** Returns the delay in ms after `failures` in a row: none up to the fourth, then 5 s, doubling up to 60 s. */
export function delayAfterMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - FREE_FAILURES, 10));
}

/**
 * Takes one attempt of `subject` (see `guesses.ts`) **before** the password is checked, so that simultaneous attempts can't
 * exceed the limit. Returns null, or the seconds to wait. After a right password `clearFailures` removes the attempt.
 */
export async function takeAttempt(database: Database, subject: string, now: Date): Promise<number | null> {
  const delays = Array.from({ length: MAX_FAILURES }, (_, failures) => delayAfterMs(failures + 1));
  const failures = `1 + greatest(0, f.failures - greatest(0, floor(extract(epoch FROM $2::timestamptz - f.last_at) * 1000 / $3))::int)`;
  const { rowCount } = await database.query(
    `INSERT INTO sign_in_failure AS f (subject, failures, last_at) SELECT $1, 1, $2::timestamptz
     WHERE NOT EXISTS (SELECT FROM sign_in_failure o WHERE o.subject = $1 AND o.blocked_until > $2)
     ON CONFLICT (subject) DO UPDATE SET
       failures = ${failures},
       last_at = $2,
       blocked_until = $2::timestamptz + ($4::int[])[least(${failures}, $5::int)] * interval '1 millisecond'
     WHERE f.blocked_until IS NULL OR f.blocked_until <= $2`,
    [subject, now, FAILURE_LEAK_MS, delays, delays.length],
  );
  if (rowCount === 1) return null;
  const { rows } = await database.query<{ blocked_until: Date | null }>(
    'SELECT blocked_until FROM sign_in_failure WHERE subject = $1',
    [subject],
  );
  return wholeSeconds((rows[0]?.blocked_until?.getTime() ?? now.getTime()) - now.getTime());
}

/**
 * Removes the attempt that was taken at `at`, because no password was checked. A delay ends where this attempt caused it, and
 * stays where a later attempt did. So nobody gets more passwords checked by having attempts refused.
 */
export async function undoAttempt(database: Database, subject: string, at: Date): Promise<void> {
  await database.query(
    `UPDATE sign_in_failure SET failures = failures - 1,
       blocked_until = CASE WHEN last_at = $2 OR failures - 1 < $3 THEN NULL ELSE blocked_until END
     WHERE subject = $1 AND failures > 0`,
    [subject, at, FREE_FAILURES],
  );
}

/** Deletes the failures of `subject` after a right password. */
export async function clearFailures(database: Database, subject: string): Promise<void> {
  await database.query('DELETE FROM sign_in_failure WHERE subject = $1', [subject]);
}
