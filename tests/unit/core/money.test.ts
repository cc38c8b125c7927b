import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_KOBO, addKobo, formatMoney, formatNaira, kobo, koboToNaira, multiplyFloor, nairaToKobo, negateKobo, subKobo } from '../../../src/core/money';
import { parseNairaText } from '../../../src/core/naira-text';

const anyKobo = () => fc.integer({ min: -MAX_KOBO, max: MAX_KOBO }).map(kobo);
const smallKobo = () => fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(kobo);

describe('kobo', () => {
  it.each([0.5, NaN, Infinity, -Infinity, 2 ** 53, MAX_KOBO + 1, -MAX_KOBO - 1])('refuses %d', (n) => {
    expect(() => kobo(n)).toThrow(RangeError);
  });

  it('has no negative zero, however it is reached', () => {
    expect(Object.is(kobo(-0), 0)).toBe(true);
    expect(Object.is(negateKobo(kobo(0)), 0)).toBe(true);
    expect(Object.is(nairaToKobo(-0), 0)).toBe(true);
  });

  it('adds, subtracts and negates as integers do', () => {
    fc.assert(
      fc.property(smallKobo(), smallKobo(), (a, b) => {
        expect(addKobo(a, b)).toBe(a + b);
        expect(subKobo(addKobo(a, b), b)).toBe(a);
        expect(addKobo(a, negateKobo(a))).toBe(0);
      }),
    );
    expect(addKobo()).toBe(0);
  });

  it('refuses a sum past the largest amount instead of losing a kobo', () => {
    expect(() => addKobo(kobo(MAX_KOBO), kobo(1))).toThrow(RangeError);
    expect(() => subKobo(kobo(-MAX_KOBO), kobo(1))).toThrow(RangeError);
  });
});

describe('multiplyFloor', () => {
  it('is the largest integer that is not above the exact product', () => {
    fc.assert(
      fc.property(smallKobo(), fc.bigInt(-100_000n, 100_000n), fc.bigInt(1n, 1_000_000n), (k, n, d) => {
        const floored = BigInt(multiplyFloor(k, n, d));
        const exact = BigInt(k) * n;
        expect(floored * d <= exact && exact < (floored + 1n) * d).toBe(true);
      }),
    );
  });

  it('is exact where doubles are not', () => {
    expect(multiplyFloor(kobo(900_719_925_474_099), 99n, 100n)).toBe(891_712_726_219_358);
    expect(multiplyFloor(kobo(-1), 1, 2)).toBe(-1);
  });

  it('refuses a denominator that is zero or negative, a fraction, and a result past the largest amount', () => {
    expect(() => multiplyFloor(kobo(1), 1, 0)).toThrow(RangeError);
    expect(() => multiplyFloor(kobo(1), 1, -2)).toThrow(RangeError);
    expect(() => multiplyFloor(kobo(1), 0.5, 1)).toThrow(RangeError);
    expect(() => multiplyFloor(kobo(MAX_KOBO), 2, 1)).toThrow(RangeError);
  });
});

describe('nairaToKobo', () => {
  it.each([
    [1234567.89, 123456789],
    [0.29, 29],
    [1.1, 110],
    [-0.01, -1],
    [4.35, 435],
    [10_000_000_000_000, MAX_KOBO],
  ])('reads %d', (naira, expected) => {
    expect(nairaToKobo(naira)).toBe(expected);
  });

  it.each([0.001, 0.1 + 0.2, 1.005, NaN, Infinity, 1e21, 2 ** 53, '100', null, undefined, {}, [5], 5n, true])(
    'refuses %s',
    (amount) => {
      expect(nairaToKobo(amount)).toBeNull();
    },
  );

  it('gives back every amount that was sent over JSON', () => {
    fc.assert(
      fc.property(anyKobo(), (k) => {
        const wire: unknown = JSON.parse(JSON.stringify({ amount: koboToNaira(k) }).replace('{"amount":', '').slice(0, -1));
        expect(nairaToKobo(wire)).toBe(k);
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts exactly the doubles nearest to an amount with two decimals', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e13, max: 1e13 }), (amount) => {
        const k = nairaToKobo(amount);
        expect(k === null || Number((k / 100).toFixed(2)) === amount).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('parseNairaText', () => {
  it.each([
    ['5000', 500_000],
    ['5,000', 500_000],
    ['₦5,000.50', 500_050],
    [' 5 000 ', 500_000],
    ['5\u00a0000', 500_000],
    ['5\u202f000.5', 500_050],
    ['NGN 250', 25_000],
    ['n1,234,567.89', 123_456_789],
    ['.5', 50],
    ['7.', 700],
    ['0', 0],
    ['0005', 500],
  ])('reads %j', (text, expected) => {
    expect(parseNairaText(text)).toBe(expected);
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['₦', 'not-a-number'],
    ['five', 'not-a-number'],
    ['5k', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['5.0.0', 'not-a-number'],
    ['.', 'not-a-number'],
    ['-5', 'negative'],
    ['−5,000', 'negative'],
    ['50,00', 'grouping'],
    ['5,00,000', 'grouping'],
    ['5,000 000', 'grouping'],
    ['5.001', 'too-many-decimals'],
    ['5.000', 'too-many-decimals'],
    ['10000000000000.01', 'too-large'],
    ['9'.repeat(400), 'too-large'],
  ])('says what is wrong with %j', (text, error) => {
    expect(parseNairaText(text)).toEqual({ error });
  });

  it('understands whatever formatNaira prints for an amount that is not negative', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_KOBO }).map(kobo), fc.boolean(), (k, whole) => {
        expect(parseNairaText(formatNaira(k, { whole }))).toBe(k);
      }),
    );
  });

  it('never throws, whatever is typed', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseNairaText(text)));
  });
});

describe('formatting', () => {
  it('prints the naira sign, groups and two decimals', () => {
    expect(formatNaira(kobo(123_456_750))).toBe('₦1,234,567.50');
    expect(formatNaira(kobo(500_000))).toBe('₦5,000.00');
    expect(formatNaira(kobo(-150))).toBe('\u2212₦1.50');
  });

  it('drops the kobo of whole naira only', () => {
    expect(formatNaira(kobo(500_000), { whole: true })).toBe('₦5,000');
    expect(formatNaira(kobo(500_050), { whole: true })).toBe('₦5,000.50');
  });

  it('never puts a naira sign on another currency or on none', () => {
    expect(formatMoney(kobo(123_450), 'NGN')).toBe('₦1,234.50');
    expect(formatMoney(kobo(123_450), 'usd')).toMatch(/\$1,234\.50$/);
    expect(formatMoney(kobo(123_450), null)).toBe('1,234.50');
    expect(formatMoney(kobo(123_450), 'points')).toBe('1,234.50 points');
    expect(formatMoney(kobo(-123_400), '', { whole: true })).toBe('\u22121,234');
  });
});
