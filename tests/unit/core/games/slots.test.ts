import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../../src/core/fairness/draws';
import { countSpins } from '../../../../src/core/games/slots/count-spins';
import { readLine } from '../../../../src/core/games/slots/line';
import { parSheet } from '../../../../src/core/games/slots/par';
import { playSlots, readSpin, slotOutcome, slotsEngine } from '../../../../src/core/games/slots/slots';
import { stripsOf } from '../../../../src/core/games/slots/theme';
import type { FreeSpins, SlotTheme } from '../../../../src/core/games/slots/theme';
import { addFractions, fraction, multiplyFractions } from '../../../../src/core/fraction';
import type { Fraction } from '../../../../src/core/fraction';
import { kobo } from '../../../../src/core/money';
import { allStops, scriptedDraws, smallTheme } from './slots-support';

const seeds = { serverSeed: '5'.repeat(64), clientSeed: 'slots', nonce: 0 };

describe('a line', () => {
  const theme = smallTheme();
  it.each([
    ['a a a b a', { symbol: 'a', count: 3, pays: 5 }],
    ['a wild a a b', { symbol: 'a', count: 4, pays: 20 }],
    ['wild wild b b b', { symbol: 'b', count: 5, pays: 30 }],
    ['wild wild wild b a', { symbol: 'wild', count: 3, pays: 10 }],
    ['wild wild wild wild a', { symbol: 'a', count: 5, pays: 100 }],
    ['wild wild wild wild wild', { symbol: 'wild', count: 5, pays: 200 }],
    ['wild wild wild pot wild', { symbol: 'wild', count: 3, pays: 10 }],
    ['wild wild a pot a', { symbol: 'a', count: 3, pays: 5 }],
    ['a a b a a', null],
    ['b a a a a', null],
    ['pot pot pot pot pot', null],
    ['wild wild pot a a', null],
    ['a a pot a a', null],
  ])('of %s is read from the left, the better of wilds and symbol paid once', (symbols, hit) => {
    expect(readLine(theme, symbols.split(' '))).toEqual(hit);
  });

  it('names the longer run where two pay the same', () => {
    const even = smallTheme({ pays: { wild: [10, 40, 200], a: [5, 10, 100] } });
    expect(readLine(even, ['wild', 'wild', 'wild', 'a', 'pot'])).toEqual({ symbol: 'a', count: 4, pays: 10 });
  });
});

describe('a spin', () => {
  it('shows the stop on top and runs over the end of the strip to its start', () => {
    const { window } = readSpin(smallTheme(), [4, 3, 0, 2, 3]);
    expect(window).toEqual([
      ['b', 'wild', 'a'],
      ['b', 'a', 'wild'],
      ['b', 'a', 'pot'],
      ['a', 'wild', 'pot'],
      ['pot', 'wild', 'a'],
    ]);
  });

  it('adds what its lines and its scatters pay', () => {
    const spin = readSpin(smallTheme(), [0, 0, 1, 1, 0]);
    expect(spin.pays).toBe(spin.wins.reduce((sum, win) => sum + win.pays, 0) + spin.scatterPays);
    expect(spin.scatters).toBe(spin.window.flat().filter((symbol) => symbol === 'pot').length);
  });

  it('multiplies lines and ignores scatters in free spins', () => {
    const potsEverywhere = [['pot'], ['pot'], ['pot'], ['pot'], ['pot']];
    const theme = smallTheme();
    if (!theme.scatter?.freeSpins) throw new Error('the small theme has free spins');
    const rich = { ...theme.scatter, freeSpins: { ...theme.scatter.freeSpins, strips: [['a'], ['a'], ['a'], ['a'], ['a']] } };
    expect(readSpin({ ...theme, scatter: rich }, [0, 0, 0, 0, 0], 'free')).toMatchObject({ pays: 3 * 3 * 100, scatterPays: 0 });
    const blank = { ...rich, freeSpins: { ...rich.freeSpins, strips: potsEverywhere } };
    expect(readSpin({ ...theme, scatter: blank }, [0, 0, 0, 0, 0], 'free')).toMatchObject({ pays: 0, scatterPays: 0 });
  });
});

describe('a round', () => {
  const threePots = [2, 1, 1, 3, 0];

  it('draws one stop a reel, and five more for each free spin won', () => {
    const theme = smallTheme();
    const paid = readSpin(theme, threePots);
    expect(paid.scatters).toBe(4);
    const draws = scriptedDraws([...threePots, 0, 1, 2, 3, 0, 3, 3, 3, 3, 3]);
    const outcome = playSlots(theme, draws);
    expect(draws.used()).toBe(15);
    expect(outcome.freeSpins.map((spin) => spin.stops)).toEqual([
      [0, 1, 2, 3, 0],
      [3, 3, 3, 3, 3],
    ]);
    expect(outcome.total).toBe(outcome.freeSpins.reduce((sum, spin) => sum + spin.pays, paid.pays));
    expect(slotOutcome.safeParse(JSON.parse(JSON.stringify(outcome))).success).toBe(true);
  });

  it('has no free spins in a theme without a scatter', () => {
    const outcome = playSlots(smallTheme({ scatter: null }), scriptedDraws(threePots));
    expect(outcome).toMatchObject({ scatters: 0, scatterPays: 0, freeSpins: [] });
  });

  it('pays the stake times total over lines, rounded down once', () => {
    const engine = slotsEngine(smallTheme());
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(5_000), (units, nonce) => {
        const stake = kobo(units * engine.stakeStep);
        const { outcome, win } = engine.play({ stake, bet: {}, draws: drawsFrom({ ...seeds, nonce }) });
        expect(win).toBe(units * outcome.total);
      }),
    );
  });

  it.each([0, -3, 4])('refuses a stake of %d kobo on three lines', (stake) => {
    const engine = slotsEngine(smallTheme());
    expect(() => engine.play({ stake: kobo(stake), bet: {}, draws: drawsFrom(seeds) })).toThrow(RangeError);
  });
});

describe('counting by the state machine', () => {
  const symbol = fc.constantFrom('wild', 'pot', 'a', 'b');
  const strip = fc.array(symbol, { minLength: 1, maxLength: 5 });
  const row = fc.integer({ min: 0, max: 2 });

  it('finds what the engine pays for every single combination of stops', () => {
    fc.assert(
      fc.property(
        fc.tuple(strip, strip, strip, strip, strip),
        fc.uniqueArray(fc.tuple(row, row, row, row, row), { minLength: 1, maxLength: 6, selector: (line) => line.join('') }),
        (strips, lines) => {
          const theme = smallTheme({ strips, lines });
          const expected = new Map<string, bigint>();
          for (const stops of allStops(strips)) {
            const { wins, scatters } = readSpin(theme, stops);
            const name = `${wins.reduce((sum, win) => sum + win.pays, 0)} with ${scatters}`;
            expected.set(name, (expected.get(name) ?? 0n) + 1n);
          }
          const counted = countSpins(theme, strips).map(
            ({ linePays, scatters, combinations }) => [`${linePays} with ${scatters}`, combinations] as const,
          );
          expect(new Map(counted)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses strips that are not five, or show what the theme does not have', () => {
    const theme = smallTheme();
    expect(() => countSpins(theme, theme.strips.slice(1))).toThrow(RangeError);
    expect(() => countSpins(theme, [...theme.strips.slice(1), ['c']])).toThrow(RangeError);
  });
});

describe('free spins', () => {
  it('that win more are followed by those, which win none, and a round ends', () => {
    const always = Array.from({ length: 5 }, () => ['a', 'b', 'a', 'pot']);
    const theme = smallTheme();
    if (!theme.scatter?.freeSpins) throw new Error('the small theme has free spins');
    const again = { ...theme, scatter: { ...theme.scatter, freeSpins: { ...theme.scatter.freeSpins, again: [1, 2, 4] as const, strips: always } } };
    // Four pots win two spins; the first of them shows five pots and wins four more, which show five pots too.
    const five = [3, 3, 3, 3, 3];
    const none = [0, 0, 0, 0, 0];
    const outcome = playSlots(again, scriptedDraws([...[2, 1, 1, 3, 0], ...five, ...none, ...five, ...five, ...five, ...five]));
    expect(outcome.freeSpins.map(({ scatters }) => scatters)).toEqual([5, 0, 5, 5, 5, 5]);
  });

  it('that climb pay one multiple more each', () => {
    const theme = smallTheme();
    if (!theme.scatter?.freeSpins) throw new Error('the small theme has free spins');
    const strips = [['a'], ['a'], ['a'], ['a'], ['a']];
    const climbing = { ...theme, scatter: { ...theme.scatter, freeSpins: { ...theme.scatter.freeSpins, climbs: true as const, strips } } };
    const outcome = playSlots(climbing, scriptedDraws([2, 1, 1, 3, 0, ...Array.from({ length: 10 }, () => 0)]));
    expect(outcome.freeSpins.map(({ pays }) => pays)).toEqual([3 * 300, 4 * 300]);
  });
});

describe('a theme without a wild', () => {
  it('reads no run where a symbol is missing', () => {
    expect(readLine(smallTheme({ wild: null }), ['a', 'wild', 'a', 'a', 'a'])).toBeNull();
  });
});

/** Every round that there is and its share of all rounds: a draw that was not made yet is made in all ways. */
function* allRounds(theme: SlotTheme): Generator<readonly [total: number, share: Fraction]> {
  const waiting: (readonly [made: readonly number[], share: Fraction])[] = [[[], fraction(1n)]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [made, share] = next;
    let [used, open] = [0, 0];
    const below = (n: number): number => {
      const value = made[used];
      used += 1;
      if (value !== undefined) return value;
      open ||= n;
      return 0;
    };
    const { total } = playSlots(theme, { below, used: () => used });
    if (open === 0) yield [total, share];
    const part = multiplyFractions(share, fraction(1n, BigInt(open || 1)));
    for (let value = 0; value < open; value += 1) waiting.push([[...made, value], part]);
  }
}

describe('a par sheet', () => {
  // Tiny strips, so that paid spin × all ways its free spins can go is still countable.
  const strips = [['pot', 'a', 'b', 'a'], ['a', 'pot', 'a', 'wild'], ['pot', 'a', 'a', 'b'], ['a'], ['pot', 'a', 'wild', 'b']];
  const plain = { awards: [1, 1, 2] as const, multiplier: 3, strips: [['a', 'wild'], ['a'], ['a', 'b'], ['a'], ['b', 'wild']] };
  const scatters = [['pot', 'a', 'b', 'a'], ['pot', 'a'], ['a'], ['a'], ['b']];
  const features: Readonly<Record<string, FreeSpins | null>> = {
    'plain free spins': plain,
    'free spins that climb': { ...plain, awards: [1, 2, 3], climbs: true },
    'free spins that win more': { ...plain, strips: scatters, again: [1, 2, 3] },
    'scatters that only pay': null,
  };

  it.each(Object.keys(features))('with %s equals the average over every round that there is', (name) => {
    const theme = smallTheme({ scatter: { symbol: 'pot', pays: [2, 5, 20], freeSpins: features[name] ?? null }, strips });
    let [mean, square, hits, all, max] = [fraction(0n), fraction(0n), fraction(0n), fraction(0n), 0];
    let [above, largest] = [fraction(0n), fraction(0n)];
    for (const [total, share] of allRounds(theme)) {
      mean = addFractions(mean, multiplyFractions(share, fraction(BigInt(total))));
      square = addFractions(square, multiplyFractions(share, fraction(BigInt(total * total))));
      if (total > 0) hits = addFractions(hits, share);
      if (total > theme.lines.length) above = addFractions(above, share);
      all = addFractions(all, share);
      if (total > max) largest = fraction(0n);
      max = Math.max(max, total);
      if (total === max) largest = addFractions(largest, share);
    }
    const sheet = parSheet(theme);
    const rtp = multiplyFractions(mean, fraction(1n, 3n));
    expect(all).toEqual(fraction(1n));
    expect(sheet.rtp).toEqual(rtp);
    expect(sheet.hitRate).toEqual(hits);
    expect(addFractions(sheet.variance, multiplyFractions(rtp, rtp))).toEqual(multiplyFractions(square, fraction(1n, 9n)));
    expect(sheet.maxWin).toEqual(fraction(BigInt(max), 3n));
    expect(sheet.profitRate).toEqual(above);
    expect(sheet.maxWinRate).toEqual(largest);
    expect(sheet.featureRate.numerator > 0n).toBe(features[name] !== null);
  });

  it('finds the best award that a line of the paid reels shows, and how many of their stops show it', () => {
    for (const change of [{}, { wildMultiplier: 4 }, { wildExpands: true as const }, { wild: null }, { runs: 'both-ways' as const }, { runs: 'anywhere' as const }]) {
      const theme = smallTheme(change);
      const stops = [...allStops(theme.strips)];
      const lines = (each: readonly number[]) => readSpin(theme, each).wins.map(({ pays }) => pays);
      const most = Math.max(...stops.flatMap(lines));
      const shown = stops.filter((each) => lines(each).includes(most)).length;
      expect(parSheet(theme).topAward).toEqual({ pays: most, chance: fraction(BigInt(shown), BigInt(stops.length)) });
    }
  });

  it('refuses free spins that climb and win more: how far they climb would depend on the order', () => {
    const freeSpins = { ...plain, climbs: true as const, again: [1, 2, 3] as const };
    expect(() => parSheet(smallTheme({ strips, scatter: { symbol: 'pot', pays: [2, 5, 20], freeSpins } }))).toThrow(RangeError);
  });
});

describe('strips as letters', () => {
  it('refuse a letter without a symbol', () => {
    expect(stripsOf({ A: 'a', B: 'b' }, ['AB', 'BA'])).toEqual([['a', 'b'], ['b', 'a']]);
    expect(() => stripsOf({ A: 'a' }, ['AX'])).toThrow(RangeError);
  });
});
