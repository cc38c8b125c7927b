/**
 * Reads the observed returns of the games: sums over their rounds, from an index alone. Like the declared returns, they refer
 * to the first stake of a round.
 */
import type { AdminGame } from '../../src/core/contract/admin';
import { fractionToNumber } from '../../src/core/fraction';
import { observedReturn } from '../../src/core/games/observed-return';
import { VARIANCES } from '../../src/core/games/variances';
import { kobo, koboToNaira } from '../../src/core/money';
import type { CatalogueGame } from '../catalogue';
import type { Db } from '../ledger/accounts';

export interface ObservedRow {
  readonly game_id: string;
  readonly rounds: number;
  /** Kobo. */
  readonly staked: number;
  readonly won: number;
  readonly first_staked: number;
  /** The wins minus the stakes after the first one. */
  readonly returned: number;
  /** Squares of kobo as doubles, so they are rounded. */
  readonly first_squared: number;
  readonly returned_squared: number;
  readonly first_returned: number;
}

/** `$1` is null for every game. The index `round_of_game` has every column that this reads. */
export const OBSERVED_RETURNS = `
  SELECT game_id, count(*) AS rounds, sum(stake)::bigint AS staked, sum(win)::bigint AS won, sum(first)::bigint AS first_staked,
    sum(back)::bigint AS returned, sum(first::float8 * first) AS first_squared, sum(back::float8 * back) AS returned_squared,
    sum(first::float8 * back) AS first_returned
  FROM (SELECT game_id, stake, win, coalesce(first_stake, stake) AS first, win - stake + coalesce(first_stake, stake) AS back
        FROM round WHERE $1::text IS NULL OR game_id = $1) AS ended GROUP BY game_id`;

export async function readObservedReturns(db: Db, gameId: string | null): Promise<ReadonlyMap<string, ObservedRow>> {
  const { rows } = await db.query<ObservedRow>(OBSERVED_RETURNS, [gameId]);
  return new Map(rows.map((row) => [row.game_id, row]));
}

/**
 * Returns the variance of slots, whose bets are all alike; in other games it depends on the bet and on what the player adds to
 * it.
 */
function findVariance({ gameId, kind }: CatalogueGame['engine']): number | null {
  return kind === 'slots' ? (VARIANCES[gameId]?.[0] ?? null) : null;
}

/** The declared return of blackjack assumes best play. Other play returns less, so no return is too low there. */
const lowestReturn = ({ kind, rtp }: CatalogueGame['engine']): number => (kind === 'blackjack' ? 0 : fractionToNumber(rtp));

export function toObserved({ engine }: CatalogueGame, row: ObservedRow | undefined): AdminGame['observed'] {
  if (row === undefined) return { rounds: 0, staked: 0, won: 0, interval: null, isOff: false };
  const { rounds, staked, won, first_staked: first, returned } = row;
  const sums = {
    rounds, staked: first, won: returned, stakedSquared: row.first_squared, wonSquared: row.returned_squared, stakedTimesWon: row.first_returned,
  };
  const { rtp, maxRtp = rtp } = engine;
  const estimate = observedReturn(sums, { least: lowestReturn(engine), most: fractionToNumber(maxRtp) }, findVariance(engine));
  return {
    rounds,
    staked: koboToNaira(kobo(staked)),
    won: koboToNaira(kobo(won)),
    rate: returned / first,
    interval: estimate === null ? null : { low: estimate.low, high: estimate.high },
    isOff: estimate?.isOff ?? false,
  };
}
