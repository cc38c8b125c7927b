/** How long an admin's sign-in, and the second factor that was given in it, hold. */
import { HOUR_MS, MINUTE_MS } from '../../src/core/time';

export interface DeskTimes {
  /** A session ends so long after its sign-in. */
  readonly sessionMs: number;
  /** A session ends so long after its last action; polls are none. */
  readonly idleMs: number;
  /** What asks for the second factor again does so where it was given longer ago. */
  readonly stepUpMs: number;
}

export const DESK_TIMES: DeskTimes = { sessionMs: 12 * HOUR_MS, idleMs: 30 * MINUTE_MS, stepUpMs: 10 * MINUTE_MS };

/** The clocks of two processes may differ so much. */
export const CLOCKS_DIFFER_MS = MINUTE_MS;
