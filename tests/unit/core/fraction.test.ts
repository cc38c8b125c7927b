import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addFractions,
  compareFractions,
  fraction,
  fractionToNumber,
  fractionToPercent,
  multiplyFractions,
  subtractFractions,
} from '../../../src/core/fraction';

const anyFraction = () =>
  fc
    .tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.bigInt(1n, 10n ** 12n))
    .map(([numerator, denominator]) => fraction(numerator, denominator));

describe('fractions', () => {
  it('are in lowest terms with the sign above the line, so that equal ones look equal', () => {
    expect(fraction(6n, -4n)).toEqual({ numerator: -3n, denominator: 2n });
    expect(fraction(0n, -7n)).toEqual({ numerator: 0n, denominator: 1n });
    expect(fraction(5n)).toEqual({ numerator: 5n, denominator: 1n });
    expect(() => fraction(1n, 0n)).toThrow(RangeError);
  });

  it('add, subtract, multiply and compare as numbers do', () => {
    fc.assert(
      fc.property(anyFraction(), anyFraction(), anyFraction(), (a, b, c) => {
        expect(addFractions(a, b)).toEqual(addFractions(b, a));
        expect(subtractFractions(addFractions(a, b), b)).toEqual(a);
        const parts = addFractions(multiplyFractions(a, b), multiplyFractions(a, c));
        expect(multiplyFractions(a, addFractions(b, c))).toEqual(parts);
        expect(Math.sign(compareFractions(a, b))).toBe(-Math.sign(compareFractions(b, a)) + 0);
        expect(compareFractions(addFractions(a, fraction(1n, 10n ** 9n)), a)).toBeGreaterThan(0);
      }),
    );
  });

  it('turn into the double beside them', () => {
    expect(fractionToNumber(fraction(36n, 37n))).toBeCloseTo(36 / 37, 14);
    expect(fractionToNumber(fraction(-5n, 4n))).toBe(-1.25);
    expect(fractionToNumber(fraction(10n ** 40n + 1n, 10n ** 40n))).toBe(1);
  });

  it('are shown as percentages that are cut, never rounded up', () => {
    expect(fractionToPercent(fraction(36n, 37n))).toBe('97.29%');
    expect(fractionToPercent(fraction(19n, 20n))).toBe('95.00%');
    expect(fractionToPercent(fraction(999_999n, 1_000_000n), 3)).toBe('99.999%');
    expect(fractionToPercent(fraction(999n, 1_000n), 0)).toBe('99%');
    expect(fractionToPercent(fraction(1n, 1_000n), 2)).toBe('0.10%');
  });
});
