/**
 * Sorts games into three classes by how far rounds lie from the return: low pays little and often, high pays much and rarely. It is not in
 * the catalogue, because only filters and sorting need it.
 */
import { VARIANCES, always } from '../core/games/variances';
import type { Spread } from '../core/games/variances';
import { entryOf } from '../core/words/is-key-of';

export const VOLATILITIES = ['low', 'medium', 'high'] as const;
export type Volatility = (typeof VOLATILITIES)[number];

/** The variances (of a round's pay, in stakes squared) from which on a game is medium, and high. */
const MEDIUM_FROM = 10;
const HIGH_FROM = 40;

/** The facts about a game's volatility. The engine's figure is preferred to the platform's word; null = both are missing. */
export interface VolatilityFacts {
  readonly gameId: string;
  /** The platform's word for it. */
  readonly volatility: string | null;
}

const classOf = (variance: number): number => (variance < MEDIUM_FROM ? 0 : variance < HIGH_FROM ? 1 : 2);

/** A number for every class, so that games with only a platform's word can be sorted among the others. */
const TYPICAL_VARIANCE: Readonly<Record<Volatility, number>> = { low: 5, medium: 20, high: 80 };

function spreadOf({ gameId, volatility }: VolatilityFacts): Spread | null {
  const own = entryOf(VARIANCES, gameId);
  const declared = VOLATILITIES.find((each) => each === volatility);
  return own ?? (declared === undefined ? null : always(TYPICAL_VARIANCE[declared]));
}

/** All classes that a game can have, depending on the player's choice; none where they are unknown. */
export function volatilitiesOf(game: VolatilityFacts): readonly Volatility[] {
  const spread = spreadOf(game);
  return spread === null ? [] : VOLATILITIES.slice(classOf(spread[0]), classOf(spread[1]) + 1);
}

/** Sorts the calmest games first: by the calmest bet, then by the wildest. Unknown games come last. */
export function compareVolatility(a: VolatilityFacts, b: VolatilityFacts): number {
  const [first, second] = [spreadOf(a), spreadOf(b)];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  return first[0] - second[0] || first[1] - second[1];
}
