/** The play that goes on: from its first stake until 30 minutes pass without one. Pure, but for its last function. */
import { addKobo, kobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { PLAY_ENDS_MS } from '../../src/core/protection';
import { lagosDay, lagosDayStart } from '../../src/core/time';
import { accountIdOf } from './accounts';
import type { Db } from './accounts';

const MINUTE_MS = 60_000;

/** Instants in epoch ms. */
export interface Play {
  readonly startedAt: number;
  /** Of the newest stake. */
  readonly lastAt: number;
  /** When a reality check was looked at last; at first, the start. */
  readonly lastCheckAt: number;
  readonly staked: Kobo;
  readonly won: Kobo;
  readonly rounds: number;
}

/** As it stands in the row of the real account. */
export interface PlayColumns {
  readonly play_started_at: Date | null;
  readonly play_last_at: Date | null;
  readonly play_looked_at: Date | null;
  readonly play_staked: number;
  readonly play_won: number;
  readonly play_rounds: number;
}

export const PLAY_COLUMNS = 'play_started_at, play_last_at, play_looked_at, play_staked, play_won, play_rounds';

/** The play that the row tells of, whether or not it still goes on; null = nobody played ever. */
export function playOf(row: PlayColumns): Play | null {
  const { play_started_at: started, play_last_at: last, play_looked_at: looked } = row;
  if (started === null || last === null || looked === null) return null;
  return {
    startedAt: started.getTime(),
    lastAt: last.getTime(),
    lastCheckAt: looked.getTime(),
    staked: kobo(row.play_staked),
    won: kobo(row.play_won),
    rounds: row.play_rounds,
  };
}

/**
 * The play as it goes on at `atMs`, or null. Where the platform's clock was set back since the last stake, the play is
 * moved back with it: what was played stays played, and the next reality check comes no later for it.
 */
export function playAt(play: Play | null, atMs: number): Play | null {
  if (play === null || atMs - play.lastAt >= PLAY_ENDS_MS) return null;
  const shiftMs = Math.max(0, play.lastAt - atMs);
  return { ...play, startedAt: play.startedAt - shiftMs, lastCheckAt: play.lastCheckAt - shiftMs, lastAt: play.lastAt - shiftMs };
}

/** When the next reality check stops play, at this interval. */
export function checkDueAt(play: Play, minutes: number): number {
  return play.lastCheckAt + minutes * MINUTE_MS;
}

/** What a posting did, in kobo of real money. */
interface PlayChange {
  readonly staked: Kobo;
  readonly won: Kobo;
  /** There is a stake in it. */
  readonly isRound: boolean;
  /** Of a round that was counted with its first stake. */
  readonly isCounted?: true;
}

/**
 * The play after a posting: a round begins one or goes on with it; a win by itself belongs to the one that goes on. Only a
 * stake moves the play in time: a posting that waited for the player's account may be of a moment before the last stake.
 */
export function playAfterPosting(before: Play | null, { staked, won, isRound, isCounted }: PlayChange, atMs: number): Play | null {
  const current = playAt(before, atMs);
  if (!isRound) return current === null || before === null ? before : { ...before, won: addKobo(before.won, won) };
  const play = current ?? { startedAt: atMs, lastCheckAt: atMs, staked: ZERO_KOBO, won: ZERO_KOBO, rounds: 0 };
  return { ...play, lastAt: atMs, staked: addKobo(play.staked, staked), won: addKobo(play.won, won), rounds: play.rounds + (isCounted ? 0 : 1) };
}

/** Time played, by the day in Lagos on which it was. */
export interface PlayedTime {
  readonly day: string;
  readonly ms: number;
}

/** What a stake at `atMs` adds to the time played: the time since the one before it, where play went on. */
export function playTimeSinceLastStake(before: Play | null, atMs: number): PlayedTime[] {
  const lastAt = playAt(before, atMs)?.lastAt ?? atMs;
  const [from, to] = [lagosDay(lastAt), lagosDay(atMs)];
  if (from === to) return [{ day: to, ms: atMs - lastAt }];
  const midnight = lagosDayStart(to);
  return [{ day: to, ms: atMs - midnight }, { day: from, ms: midnight - lastAt }];
}

/** The player has looked at a reality check. The caller holds the player's row, so no stake is under way. */
export async function recordCheck(tx: Db, userId: string, at: Date): Promise<void> {
  await tx.query('UPDATE ledger_account SET play_looked_at = $2 WHERE account_id = $1', [accountIdOf(userId, 'real'), at]);
}
