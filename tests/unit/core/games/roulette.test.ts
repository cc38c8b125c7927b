import { describe, expect, it } from 'vitest';
import { fraction } from '../../../../src/core/fraction';
import { POCKETS, SPOTS, rouletteBet, rouletteEngine, rouletteOutcome } from '../../../../src/core/games/roulette';
import { kobo } from '../../../../src/core/money';
import { covered } from './second-opinion';
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
