/** Computes when the next poll comes. Pure. */
import { MAX_REQUESTED_WAIT_MS } from '../core/errors';
import type { CallError } from '../core/errors';

/** From the end of one poll to the start of the next. */
export const POLL_INTERVAL_MS = 15_000;
/** Polls that are requested never follow each other within this time. */
export const MIN_GAP_MS = 1_000;
/** The catalogue is asked for this often at most. */
export const CATALOGUE_INTERVAL_MS = 60_000;
/** The longest pause between calls to a platform that fails. */
export const MAX_BACK_OFF_MS = 5 * 60_000;
/** A poll that has the balance waits this long for its other calls. */
export const STRAGGLER_PATIENCE_MS = 5_000;
/** While a 401 repeats that may concern one call only, the profile is asked this often whether the session is over. */
export const END_QUESTION_INTERVAL_MS = 60_000;
/** After a poll that the network failed the next one comes no sooner. */
export const MIN_PAUSE_AFTER_LOSS_MS = 0.8 * POLL_INTERVAL_MS;
/** The first poll waits this long for the session check, because a profile that hangs must not hold back the balance. */
export const CHECK_PATIENCE_MS = 4_000;
/** iOS fails requests right after a resume, so the poll is tried again this soon. */
export const RESUME_RETRY_MS = 1_500;

/** The back-off of a call that the platform has trouble with; other calls have their own. */
export interface BackOff {
  /** Answers in a row in which the platform struggled. */
  readonly failures: number;
  /** By the steady clock. */
  readonly until: number;
}

export const NO_BACK_OFF: BackOff = { failures: 0, until: Number.NEGATIVE_INFINITY };

/** True where the platform itself has trouble. Only then polls become rarer; after a failure of the network they don't. */
export function isStruggling(error: CallError): boolean {
  return error.captivePortal !== true && error.status !== undefined && (error.status >= 500 || error.status === 429);
}

/**
 * Returns the pause of one call after `failures` answers in a row in which the platform struggled (0 after a good one). The pause
 * doubles each time and is drawn at random from its upper half, so that a thousand browsers do not come back together. It is no
 * shorter than the platform asked for by `Retry-After`, up to `MAX_REQUESTED_WAIT_MS`. `random` is in [0, 1).
 */
export function nextPauseMs(failures: number, retryAfterMs: number, random: number): number {
  if (failures === 0) return POLL_INTERVAL_MS;
  const top = Math.min(MAX_BACK_OFF_MS, POLL_INTERVAL_MS * 2 ** Math.min(failures, 10));
  const drawnMs = top / 2 + (random * top) / 2;
  // The longest time is cut to a random share, because otherwise all browsers would come back at its end together.
  const least = Math.min(retryAfterMs, MAX_REQUESTED_WAIT_MS * 0.9);
  const most = Math.min(retryAfterMs * 1.25, MAX_REQUESTED_WAIT_MS);
  return Math.round(Math.max(POLL_INTERVAL_MS, drawnMs, least + random * (most - least)));
}

/**
 * Returns the pause after a poll that the network failed. It is no longer than usual, so that the app notices soon that the network is
 * back, and random, because a thousand browsers that lost the platform together must not come back together. `random` is in [0, 1).
 */
export function pauseAfterLossMs(random: number): number {
  return Math.round(MIN_PAUSE_AFTER_LOSS_MS + (POLL_INTERVAL_MS - MIN_PAUSE_AFTER_LOSS_MS) * random);
}
