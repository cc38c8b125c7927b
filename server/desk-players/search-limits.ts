/** Limits how often somebody looks for players at the desk. All ways of looking for one count together. */
import type { Pool } from 'pg';
import { HOUR_MS, MINUTE_MS } from '../../src/core/time';
import { countAttempt, tooManyAttempts } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';

/** Of each admin. Somebody who looks for one player after the other needs fewer; whoever reads the list of all, or guesses a number, is stopped. */
export const SEARCH_LIMITS: readonly AttemptLimit[] = [
  { kind: 'player-search', limit: 30, windowMs: MINUTE_MS },
  { kind: 'player-search-hour', limit: 200, windowMs: HOUR_MS },
];

const SEARCHED_OFTEN = 'You have searched very often. Wait a little and search again. If you need a list, ask an owner for a report.';

/** Counts a search of this admin. Throws `too-many-requests`. */
export async function countSearch(pool: Pool, adminId: string, at: Date): Promise<void> {
  for (const limit of SEARCH_LIMITS) {
    const wait = await countAttempt(pool, limit, adminId, at);
    if (wait !== null) throw tooManyAttempts(wait, 'You have searched very often.', SEARCHED_OFTEN);
  }
}
