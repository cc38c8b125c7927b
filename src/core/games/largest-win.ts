/** Bounds the win of one round, as the rules publish it, and so what the house may have to pay at once. Pure; pages check it, too. */
import type { Fraction } from '../fraction';
import { kobo, multiplyFloor } from '../money';
import type { Kobo } from '../money';

/** The most that one round pays: ₦50,000,000, in kobo. */
export const MAX_ROUND_WIN: Kobo = kobo(5_000_000_000);

/** The parts of an engine that say how much a bet can win. */
export interface WinRule<Bet> {
  readonly stakeStep: Kobo;
  /** The largest win there is, in stakes. */
  readonly maxWin: Fraction;
  /** The largest win of this bet, in stakes; missing = `maxWin`. */
  readonly maxWinOfBet?: (bet: Bet) => Fraction;
  /** The most that one round pays, in kobo; missing = `MAX_ROUND_WIN`. Rounds of earlier rules are held against theirs. */
  readonly maxRoundWin?: Kobo | undefined;
}

/** Kobo. The largest stake on this bet whose largest win does not pass `maxRoundWin`; a multiple of the step, 0 where there is none. */
export function largestStake<Bet>({ stakeStep, maxWin, maxWinOfBet, maxRoundWin = MAX_ROUND_WIN }: WinRule<Bet>, bet: Bet): Kobo {
  const { numerator, denominator } = maxWinOfBet?.(bet) ?? maxWin;
  const most = multiplyFloor(maxRoundWin, denominator, numerator);
  return kobo(most - (most % stakeStep));
}
