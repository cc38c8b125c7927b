/**
 * Par sheet by exact enumeration: every combination of stops of a theme, counted, not sampled, in rational arithmetic.
 */
import { addFractions, fraction, multiplyFractions, subtractFractions } from '../../fraction';
import type { Fraction } from '../../fraction';
import { countSpins } from './count-spins';
import { FIRST_PAYING_COUNT } from './line';
import type { SlotTheme } from './theme';

/** Everything exact and in stakes (a win of 1 is the stake back). */
export interface ParSheet {
  /** Number of combinations of stops of a paid spin. */
  readonly cycle: bigint;
  readonly rtp: Fraction;
  /** The part of `rtp` that is won in free spins. */
  readonly freeSpinRtp: Fraction;
  /** Share of rounds that pay anything. */
  readonly hitRate: Fraction;
  /** Share of paid spins that, by themselves, pay more than the stake. */
  readonly profitRate: Fraction;
  /** Share of rounds that win free spins. */
  readonly featureRate: Fraction;
  /** Of the win of a round, in stakes squared. */
  readonly variance: Fraction;
  readonly maxWin: Fraction;
}

interface Moments {
  readonly mean: Fraction;
  readonly square: Fraction;
  readonly blank: Fraction;
  readonly max: bigint;
}

const NONE = fraction(0n);

/** Of the lines' pay of one spin on `strips`, times `multiplier`. */
function momentsOf(theme: SlotTheme, strips: readonly (readonly string[])[], multiplier: bigint): Moments {
  let [sum, squares, blanks, cycle, max] = [0n, 0n, 0n, 0n, 0n];
  for (const { linePays, combinations } of countSpins(theme, strips)) {
    const pays = BigInt(linePays) * multiplier;
    cycle += combinations;
    sum += combinations * pays;
    squares += combinations * pays * pays;
    if (pays === 0n) blanks += combinations;
    if (pays > max) max = pays;
  }
  return { mean: fraction(sum, cycle), square: fraction(squares, cycle), blank: fraction(blanks, cycle), max };
}

function power(base: Fraction, exponent: bigint): Fraction {
  return fraction(base.numerator ** exponent, base.denominator ** exponent);
}

/**
 * The par sheet of a theme. A round is a paid spin B and N free spins F, N given by the scatters of B, all F
 * independent: E[X] = E[B + N·E[F]], E[X²] = E[(B + N·E[F])² + N·Var[F]].
 */
export function parSheet(theme: SlotTheme): ParSheet {
  const feature = theme.scatter?.freeSpins;
  const free = feature ? momentsOf(theme, feature.strips, BigInt(feature.multiplier)) : null;
  const freeMean = free?.mean ?? NONE;
  const freeVariance = free ? subtractFractions(free.square, multiplyFractions(free.mean, free.mean)) : NONE;
  const lines = BigInt(theme.lines.length);

  let [mean, square, freePart, hits] = [NONE, NONE, NONE, NONE];
  let [cycle, profits, features, max] = [0n, 0n, 0n, 0n];
  for (const { linePays, scatters, combinations } of countSpins(theme, theme.strips)) {
    const step = scatters - FIRST_PAYING_COUNT;
    const paid = BigInt(linePays + (theme.scatter?.pays[step] ?? 0));
    const spins = BigInt(feature?.awards[step] ?? 0);
    const weight = fraction(combinations);
    const won = multiplyFractions(fraction(spins), freeMean);
    const expected = addFractions(fraction(paid), won);
    const spread = multiplyFractions(fraction(spins), freeVariance);
    const blank = paid > 0n ? NONE : power(free?.blank ?? NONE, spins);

    cycle += combinations;
    mean = addFractions(mean, multiplyFractions(weight, expected));
    freePart = addFractions(freePart, multiplyFractions(weight, won));
    const expectedSquare = addFractions(multiplyFractions(expected, expected), spread);
    square = addFractions(square, multiplyFractions(weight, expectedSquare));
    hits = addFractions(hits, multiplyFractions(weight, subtractFractions(fraction(1n), blank)));
    if (paid > lines) profits += combinations;
    if (spins > 0n) features += combinations;
    const best = paid + spins * (free?.max ?? 0n);
    if (best > max) max = best;
  }
  const perRound = fraction(1n, cycle);
  const perStake = fraction(1n, cycle * lines);
  const rtp = multiplyFractions(mean, perStake);
  const meanSquare = multiplyFractions(square, fraction(1n, cycle * lines * lines));
  return {
    cycle,
    rtp,
    freeSpinRtp: multiplyFractions(freePart, perStake),
    hitRate: multiplyFractions(hits, perRound),
    profitRate: fraction(profits, cycle),
    featureRate: fraction(features, cycle),
    variance: subtractFractions(meanSquare, multiplyFractions(rtp, rtp)),
    maxWin: fraction(max, lines),
  };
}
