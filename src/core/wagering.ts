/** Computes for bonuses how much of a stake counts toward the wagering, how a win is divided, and what the wagering costs. Pure. */
import { fraction, subtractFractions } from './fraction';
import type { Fraction } from './fraction';
import type { GameKind } from './games/engine';
import { kobo, multiplyFloor, negateKobo, subKobo, ZERO_KOBO } from './money';
import type { Kobo } from './money';

/** How much of a stake counts, in per cent, until an admin says otherwise for a game. */
export const DEFAULT_CONTRIBUTION_PERCENT = {
  slots: 100,
  roulette: 20,
  blackjack: 10,
  dice: 10,
  mines: 10,
  plinko: 50,
} as const satisfies Record<GameKind, number>;

/** Contributions are stored as whole numbers of so many parts of a stake. */
export const CONTRIBUTION_SCALE = 10_000;

/**
 * The most that an admin can let a game count, in per cent. Games that keep about one hundredth of a stake would make the wagering of a
 * bonus almost free if they counted more.
 */
export const MOST_CONTRIBUTION_PERCENT = {
  slots: 100,
  roulette: 100,
  blackjack: 10,
  dice: 10,
  mines: 10,
  plinko: 100,
} as const satisfies Record<GameKind, number>;

/** A bonus can become this many times the granted amount, unless its terms say otherwise. */
export const DEFAULT_CAP_TIMES = 5;

/** The most that a bonus can become, in kobo; null for one without such a limit, which was claimed under earlier terms. */
export function maxConvertedOf(granted: Kobo, capTimes: number | null): Kobo | null {
  return capTimes === null ? null : kobo(granted * capTimes);
}

/** The parts of a bonus whose wagering is done; the two add up to its money. */
export interface Conversion {
  /** Becomes the player's own. */
  readonly converted: Kobo;
  /** Is above the most that the bonus can become, and is lost. */
  readonly lost: Kobo;
}

/** Divides the money of a bonus whose wagering is done. `most` is what `maxConvertedOf` says. */
export function convertBonus(balance: Kobo, most: Kobo | null): Conversion {
  const converted = most === null ? balance : kobo(Math.min(balance, most));
  return { converted, lost: subKobo(balance, converted) };
}

/** Kobo to be wagered in all: the granted amount, `times` over (a whole number). */
export function wageringRequirementOf(granted: Kobo, times: number): Kobo {
  return kobo(granted * times);
}

/**
 * Kobo of a round's stakes that count toward wagering. Money that was never at risk is no wagering: nothing counts where the
 * round paid back exactly what was staked in it, however it ended (a push, a round that nobody played on), and of bets that
 * cover for each other only what they risked together counts. All three are those of the whole round; `risked` is its
 * engine's, and all of the stake in games with one bet.
 */
export function qualifyingStakeOf(totalStake: Kobo, win: Kobo, risked: Kobo): Kobo {
  return win === totalStake ? ZERO_KOBO : kobo(Math.min(totalStake, risked));
}

/**
 * Kobo by which a stake moves the requirement, rounded down for each stake: `contribution` of `scale`, both whole numbers.
 */
export function wageringProgressOf(stake: Kobo, contribution: number, scale = 100): Kobo {
  return multiplyFloor(stake, contribution, scale);
}

/**
 * The part of a naira of wagering that a game with that return costs on average, exactly; null for a game that doesn't count.
 * `contribution` of `scale` counts, both whole numbers.
 */
export function wageringCostShare(rtp: Fraction, contribution: number, scale: number): Fraction | null {
  if (contribution <= 0) return null;
  const edge = subtractFractions(fraction(1n), rtp);
  return fraction(edge.numerator * BigInt(scale), edge.denominator * BigInt(contribution));
}

/**
 * The expected cost of wagering `requirement` (kobo still to go) on a game with that return: the house's
 * share of all stakes it takes. Rounded up by less than a kobo. Rounds that return their stake count nothing and are left out
 * of this, so where these are common it costs more; the pages say so. Null for a game that doesn't count.
 * `contribution` of `scale` counts, both whole numbers.
 *
 * ₦300,000 to go at 96 % and full contribution: ₦12,000.
 */
export function expectedWageringCost(requirement: Kobo, rtp: Fraction, contribution = 100, scale = 100): Kobo | null {
  const share = wageringCostShare(rtp, contribution, scale);
  return share === null ? null : negateKobo(multiplyFloor(negateKobo(requirement), share.numerator, share.denominator));
}

/** A stake by where it came from; the two add up to the stake. */
export interface StakeSplit {
  readonly real: Kobo;
  readonly bonus: Kobo;
}

/** Real money is staked first, then bonus money. Null when both together don't reach. */
export function splitStake(stake: Kobo, available: StakeSplit): StakeSplit | null {
  const real = kobo(Math.min(stake, available.real));
  const bonus = subKobo(stake, real);
  return bonus > available.bonus ? null : { real, bonus };
}

/** A win goes back in the proportion of the stake; a kobo that can't be divided is real. The two add up to the win. */
export function splitWin(win: Kobo, stakes: StakeSplit): StakeSplit {
  const bonus = stakes.bonus === 0 ? kobo(0) : multiplyFloor(win, stakes.bonus, stakes.real + stakes.bonus);
  return { real: subKobo(win, bonus), bonus };
}
