/** Says how long a game counts as new. Days are days in Lagos, `YYYY-MM-DD`. Pure. */
import { DAY_MS } from '../time';

/** A game is new for so many days, its first day included. */
export const NEW_DAYS = 30;

/** The first day on which a game that was new from `newFrom` on is not any more. */
export function newUntil(newFrom: string): string {
  return new Date(Date.parse(newFrom) + NEW_DAYS * DAY_MS).toISOString().slice(0, 10);
}

export function isNew(newFrom: string | null, today: string): boolean {
  return newFrom !== null && newFrom <= today && today < newUntil(newFrom);
}
