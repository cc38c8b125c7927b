import { describe, expect, it } from 'vitest';
import { drawsFrom, fairBelow } from '../../../../src/core/fairness/draws';
import { isLong } from '../../../support/seeds';

/** One fixed stream: the outcome of these tests never changes, and anybody can recompute it. */
const SERVER_SEED = 'fedcba9876543210'.repeat(4);
const CLIENT_SEED = 'statistics';
/** The ordinary run reads the first quarter of what the long run reads; the limits hold for streams of any length. */
const PART = isLong ? 1 : 1 / 4;
/**
 * Ten tests look at this one stream. Each at 99 % would fail a perfect generator in one stream of ten, so each is held
 * to 99.9 % and all together to 99 %: points of the normal distribution, one-sided and two-sided.
 */
const Z_ONE_SIDED = 3.0902;
const Z_TWO_SIDED = 3.2905;

/** Chi-square's point, by Wilson and Hilferty's approximation (within 0.1 % for the degrees used here). */
function chiSquareLimit(degrees: number): number {
  const ninth = 2 / (9 * degrees);
  return degrees * (1 - ninth + Z_ONE_SIDED * Math.sqrt(ninth)) ** 3;
}

function chiSquare(counts: readonly number[], total: number): number {
  const expected = total / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** `length` values below n, `perBet` from each bet, as rounds of a game read them. */
function streamBelow(n: number, length: number, perBet: number): number[] {
  const values: number[] = [];
  for (let nonce = 0; values.length < length; nonce += 1) {
    const draws = drawsFrom({ serverSeed: SERVER_SEED, clientSeed: CLIENT_SEED, nonce });
    for (let i = 0; i < perBet && values.length < length; i += 1) values.push(draws.below(n));
  }
  return values;
}

function tally(cells: number, indices: Iterable<number>): number[] {
  const counts = Array.from({ length: cells }, () => 0);
  for (const index of indices) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}

describe(`draws under seed ${SERVER_SEED}`, () => {
  it.each([2, 6, 31, 32, 37, 52, 10_000])('are uniform below %d (chi-square)', (n) => {
    const values = streamBelow(n, Math.max(40_000 * PART, (isLong ? 10 : 5) * n), 5);
    expect(chiSquare(tally(n, values), values.length)).toBeLessThan(chiSquareLimit(n - 1));
  });

  it('do not depend on the draw before (serial pairs)', () => {
    const values = streamBelow(10, 80_000 * PART, 40);
    const firsts = values.filter((_, i) => i % 2 === 0);
    const pairs = firsts.map((first, i) => 10 * first + (values[2 * i + 1] ?? 0));
    expect(chiSquare(tally(100, pairs), pairs.length)).toBeLessThan(chiSquareLimit(99));
  });

  it('do not depend on the bet before (first draws of neighbouring nonces)', () => {
    const values = streamBelow(10, 40_000 * PART, 1);
    const pairs = values.slice(1).map((value, i) => 10 * (values[i] ?? 0) + value);
    expect(chiSquare(tally(100, pairs), pairs.length)).toBeLessThan(chiSquareLimit(99));
  });

  it('change sides as often as coins do (runs)', () => {
    const values = streamBelow(2, 50_000 * PART, 8);
    const ones = values.filter((value) => value === 1).length;
    const zeros = values.length - ones;
    const runs = 1 + values.slice(1).filter((value, i) => value !== values[i]).length;
    const mean = 1 + (2 * ones * zeros) / values.length;
    const variance = ((mean - 1) * (mean - 2)) / (values.length - 1);
    expect(Math.abs(runs - mean) / Math.sqrt(variance)).toBeLessThan(Z_TWO_SIDED);
  });
});

describe('the mapping from words to results', () => {
  const firstKept = (words: readonly number[], n: number): number => {
    const left = [...words];
    return fairBelow(() => {
      const word = left.shift();
      if (word === undefined) throw new Error('every word was skipped');
      return word;
    }, n);
  };

  it.each([1, 2, 3, 10, 37, 10_000, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32])(
    'keeps a whole number of runs of %d, no word more and none less',
    (n) => {
      const unbiasedLimit = Math.floor(2 ** 32 / n) * n;
      expect(firstKept([0], n)).toBe(0);
      expect(firstKept([unbiasedLimit - 1], n)).toBe(n - 1);
      if (unbiasedLimit < 2 ** 32) {
        expect(firstKept([unbiasedLimit, 2 ** 32 - 1, n - 1], n)).toBe(n - 1);
        expect(() => firstKept([unbiasedLimit], n)).toThrow('every word was skipped');
      }
    },
  );
});
