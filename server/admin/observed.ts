/** What was observed of the games: sums over their rounds, read from an index alone. */
import type { AdminGame } from '../../src/core/contract/admin';
import { fractionToNumber } from '../../src/core/fraction';
import { observedReturn } from '../../src/core/games/observed';
import { VARIANCES } from '../../src/core/games/variances';
import { kobo, koboToNaira } from '../../src/core/money';
import type { KnownGame } from '../games/catalogue';
import type { Db } from '../ledger/accounts';

export interface ObservedRow {
  readonly game_id: string;
  readonly rounds: number;
  /** Kobo. */
  readonly staked: number;
  readonly won: number;
  /** Kobo², rounded as doubles are. */
  readonly staked_squared: number;
  readonly won_squared: number;
  readonly staked_won: number;
}

/** Null = of every game. All of it is in the index `round_of_game`. */
export const OBSERVED = `
  SELECT game_id, count(*) AS rounds, sum(stake)::bigint AS staked, sum(win)::bigint AS won,
    sum(stake::float8 * stake) AS staked_squared, sum(win::float8 * win) AS won_squared, sum(stake::float8 * win) AS staked_won
  FROM round WHERE $1::text IS NULL OR game_id = $1 GROUP BY game_id`;

export async function readObserved(db: Db, gameId: string | null): Promise<ReadonlyMap<string, ObservedRow>> {
  const { rows } = await db.query<ObservedRow>(OBSERVED, [gameId]);
  return new Map(rows.map((row) => [row.game_id, row]));
}

/** Of slots, whose bets are all alike; elsewhere it depends on what was bet, and on what a player added. */
function varianceOf({ gameId, kind }: KnownGame['engine']): number | null {
  return kind === 'slots' ? (VARIANCES[gameId]?.[0] ?? null) : null;
}

export function toObserved({ engine }: KnownGame, row: ObservedRow | undefined): AdminGame['observed'] {
  if (row === undefined) return { rounds: 0, staked: 0, won: 0, interval: null, isOff: false };
  const { rounds, staked, won, staked_squared: stakedSquared, won_squared: wonSquared, staked_won: stakedTimesWon } = row;
  const sums = { rounds, staked, won, stakedSquared, wonSquared, stakedTimesWon };
  const seen = observedReturn(sums, fractionToNumber(engine.rtp), varianceOf(engine));
  return {
    rounds,
    staked: koboToNaira(kobo(staked)),
    won: koboToNaira(kobo(won)),
    interval: seen === null ? null : { low: seen.low, high: seen.high },
    isOff: seen?.isOff ?? false,
  };
}
