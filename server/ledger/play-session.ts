/** A play lasts from its first stake until 30 minutes pass without one. Everything but the last function is pure. */
import { addKobo, kobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { PLAY_ENDS_MS } from '../../src/core/protection';
import { MINUTE_MS, lagosDay, lagosDayStart } from '../../src/core/time';
import { accountIdOf } from './accounts';
import type { Db } from './accounts';

/** Instants are epoch ms, amounts kobo. */
export interface Play {
  readonly startedAt: number;
  /** The time of the newest stake. */
  readonly lastStakeAt: number;
  /** The time of the last reality check; before the first one, the start of the play. */
  readonly lastCheckAt: number;
  readonly staked: Kobo;
  readonly won: Kobo;
  readonly rounds: number;
}

/** The play as columns of the real account's row. */
export interface PlayColumns {
  readonly play_started_at: Date | null;
  readonly play_last_at: Date | null;
  readonly play_looked_at: Date | null;
  readonly play_staked: number;
  readonly play_won: number;
  readonly play_rounds: number;
}

export const PLAY_COLUMNS = 'play_started_at, play_last_at, play_looked_at, play_staked, play_won, play_rounds';

/** Reads the play from the row, even if it has ended since; null for a player who never played. */
export function playOf(row: PlayColumns): Play | null {
  const { play_started_at: started, play_last_at: last, play_looked_at: looked } = row;
  if (started === null || last === null || looked === null) return null;
  return {
    startedAt: started.getTime(),
    lastStakeAt: last.getTime(),
    lastCheckAt: looked.getTime(),
    staked: kobo(row.play_staked),
    won: kobo(row.play_won),
    rounds: row.play_rounds,
  };
}

/**
 * Returns the play at `atMs`; null where it has ended. If the platform's clock was set back since the last stake, the play is moved back
 * with it, so that the next reality check does not come later.
 */
export function playAt(play: Play | null, atMs: number): Play | null {
  if (play === null || atMs - play.lastStakeAt >= PLAY_ENDS_MS) return null;
  const shiftMs = Math.max(0, play.lastStakeAt - atMs);
  return { ...play, startedAt: play.startedAt - shiftMs, lastCheckAt: play.lastCheckAt - shiftMs, lastStakeAt: play.lastStakeAt - shiftMs };
}

/** Returns the time at which the next reality check stops play, for this interval. */
export function checkDueAt(play: Play, minutes: number): number {
  return play.lastCheckAt + minutes * MINUTE_MS;
}

/** The effect of a posting on the play, in kobo of real money. */
interface PlayChange {
  readonly staked: Kobo;
  readonly won: Kobo;
  /** The posting has a stake. */
  readonly hasStake: boolean;
  /** The stake adds to an open round, which was counted with its first stake. */
  readonly isFurtherStake?: true;
}

/**
 * Returns the play after a posting. A stake begins a play or continues it; a win without a stake belongs to the current play. Only a stake changes
 * the play's times, because a posting that waited for the player's account may have an earlier time than the last stake.
 */
export function playAfterPosting(before: Play | null, { staked, won, hasStake, isFurtherStake }: PlayChange, atMs: number): Play | null {
  const current = playAt(before, atMs);
  if (!hasStake) return current === null || before === null ? before : { ...before, won: addKobo(before.won, won) };
  const play = current ?? { startedAt: atMs, lastCheckAt: atMs, staked: ZERO_KOBO, won: ZERO_KOBO, rounds: 0 };
  const rounds = play.rounds + (isFurtherStake ? 0 : 1);
  return { ...play, lastStakeAt: atMs, staked: addKobo(play.staked, staked), won: addKobo(play.won, won), rounds };
}

/** Time played on one day in Lagos. */
export interface PlayedTime {
  readonly day: string;
  readonly ms: number;
}

/** Returns the time played that a stake at `atMs` adds: the time since the last stake of the same play, split at midnight. */
export function playTimeSinceLastStake(before: Play | null, atMs: number): PlayedTime[] {
  const lastStakeAt = playAt(before, atMs)?.lastStakeAt ?? atMs;
  const [from, to] = [lagosDay(lastStakeAt), lagosDay(atMs)];
  if (from === to) return [{ day: to, ms: atMs - lastStakeAt }];
  const midnight = lagosDayStart(to);
  return [{ day: to, ms: atMs - midnight }, { day: from, ms: midnight - lastStakeAt }];
}

/** Records that the player has seen a reality check. The caller holds the player's row, so no stake runs meanwhile. */
export async function recordCheck(tx: Db, userId: string, at: Date): Promise<void> {
  await tx.query('UPDATE ledger_account SET play_looked_at = $2 WHERE account_id = $1', [accountIdOf(userId, 'real'), at]);
}
