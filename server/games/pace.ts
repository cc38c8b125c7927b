/**
 * Enforces the pace of play over all games, ours and framed: a player has one round at a time, and a shortest time lies between the starts of
 * two rounds.
 */
import type { PoolClient } from 'pg';
import type { GameKind } from '../../src/core/games/engine';
import { allEngines, steppedEngines } from '../../src/core/games/registry';
import { LONGEST_CYCLE_MS, minimumCycleMs } from '../../src/core/play-times';
import { ProblemError } from '../http/problem';
import { roundOpenProblem } from './open-rounds';

/** The newest start in one game, or the next one in the future, which a clock that was set back leaves there. */
export interface RoundStart {
  readonly gameId: string;
  /** The round of it that is not finished; null = there is none. */
  readonly openRoundId: string | null;
  readonly startedAt: Date;
  readonly cycleMs: number;
}

interface StartRow {
  readonly game_id: string;
  readonly open_round_id: string | null;
  /** The newest start that is not in the future, and the earliest one that is. */
  readonly began: Date | null;
  readonly begins: Date | null;
  readonly framed_kind: GameKind | null;
}

/**
 * Selects by the start of a round: an open round ends long after it began, so the round that ended last need not have started last. Starts in
 * the future are apart, because after the clock was set back the newest of all would hide the one of a moment ago.
 */
const LAST_STARTS = `
  SELECT s.game_id, max(s.began) FILTER (WHERE s.began <= $3) AS began, min(s.began) FILTER (WHERE s.began > $3) AS begins, max(s.open_round_id) AS open_round_id, (SELECT kind FROM framed_game f WHERE f.game_id = s.game_id) AS framed_kind
  FROM (
    SELECT game_id, coalesce(started_at, at) AS began, NULL AS open_round_id FROM round WHERE user_id = $1 AND at > $2
    UNION ALL SELECT game_id, started_at, round_id FROM open_round WHERE user_id = $1
    UNION ALL SELECT game_id, started_at, NULL FROM frame_round WHERE user_id = $1 AND started_at > $2
  ) s GROUP BY s.game_id`;

/**
 * Reads the player's starts that another round may still have to wait for at `now`, and the rounds that are not finished. While the
 * player's seeds are locked, no round can start after this, in any game.
 */
export async function readLastStarts(tx: PoolClient, userId: string, now: Date): Promise<readonly RoundStart[]> {
  const { rows } = await tx.query<StartRow>({
    name: 'last-starts',
    text: LAST_STARTS,
    values: [userId, new Date(now.getTime() - LONGEST_CYCLE_MS), now],
  });
  return rows.flatMap(({ game_id: gameId, open_round_id: openRoundId, began, begins, framed_kind: framedKind }) => {
    const kind = allEngines.get(gameId)?.kind ?? framedKind;
    const cycleMs = kind === null ? LONGEST_CYCLE_MS : minimumCycleMs(kind);
    return [began, begins].filter((startedAt) => startedAt !== null).map((startedAt) => ({ gameId, openRoundId, startedAt, cycleMs }));
  });
}

/**
 * Throws `round-open` while a round of any game is not finished. A round of a game that this build can't play does not count, because
 * its player can't finish it here. Pure.
 */
export function refuseSecondRound(starts: readonly RoundStart[]): void {
  for (const { gameId, openRoundId } of starts) {
    if (openRoundId !== null && steppedEngines.has(gameId)) throw roundOpenProblem({ gameId, roundId: openRoundId });
  }
}

/** Throws `cycle-too-short` while one of the rounds has not lasted its cycle. Pure. */
export function refuseShortCycle(starts: readonly Pick<RoundStart, 'startedAt' | 'cycleMs'>[], now: Date): void {
  const waitMs = Math.max(0, ...starts.map((start) => remainingMs(start, now)));
  if (waitMs === 0) return;
  throw new ProblemError('cycle-too-short', 'Your last round has only just begun. Wait a moment.', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

function remainingMs({ startedAt, cycleMs }: Pick<RoundStart, 'startedAt' | 'cycleMs'>, now: Date): number {
  const elapsedMs = now.getTime() - startedAt.getTime();
  // A start in the future means that the platform's clock was set back, so the player need not wait for it.
  if (elapsedMs >= cycleMs || elapsedMs < -cycleMs) return 0;
  return Math.min(cycleMs, cycleMs - elapsedMs);
}
