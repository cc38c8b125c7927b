/** Reality checks stop play at intervals, so that the player sees how it is going. Pure. */
import type { PlayNow } from '../../src/core/contract/protection';
import { koboToNaira } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import { checkDueAt, playAt } from './play-session';
import type { Play } from './play-session';

export interface RealityColumns {
  readonly reality_minutes: number;
  readonly reality_next: number | null;
  readonly reality_next_from: Date | null;
}

/** Returns the player's interval at `at`, in minutes. A requested change applies by itself from its time on. */
export function realityMinutesAt({ reality_minutes: now, reality_next: next, reality_next_from: from }: RealityColumns, at: Date): number {
  return next !== null && from !== null && from <= at ? next : now;
}

/** Turns a play into the contract's form of it. */
export function toPlayNow(play: Play, minutes: number): PlayNow {
  return {
    startedAt: new Date(play.startedAt).toISOString(),
    dueAt: new Date(checkDueAt(play, minutes)).toISOString(),
    staked: koboToNaira(play.staked),
    won: koboToNaira(play.won),
    rounds: play.rounds,
  };
}

/** Throws `reality-check-due` where the player must see a reality check before the next stake at `atMs`. */
export function assertNoCheckDue(play: Play | null, minutes: number, atMs: number): void {
  const current = playAt(play, atMs);
  if (current === null || atMs < checkDueAt(current, minutes)) return;
  throw new ProblemError('reality-check-due', 'Time to look at how your play is going', { current: toPlayNow(current, minutes) });
}
