/** Describes the games of a catalogue for the cost of a bonus: what they keep of a stake, and how much of it counts. Pure. */
import { compareFractions, fraction } from '../fraction';
import type { Fraction } from '../fraction';
import type { GameKind } from '../games/engine';
import { CONTRIBUTION_SCALE, wageringCostShare } from '../wagering';

export interface CountedGame {
  readonly gameId: string;
  readonly kind: GameKind;
  /** The return of the bet that returns most. */
  readonly maxRtp: Fraction;
  /** The part of a stake that counts toward wagering, in units of 1/`CONTRIBUTION_SCALE`. */
  readonly contribution: number;
}

/**
 * At blackjack doubling and splitting add stakes, which count, too. Of all that is staked there no way of playing loses less than this part;
 * a test works it out.
 */
const BLACKJACK_RETURN_OF_ALL_STAKES = fraction(199n, 200n);

/** Returns the smallest part of a naira of wagering that the game can cost, however it is played; null where it does not count. */
export function minCostShare({ kind, maxRtp, contribution }: CountedGame): Fraction | null {
  return wageringCostShare(kind === 'blackjack' ? BLACKJACK_RETURN_OF_ALL_STAKES : maxRtp, contribution, CONTRIBUTION_SCALE);
}

/** A game with its least cost of a naira of wagering. */
export interface CheapestGame {
  readonly game: CountedGame;
  readonly share: Fraction;
}

/** The game on which wagering costs least; null where no game counts. */
export function cheapestGame(games: readonly CountedGame[]): CheapestGame | null {
  const counting = games.flatMap((game): CheapestGame[] => {
    const share = minCostShare(game);
    return share === null ? [] : [{ game, share }];
  });
  return counting.toSorted((a, b) => compareFractions(a.share, b.share))[0] ?? null;
}
