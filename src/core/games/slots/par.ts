/**
 * Par sheet by exact enumeration: every combination of stops of a theme, counted, not sampled, in rational arithmetic.
 */
import { addFractions, fraction, multiplyFractions, subtractFractions } from '../../fraction';
import type { Fraction } from '../../fraction';
import type { SpinCount } from './count-spins';
import { entryForCount } from './line';
import { chanceAbove, computeRound, countRound, largestTotal, topAward } from './odds';
import type { TopAward, WonSpins } from './odds';
import type { LinePays, SlotTheme } from './theme';

/** Everything exact and in stakes (a win of 1 is the stake back). */
export interface ParSheet {
  /** Number of combinations of stops of a paid spin. */
  readonly cycle: bigint;
  readonly rtp: Fraction;
  /** The part of `rtp` that is won in free spins. */
  readonly freeSpinRtp: Fraction;
  /** Share of rounds that pay anything. */
  readonly hitRate: Fraction;
  /** Share of rounds that pay more than the stake, free spins included. */
  readonly profitRate: Fraction;
  /** Share of rounds that win free spins. */
  readonly featureRate: Fraction;
  /** Variance of the win of a round, in stakes squared. */
  readonly variance: Fraction;
  readonly maxWin: Fraction;
  /** Share of rounds that pay `maxWin`. */
  readonly maxWinRate: Fraction;
  readonly topAward: TopAward;
}

const NONE = fraction(0n);
const ONE = fraction(1n);

function square(of: Fraction): Fraction {
  return multiplyFractions(of, of);
}

function power(base: Fraction, exponent: number): Fraction {
  return fraction(base.numerator ** BigInt(exponent), base.denominator ** BigInt(exponent));
}

/** The moments of a spin's pay with everything that follows from it, in line stakes. */
interface Moments {
  readonly mean: Fraction;
  /** The part of `mean` that the spins following from it pay. */
  readonly following: Fraction;
  readonly variance: Fraction;
  /** Share of the spins that pay nothing, nor do those following. */
  readonly blank: Fraction;
  readonly max: bigint;
}

/** All spins with the same number of scatters, summed. */
interface Group {
  ways: bigint;
  sum: bigint;
  squares: bigint;
  blanks: bigint;
  max: bigint;
}

function groupsOf(counts: readonly SpinCount[], scatterPays: LinePays | undefined): Map<number, Group> {
  const groups = new Map<number, Group>();
  for (const { linePays, scatters, combinations } of counts) {
    const spinPays = BigInt(linePays + entryForCount(scatterPays, scatters));
    const group = groups.get(scatters) ?? { ways: 0n, sum: 0n, squares: 0n, blanks: 0n, max: 0n };
    group.ways += combinations;
    group.sum += combinations * spinPays;
    group.squares += combinations * spinPays * spinPays;
    if (spinPays === 0n) group.blanks += combinations;
    if (spinPays > group.max) group.max = spinPays;
    groups.set(scatters, group);
  }
  return groups;
}

/**
 * A spin B that pays by itself and wins N further spins F at multipliers m, N given by the scatters of B, all F
 * independent: E[X] = E[B + E[F]·Σm], E[X²] = E[(B + E[F]·Σm)² + Var[F]·Σm²].
 */
function momentsOf(counts: readonly SpinCount[], scatterPays: LinePays | undefined, wonSpins: WonSpins<Moments> | null): Moments {
  let [mean, squares, followed, blank] = [NONE, NONE, NONE, NONE];
  let [cycle, max] = [0n, 0n];
  for (const [scatters, group] of groupsOf(counts, scatterPays)) {
    const each = wonSpins?.each ?? { mean: NONE, following: NONE, variance: NONE, blank: ONE, max: 0n };
    const multipliers = Array.from({ length: entryForCount(wonSpins?.awards, scatters) }, (_, number) => wonSpins?.multiplier(number) ?? 0);
    const times = BigInt(multipliers.reduce((all, m) => all + m, 0));
    const timesSquared = BigInt(multipliers.reduce((all, m) => all + m * m, 0));
    const [ways, sum] = [fraction(group.ways), fraction(group.sum)];
    // E[F]·Σm and Var[F]·Σm².
    const followingMean = multiplyFractions(fraction(times), each.mean);
    const followingVariance = multiplyFractions(fraction(timesSquared), each.variance);

    cycle += group.ways;
    mean = addFractions(mean, addFractions(sum, multiplyFractions(ways, followingMean)));
    followed = addFractions(followed, multiplyFractions(ways, followingMean));
    const crossTerm = multiplyFractions(fraction(2n * group.sum), followingMean);
    const rest = multiplyFractions(ways, addFractions(square(followingMean), followingVariance));
    squares = addFractions(squares, addFractions(fraction(group.squares), addFractions(crossTerm, rest)));
    blank = addFractions(blank, multiplyFractions(fraction(group.blanks), power(each.blank, multipliers.length)));
    const best = group.max + times * each.max;
    if (best > max) max = best;
  }
  const share = fraction(1n, cycle);
  const average = multiplyFractions(mean, share);
  return {
    mean: average,
    following: multiplyFractions(followed, share),
    variance: subtractFractions(multiplyFractions(squares, share), square(average)),
    blank: multiplyFractions(blank, share),
    max,
  };
}

/** The par sheet of a theme. Throws a RangeError for free spins that climb and win further ones. */
export function parSheet(theme: SlotTheme): ParSheet {
  const { scatter } = theme;
  const feature = scatter?.freeSpins ?? null;
  if (feature?.climbs !== undefined && feature.again !== undefined) throw new RangeError('free spins that climb win no further ones');
  const counts = countRound(theme);
  const round = computeRound<Moments>(theme, counts, momentsOf);
  const lines = BigInt(theme.lines.length);
  const perStake = fraction(1n, lines);

  let [cycle, features] = [0n, 0n];
  for (const { scatters, combinations } of counts.paid) {
    cycle += combinations;
    if (entryForCount(feature?.awards, scatters) > 0) features += combinations;
  }
  return {
    cycle,
    rtp: multiplyFractions(round.mean, perStake),
    freeSpinRtp: multiplyFractions(round.following, perStake),
    hitRate: subtractFractions(ONE, round.blank),
    profitRate: chanceAbove(theme, counts, theme.lines.length),
    featureRate: fraction(features, cycle),
    variance: multiplyFractions(round.variance, square(perStake)),
    maxWin: multiplyFractions(fraction(round.max), perStake),
    maxWinRate: largestTotal(theme, counts).chance,
    topAward: topAward(theme),
  };
}
