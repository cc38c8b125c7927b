/**
 * Estimates the return to player from the rounds of a game. The return is won ÷ staked, of first stakes as the declared one
 * is; how far it may be from the true one follows from how much the returns of single rounds differ, each with its own stake
 * (the usual estimate for a ratio of two sums). Pure; statistics in doubles, never for money.
 */

/** Sums over all rounds of a game; stakes and wins in any one unit. */
export interface RoundSums {
  readonly rounds: number;
  /** First stakes. */
  readonly staked: number;
  /** Wins less what was staked on: it was the player's until then. */
  readonly won: number;
  /** Sums of squares and products of the two: stake², win², stake × win. */
  readonly stakedSquared: number;
  readonly wonSquared: number;
  readonly stakedTimesWon: number;
}

/** As shares of the first stake; two where bets return differently. */
export interface DeclaredReturn {
  readonly least: number;
  readonly most: number;
}

export interface ObservedReturn {
  /** With 95 % confidence the return is between these. */
  readonly low: number;
  readonly high: number;
  /** No declared return is inside the interval of 99.9 %. */
  readonly isOff: boolean;
}

/** With fewer rounds there is no estimate, because rare wins have hardly had the time to come. */
export const MIN_ROUNDS = 1_000;
/** Standard errors on either side. */
const ERRORS_FOR_95_PERCENT = 1.959964;
const ERRORS_FOR_99_9_PERCENT = 3.290527;

/**
 * `variance`: that of the return of a stake of one, where the game fixes it whatever is
 * bet; else it is estimated from the rounds. Of slots whose largest wins have not come yet an estimate is far too small, and
 * an interval made of it would be wrong most of the time. Null while there are too few rounds.
 */
export function observedReturn(sums: RoundSums, declared: DeclaredReturn, variance: number | null): ObservedReturn | null {
  const { rounds, staked, won, stakedSquared } = sums;
  if (rounds < MIN_ROUNDS || !(staked > 0)) return null;
  const rate = won / staked;
  const spread = variance === null ? residual(sums, rate) : variance * stakedSquared;
  const error = Math.sqrt(spread) / staked;
  return {
    low: Math.max(0, rate - ERRORS_FOR_95_PERCENT * error),
    high: rate + ERRORS_FOR_95_PERCENT * error,
    isOff: Math.max(rate - declared.most, declared.least - rate) > ERRORS_FOR_99_9_PERCENT * error,
  };
}

/** Sum of (win − rate × stake)², never below zero for the noise of doubles; a little more for few rounds. */
function residual({ rounds, stakedSquared, wonSquared, stakedTimesWon }: RoundSums, rate: number): number {
  const sum = wonSquared - 2 * rate * stakedTimesWon + rate * rate * stakedSquared;
  return (Math.max(0, sum) * rounds) / (rounds - 1);
}
