/** Exact fractions of big integers: what a return to player is computed, declared and compared in. */

/** `numerator ÷ denominator` in lowest terms, denominator above zero. Made by `fraction()`. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [big, small] = [a < 0n ? -a : a, b];
  while (small > 0n) [big, small] = [small, big % small];
  return big;
}

/** The fraction in lowest terms. Throws a RangeError for a denominator of zero. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) throw new RangeError('a fraction over zero');
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = greatestCommonDivisor(numerator, denominator * sign);
  return { numerator: (numerator * sign) / divisor, denominator: (denominator * sign) / divisor };
}

export function addFractions(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function subtractFractions(a: Fraction, b: Fraction): Fraction {
  return addFractions(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiplyFractions(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** Below zero, zero or above zero, as `a` is below, equal to or above `b`. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

const BEYOND_DOUBLE = 10n ** 15n;

/** The double near the fraction, for showing and for statistics; never for money. Good to 15 digits. */
export function fractionToNumber({ numerator, denominator }: Fraction): number {
  const whole = numerator / denominator;
  const rest = ((numerator % denominator) * BEYOND_DOUBLE) / denominator;
  return Number(whole) + Number(rest) / Number(BEYOND_DOUBLE);
}

/**
 * A share as a percentage, cut after `decimals` places and never rounded up: a return shown to a player must not be
 * better than the true one. 36/37 is "97.29%". For fractions from 0 up.
 */
export function fractionToPercent({ numerator, denominator }: Fraction, decimals = 2): string {
  const scale = 10n ** BigInt(decimals);
  const scaled = (numerator * 100n * scale) / denominator;
  const whole = scaled / scale;
  return decimals === 0 ? `${whole}%` : `${whole}.${(scaled % scale).toString().padStart(decimals, '0')}%`;
}
