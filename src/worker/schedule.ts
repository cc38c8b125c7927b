/** When the next poll comes. Pure. */
import { MAX_ASKED_WAIT_MS } from '../core/errors';
import type { CallError } from '../core/errors';

/** From the end of one poll to the start of the next. */
export const POLL_INTERVAL_MS = 15_000;
/** Polls that are asked for never follow each other closer than this. */
export const MIN_GAP_MS = 1_000;
/** The catalogue is asked for this often at most. */
export const CATALOGUE_INTERVAL_MS = 60_000;
/** A platform that fails is asked this rarely at most. */
export const MAX_BACK_OFF_MS = 5 * 60_000;
/** A poll whose balance is there waits no longer for what was asked beside it. */
export const STRAGGLER_PATIENCE_MS = 5_000;
/** While a 401 goes on that may be about one call alone, the profile is asked this often whether the session is over. */
export const CONFIRM_INTERVAL_MS = 60_000;
/** After a poll that the network failed the next one comes no sooner. */
export const MIN_PAUSE_AFTER_LOSS_MS = 0.8 * POLL_INTERVAL_MS;
/** The first poll comes after the session check, or after so long: a profile that hangs holds back no balance. */
export const CHECK_PATIENCE_MS = 4_000;
/** iOS fails requests that are fired right on resume; one more try comes this soon. */
export const RESUME_RETRY_MS = 1_500;

/** The back-off of a call that the platform has trouble with; other calls have their own. */
export interface BackOff {
  /** Answers in a row in which the platform struggled. */
  readonly failures: number;
  /** By the steady clock. */
  readonly until: number;
}

export const NO_BACK_OFF: BackOff = { failures: 0, until: Number.NEGATIVE_INFINITY };

/** Whether the platform itself has trouble. Only then polls become rarer; when the network fails they don't. */
export function isStruggling(error: CallError): boolean {
  return error.captivePortal !== true && error.status !== undefined && (error.status >= 500 || error.status === 429);
}

/**
 * The pause of one call after `failures` answers in a row in which the platform struggled (0 after a good one). Doubles each
 * time and is drawn at random from its upper half, so that a thousand browsers do not come back together; what the
 * platform asked for (`Retry-After`, of that call) is waited for, up to `MAX_ASKED_WAIT_MS`. `random` is in [0, 1).
 */
export function nextPauseMs(failures: number, retryAfterMs: number, random: number): number {
  if (failures === 0) return POLL_INTERVAL_MS;
  const top = Math.min(MAX_BACK_OFF_MS, POLL_INTERVAL_MS * 2 ** Math.min(failures, 10));
  const drawn = top / 2 + (random * top) / 2;
  // Whoever asks for the longest time, or for more, gets a share of it less: else all would come back at its end.
  const least = Math.min(retryAfterMs, MAX_ASKED_WAIT_MS * 0.9);
  const most = Math.min(retryAfterMs * 1.25, MAX_ASKED_WAIT_MS);
  return Math.round(Math.max(POLL_INTERVAL_MS, drawn, least + random * (most - least)));
}

/**
 * The pause after a poll that the network failed. Never longer than usual, so that healing is noticed; but a thousand
 * browsers that lost the platform in the same moment must not come back in the same one, for ever after. `random` as above.
 */
export function pauseAfterLossMs(random: number): number {
  return Math.round(MIN_PAUSE_AFTER_LOSS_MS + (POLL_INTERVAL_MS - MIN_PAUSE_AFTER_LOSS_MS) * random);
}
