/** How often what may be tried about an account, and how long wrong passwords make somebody wait. */
import type { Pool, PoolClient } from 'pg';
import { wholeSeconds } from '../attempts';
import type { AttemptLimit } from '../attempts';

type Database = Pool | PoolClient;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Of one e-mail and one address: everybody else behind a carrier's address goes on. */
export const SIGN_UPS_WITH_KNOWN_EMAIL: AttemptLimit = { kind: 'known-email', limit: 5, windowMs: HOUR_MS };
/** Only of sessions that there are not: no flood keeps somebody else from signing out. */
export const REVOCATIONS_OF_ADDRESS: AttemptLimit = { kind: 'revocation', limit: 60, windowMs: MINUTE_MS };
/** What is changed more often than this in an hour is no person, and every change is kept for ever. */
export const DETAILS_OF_PLAYER: AttemptLimit = { kind: 'details', limit: 60, windowMs: HOUR_MS };
/** In all sessions together, right or wrong: nobody gives their password so often. Signing in is counted apart. */
export const PASSWORD_CHECKS_OF_PLAYER: AttemptLimit = { kind: 'password-check', limit: 20, windowMs: MINUTE_MS };
/** A file of everything costs the database some work, and nobody needs many. */
export const ARCHIVES_OF_PLAYER: AttemptLimit = { kind: 'archive', limit: 5, windowMs: 24 * HOUR_MS };
export const ACTIVATION_MAILS_OF_PLAYER: AttemptLimit = { kind: 'activation-mail', limit: 5, windowMs: HOUR_MS };
/** The address was never confirmed, so the mails may go to a stranger. */
export const ACTIVATION_MAILS_A_DAY: AttemptLimit = { kind: 'activation-mail-day', limit: 10, windowMs: 24 * HOUR_MS };
export const MOVES_OF_PLAYER: AttemptLimit = { kind: 'move-player', limit: 5, windowMs: HOUR_MS };
/** From one account to one address. */
export const MOVES_OF_PLAYER_TO_EMAIL: AttemptLimit = { kind: 'move-player-email', limit: 3, windowMs: HOUR_MS };
/**
 * From all accounts to one address, so that nobody's mailbox is filled. An account whose own address is confirmed has its first
 * try in a day beside it: whose address it is can still move there while others use this up. So somebody who has N accounts with
 * N addresses that they read can send one address 9 mails an hour and N a day, at most 216 + N in a day (a single such account 3
 * in an hour and 72 in a day); without a confirmed address 9 an hour, 216 in a day, however many accounts they have.
 */
export const FIRST_MOVE_TO_EMAIL: AttemptLimit = { kind: 'move-first', limit: 1, windowMs: 24 * HOUR_MS };
export const MOVES_TO_EMAIL: AttemptLimit = { kind: 'move-email', limit: 9, windowMs: HOUR_MS };

/** Removes counters that say nothing any more; safe to run at any time and by several processes. */
export async function forgetOldAttempts(database: Database, now: Date): Promise<void> {
  await database.query('DELETE FROM attempt WHERE expires_at < $1', [now]);
  await database.query('DELETE FROM sign_in_failure WHERE last_at < $1', [new Date(now.getTime() - QUIET_MS)]);
  await database.query('DELETE FROM rate WHERE empty_at < $1', [now]);
  await database.query('DELETE FROM used_proof WHERE expires_at < $1', [now]);
}

/** Tries without success after which the waiting starts. */
const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 5 * SECOND_MS;
const LONGEST_DELAY_MS = MINUTE_MS;
/** A failure is forgotten in this time, one after the other: so one wrong password a minute never adds up to a delay. */
export const FAILURE_LEAK_MS = 30 * SECOND_MS;
/** From the eighth on one is forgotten before the next can come, so no row ever counts more than this. */
export const MOST_FAILURES_AT_ONCE = 10;
/** Longer than any count takes to be forgotten. */
const QUIET_MS = HOUR_MS;

/** How long nobody may try after `failures` in a row, in ms: none up to the fourth, then 5 s doubling up to 60 s. */
export function delayAfterMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - FREE_FAILURES, 10));
}

/**
 * Takes one of the tries of `subject` (see `guesses.ts`) **before** the password is looked at: many tries at the same moment
 * can't get past the limit. Returns null, or the seconds to wait. `clearFailures` gives the tries back.
 */
export async function takeTry(database: Database, subject: string, now: Date): Promise<number | null> {
  const delays = Array.from({ length: MOST_FAILURES_AT_ONCE }, (_, failures) => delayAfterMs(failures + 1));
  const failures = `1 + greatest(0, f.failures - greatest(0, floor(extract(epoch FROM $2::timestamptz - f.last_at) * 1000 / $3))::int)`;
  const { rowCount } = await database.query(
    `INSERT INTO sign_in_failure AS f (subject, failures, last_at) VALUES ($1, 1, $2)
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
 * Takes back the try that was taken at `at`, since no password was looked at. A delay goes with the try that began it, and one
 * that a later try began stays: so whoever has tries refused gets no more of them looked at than otherwise.
 */
export async function takeBackTry(database: Database, subject: string, at: Date): Promise<void> {
  await database.query(
    `UPDATE sign_in_failure SET failures = failures - 1,
       blocked_until = CASE WHEN last_at = $2 OR failures - 1 < $3 THEN NULL ELSE blocked_until END
     WHERE subject = $1 AND failures > 0`,
    [subject, at, FREE_FAILURES],
  );
}

/** The right password was given: the failures before it don't count any more. */
export async function clearFailures(database: Database, subject: string): Promise<void> {
  await database.query('DELETE FROM sign_in_failure WHERE subject = $1', [subject]);
}
