import { describe, expect, it } from 'vitest';
import { fraction } from '../../../../src/core/fraction';
import { POCKETS, RISKED_POCKETS, SPOTS, rouletteBet, rouletteEngine, rouletteOutcome } from '../../../../src/core/games/roulette';
import { kobo } from '../../../../src/core/money';
import { covered } from './reference-tables';
import { fixedDraw } from './table-support';

const place = (n: number) => ({ row: Math.ceil(n / 3), column: (n - 1) % 3 });
const bySize = (size: number) => [...SPOTS].filter(([name, numbers]) => numbers.length === size && /^\d/.test(name)).map(([, numbers]) => numbers);

describe('the table of roulette', () => {
  it('has 157 bets: 37 numbers, 60 splits, 14 streets, 23 corners, 11 six-lines, 3 dozens, 3 columns, 6 even chances', () => {
    expect([1, 2, 3, 4, 6].map((size) => bySize(size).length)).toEqual([37, 60, 14, 23, 11]);
    expect([...SPOTS.keys()].filter((name) => !/^\d/.test(name)).toSorted()).toEqual([
      'black', 'column-1', 'column-2', 'column-3', 'dozen-1', 'dozen-2', 'dozen-3', 'even', 'high', 'low', 'odd', 'red',
    ]);
    expect(SPOTS.size).toBe(157);
  });

  it('has exactly the splits and corners whose numbers touch', () => {
    const wanted = new Set(['0-1', '0-2', '0-3', '0-1-2-3']);
    for (let a = 1; a <= 36; a += 1) {
      for (let b = a + 1; b <= 36; b += 1) {
        const [one, other] = [place(a), place(b)];
        const [down, across] = [other.row - one.row, other.column - one.column];
        if (Math.abs(down) + Math.abs(across) === 1) wanted.add(`${a}-${b}`);
        if (down === 1 && across === 1) wanted.add(`${a}-${a + 1}-${a + 3}-${b}`);
      }
    }
    const found = [...bySize(2), ...bySize(4)].map((numbers) => numbers.join('-'));
    expect(new Set(found)).toEqual(wanted);
  });

  it.each([...SPOTS.keys()])('covers with the bet %s what its name says and returns 36/37, pocket by pocket', (spot) => {
    const stake = kobo(100);
    let [paid, won] = [0, 0];
    for (let pocket = 0; pocket < POCKETS; pocket += 1) {
      const { outcome, win } = rouletteEngine.play({ stake, bet: { bets: [{ spot, stake }] }, draws: fixedDraw(pocket) });
      expect(win > 0).toBe(covered(spot)?.includes(pocket));
      expect(outcome).toEqual({ number: pocket, wins: win > 0 ? [{ spot, win }] : [] });
      paid += win;
      if (win > 0) won += 1;
    }
    expect(won).toBe(covered(spot)?.length);
    expect(fraction(BigInt(paid), BigInt(POCKETS * stake))).toEqual(rouletteEngine.rtp);
  });

  it('pays several bets each by itself: the whole table at once returns 36/37, too', () => {
    const bets = [...SPOTS.keys()].map((spot, i) => ({ spot, stake: 100 * (i + 1) }));
    const stake = kobo(bets.reduce((sum, bet) => sum + bet.stake, 0));
    let paid = 0;
    for (let pocket = 0; pocket < POCKETS; pocket += 1) {
      const { outcome, win } = rouletteEngine.play({ stake, bet: { bets }, draws: fixedDraw(pocket) });
      expect(rouletteOutcome.safeParse(outcome).success).toBe(true);
      expect(outcome.wins.reduce((sum, one) => sum + one.win, 0)).toBe(win);
      paid += win;
    }
    expect(fraction(BigInt(paid), BigInt(POCKETS * stake))).toEqual(rouletteEngine.rtp);
  });
});

describe('a bet at roulette', () => {
  it.each([
    ['no bets', []],
    ['a split of numbers that do not touch', [{ spot: '1-3', stake: 100 }]],
    ['a split over the end of a row', [{ spot: '3-4', stake: 100 }]],
    ['a corner over the end of a row', [{ spot: '3-4-6-7', stake: 100 }]],
    ['a split the wrong way round', [{ spot: '2-1', stake: 100 }]],
    ['a second zero', [{ spot: '00', stake: 100 }]],
    ['a spot of every object', [{ spot: 'constructor', stake: 100 }]],
    ['the same spot twice', [{ spot: 'red', stake: 100 }, { spot: 'red', stake: 100 }]],
    ['less than a step', [{ spot: 'red', stake: 0 }]],
    ['less than nothing beside more', [{ spot: 'red', stake: -100 }, { spot: 'black', stake: 300 }]],
  ])('is refused with %s', (_, bets) => {
    expect(rouletteBet.safeParse({ bets }).success).toBe(false);
  });

  it.each([
    ['does not add up to the stake', [{ spot: 'red', stake: 100 }]],
    ['adds up to more', [{ spot: 'red', stake: 200 }, { spot: '17', stake: 100 }]],
    ['holds half steps', [{ spot: 'red', stake: 150 }]],
  ])('does not fit when it %s', (_, bets) => {
    expect(rouletteEngine.fits?.({ bets }, kobo(150))).toBe(false);
    expect(() => rouletteEngine.play({ stake: kobo(bets.length === 1 ? 400 : 200), bet: { bets }, draws: fixedDraw(0) })).toThrow(RangeError);
  });
});

describe('what counts as risked at roulette', () => {
  const risked = (...bets: readonly (readonly [spot: string, naira: number])[]): number => {
    const placed = bets.map(([spot, naira]) => ({ spot, stake: naira * 100 }));
    return (rouletteEngine.risked?.({ bets: placed }) ?? NaN) / 100;
  };
  const outside = [...SPOTS.keys()].filter((name) => !/^\d/.test(name));
  const pairs = outside.flatMap((one, at) => outside.slice(at + 1).map((other) => [one, other] as const));
  /** Returns the amount risked by two bets, counted pocket by pocket without the engine. */
  const byCounting = (one: string, other: string, a: number, b: number): number => {
    const [ones, others] = [covered(one) ?? [], covered(other) ?? []];
    const losses = Array.from({ length: POCKETS }, (_, pocket) =>
      a + b - (ones.includes(pocket) ? (36 / ones.length) * a : 0) - (others.includes(pocket) ? (36 / others.length) * b : 0));
    return Math.max(0, losses.toSorted((x, y) => y - x)[RISKED_POCKETS - 1] ?? NaN);
  };

  it.each([...SPOTS.keys()])('of the bet %s alone is all of its stake', (spot) => {
    expect(risked([spot, 250])).toBe(250);
  });

  it.each([['red', 'black'], ['odd', 'even'], ['low', 'high']])('of %s and %s together is no more than their difference', (one, other) => {
    expect(risked([one, 2_500], [other, 2_499])).toBe(1);
    expect(risked([one, 2_499], [other, 2_500])).toBe(1);
    expect(risked([one, 2_500], [other, 2_500])).toBe(0);
    expect(risked([one, 2_500], [other, 100])).toBe(2_400);
  });

  it('of two outside bets is the most that a third of the wheel would lose, which is all of it when they leave that third uncovered', () => {
    expect(pairs).toHaveLength(66);
    for (const [one, other] of pairs) {
      for (const [a, b] of [[2_500, 2_499], [2_499, 2_500], [1_000, 1_000], [1_000, 1], [1, 1_000]] as const) {
        expect([one, other, risked([one, a], [other, b])]).toEqual([one, other, byCounting(one, other, a, b)]);
      }
      const uncovered = POCKETS - new Set([...(covered(one) ?? []), ...(covered(other) ?? [])]).size;
      if (uncovered >= RISKED_POCKETS) expect([one, other, risked([one, 700], [other, 300])]).toEqual([one, other, 1_000]);
    }
  });

  it('is nothing of bets that together cover the wheel: three dozens, three columns, 36 numbers, all numbers but one', () => {
    const numbers = Array.from({ length: 36 }, (_, n) => [String(n + 1), 1] as const);
    expect(risked(['dozen-1', 500], ['dozen-2', 500], ['dozen-3', 500])).toBe(0);
    expect(risked(['column-1', 500], ['column-2', 500], ['column-3', 499])).toBe(2);
    expect(risked(['red', 900], ['dozen-1', 300], ['dozen-2', 300], ['dozen-3', 300])).toBe(900);
    expect([risked(...numbers), risked(...numbers.slice(1)), risked(['0', 1], ...numbers)]).toEqual([0, 0, 1]);
  });

  it('hardly grows where bets on the uncovered numbers differ by a few naira, or where zero alone is uncovered', () => {
    expect(risked(['red', 2_500], ['black', 2_500], ['0', 1])).toBe(1);
    expect(risked(['dozen-1', 1_000], ['dozen-2', 1_000])).toBe(2_000);
    expect(risked(['dozen-1', 1_000], ['dozen-2', 1_000], ['dozen-3', 999])).toBe(2);
  });
});
