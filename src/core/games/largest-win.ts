/** Bounds the win of one round, as the rules publish it, and so what the house may have to pay at once. Pure; pages check it, too. */
import type { Fraction } from '../fraction';
import { kobo, multiplyFloor } from '../money';
import type { Kobo } from '../money';

/** ₦50,000,000, in kobo. */
export const LARGEST_WIN: Kobo = kobo(5_000_000_000);

/** The parts of an engine that say how much a bet can win. */
export interface WinRule<Bet> {
  readonly stakeStep: Kobo;
  /** The largest win there is, in stakes. */
  readonly maxWin: Fraction;
  /** The largest win of this bet, in stakes; missing = `maxWin`. */
  readonly best?: (bet: Bet) => Fraction;
  /** Kobo; missing = `LARGEST_WIN`. Rounds of earlier rules are held against theirs. */
  readonly largestWin?: Kobo | undefined;
}

/** Kobo. The largest stake on this bet whose largest win does not pass the largest win of a round; a multiple of the step, 0 where there is none. */
export function largestStake<Bet>({ stakeStep, maxWin, best, largestWin = LARGEST_WIN }: WinRule<Bet>, bet: Bet): Kobo {
  const { numerator, denominator } = best?.(bet) ?? maxWin;
  const most = multiplyFloor(largestWin, denominator, numerator);
  return kobo(most - (most % stakeStep));
}
