import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFractions, addFractions, fraction, fractionToPercent, multiplyFractions, subtractFractions } from '../../../../src/core/fraction';
import type { Fraction } from '../../../../src/core/fraction';
import { CELLS, MINES_RETURN, layMines, minesEngine, minesPays, minesReturn, minesView } from '../../../../src/core/games/mines';
import type { MinesState } from '../../../../src/core/games/mines';
import { MAX_ROUND_WIN } from '../../../../src/core/games/largest-win';
import { kobo, multiplyFloor } from '../../../../src/core/money';
import type { Kobo } from '../../../../src/core/money';
import { seedOf } from '../../../support/seeds';
import { choose } from './reference-tables';
import { scriptedDraws } from './slots-support';

const MINES = Array.from({ length: CELLS - 1 }, (_, i) => i + 1);
const opens = (mines: number) => Array.from({ length: CELLS - mines }, (_, i) => i + 1);
/** Chance that the first k cells are safe. */
const reach = (mines: number, k: number): Fraction => fraction(choose(CELLS - mines, k), choose(CELLS, k));

const paysTooMuch = (stake: Kobo, mines: number, opened: number): boolean =>
  compareFractions(multiplyFractions(fraction(BigInt(stake)), minesPays(mines, opened)), fraction(BigInt(MAX_ROUND_WIN) + 1n)) >= 0;

describe('the return of mines', () => {
  it('is 99 % for every number of mines and of opened cells, before rounding', () => {
    for (const m of MINES) {
      for (const k of opens(m)) {
        expect(minesPays(m, k)).toEqual(fraction(99n * choose(CELLS, k), 100n * choose(CELLS - m, k)));
        expect(multiplyFractions(minesPays(m, k), reach(m, k))).toEqual(MINES_RETURN);
      }
    }
  });

  it('is 99 % for any rule of when to stop, drawn at random as a chance of stopping at each step, under the largest win at any stake', () => {
    const seed = seedOf('mines, stopping rules');
    const stops = fc.array(fc.nat(100), { minLength: 25, maxLength: 25 });
    const rule = fc.record({ mines: fc.integer({ min: 1, max: 24 }), stops, stake: fc.integer({ min: 1, max: 2_000 }) });
    fc.assert(
      fc.property(rule, ({ mines, stops, stake: steps }) => {
        const stake = kobo(steps * minesEngine.stakeStep);
        const last = CELLS - mines;
        /** In stakes, with k safe cells opened: backwards from the last one, which cashes out by itself. */
        const worth = (k: number): Fraction => {
          if (k === last || (k > 0 && paysTooMuch(stake, mines, k + 1))) return minesPays(mines, k);
          const safe = fraction(BigInt(last - k), BigInt(CELLS - k));
          const on = multiplyFractions(safe, worth(k + 1));
          if (k === 0) return on;
          const stop = BigInt(stops[k] ?? 0);
          return addFractions(
            multiplyFractions(fraction(stop, 100n), minesPays(mines, k)),
            multiplyFractions(fraction(100n - stop, 100n), on),
          );
        };
        expect(worth(0)).toEqual(MINES_RETURN);
      }),
      { seed, numRuns: 200 },
    );
  });

  it('loses less than a kobo of a win by the one rounding down, less than 0.01 % at the smallest stake', () => {
    let worst = { mines: 0, opened: 0, rtp: fraction(1n) };
    for (const stake of [minesEngine.stakeStep, kobo(3 * minesEngine.stakeStep)]) {
      for (const m of MINES) {
        for (const k of opens(m)) {
          const pays = minesPays(m, k);
          const win = multiplyFloor(stake, pays.numerator, pays.denominator);
          const whole = multiplyFractions(fraction(BigInt(stake)), pays);
          const more = fraction(BigInt(win) + 1n);
          expect(compareFractions(fraction(BigInt(win)), whole) <= 0 && compareFractions(whole, more) < 0).toBe(true);
          const rtp = multiplyFractions(fraction(BigInt(win), BigInt(stake)), reach(m, k));
          if (compareFractions(rtp, worst.rtp) < 0) worst = { mines: m, opened: k, rtp };
        }
      }
    }
    console.log(`mines: least return after rounding ${fractionToPercent(worst.rtp, 6)}, ${worst.mines} mines, ${worst.opened} opened`);
    expect(compareFractions(worst.rtp, fraction(9_899n, 10_000n))).toBeGreaterThan(0);
    // Rounding takes less than a 20,000th of any larger stake.
    expect(compareFractions(worst.rtp, subtractFractions(MINES_RETURN, fraction(1n, 20_000n)))).toBeLessThan(0);
    expect(minesEngine.rtp).toEqual(worst.rtp);
    expect([minesEngine.maxRtp, MINES_RETURN]).toEqual([fraction(99n, 100n), fraction(99n, 100n)]);
  });

  it('is stated for a stake as the least that any place to stop returns, rounding and largest win included', () => {
    for (const stake of [10_000, 20_000, 70_000, 1_000_000, 5_000_000].map(kobo)) {
      for (const m of MINES) {
        const returns = opens(m).filter((k) => k === 1 || !paysTooMuch(stake, m, k)).map((k) => {
          const pays = minesPays(m, k);
          return multiplyFractions(fraction(BigInt(multiplyFloor(stake, pays.numerator, pays.denominator)), BigInt(stake)), reach(m, k));
        });
        expect(minesReturn(m, stake)).toEqual(returns.reduce((a, b) => (compareFractions(b, a) < 0 ? b : a)));
      }
    }
  });

  it('declares the largest win that may be paid at the smallest stake, and pays more for every further cell', () => {
    const most = fraction(BigInt(MAX_ROUND_WIN), BigInt(minesEngine.stakeStep));
    let max = fraction(0n);
    for (const m of MINES) {
      for (const k of opens(m)) {
        const pays = minesPays(m, k);
        expect(compareFractions(pays, k === 1 ? fraction(1n) : minesPays(m, k - 1))).toBeGreaterThan(0);
        if (compareFractions(pays, max) > 0 && compareFractions(pays, most) <= 0) max = pays;
      }
    }
    expect(minesEngine.maxWin).toEqual(max);
  });
});

describe('laying the mines', () => {
  it.each([1, 2, 3])('gives each set of %d as many of all draws that there are', (mines) => {
    const counts = new Map<string, number>();
    const walk = (values: readonly number[]): void => {
      if (values.length < mines) {
        for (let value = 0; value < CELLS - values.length; value += 1) walk([...values, value]);
        return;
      }
      const name = layMines(mines, scriptedDraws(values)).toSorted((a, b) => a - b).join();
      counts.set(name, (counts.get(name) ?? 0) + 1);
    };
    walk([]);
    expect(BigInt(counts.size)).toBe(choose(CELLS, mines));
    expect(new Set(counts.values())).toEqual(new Set([[1, 1, 2, 6][mines]]));
  });
});

describe('a round of mines', () => {
  const stake = kobo(10_000);
  // The first three cells are mined.
  const start = (draws = [0, 0, 0]): MinesState => minesEngine.start({ stake, bet: { mines: 3 }, draws: scriptedDraws(draws) });
  const none = scriptedDraws([]);
  const open = (state: MinesState, cell: number): MinesState => {
    const next = minesEngine.act(state, { kind: 'open', cell }, none);
    if (!next) throw new Error(`cell ${cell} can't be opened`);
    return next;
  };

  it('tells what it pays now and next, and pays that when cashed out', () => {
    const two = open(open(start(), 24), 7);
    expect(minesEngine.view(two)).toEqual({ mines: 3, opened: [24, 7], pays: 12_857, next: 14_785, laid: null });
    const end = minesEngine.act(two, { kind: 'cash-out' }, none);
    if (!end) throw new Error('two cells can be cashed out');
    expect([minesEngine.isOver(end), minesEngine.win(end)]).toEqual([true, 12_857]);
    expect(minesEngine.view(end)).toEqual({ mines: 3, opened: [24, 7], pays: 12_857, next: null, laid: [0, 1, 2] });
  });

  it('is lost on a mine, and shows all of them then', () => {
    const lost = open(open(start(), 24), 1);
    expect([minesEngine.isOver(lost), minesEngine.win(lost)]).toEqual([true, 0]);
    expect(minesEngine.view(lost)).toEqual({ mines: 3, opened: [24, 1], pays: 0, next: null, laid: [0, 1, 2] });
  });

  it('cashes out by itself with the last safe cell', () => {
    let state = start();
    for (let cell = 3; cell < CELLS; cell += 1) state = open(state, cell);
    expect([minesEngine.isOver(state), minesEngine.win(state)]).toEqual([true, 10_000 * 2_277]);
  });

  it('ends by itself, paid, before the cell that would pay more than the largest win of a round', () => {
    for (const mines of MINES) {
      for (const naira of [100, 5_000, 100_000]) {
        const big = kobo(naira * 100);
        let state: MinesState = { stake: big, laid: Array.from({ length: mines }, (_, i) => i), opened: [], end: null };
        for (let cell = mines; cell < CELLS && state.end === null; cell += 1) state = open(state, cell);
        const k = state.opened.length;
        expect(state.end).toBe('cash-out');
        expect(minesEngine.win(state)).toBeLessThanOrEqual(MAX_ROUND_WIN);
        expect(k === CELLS - mines || paysTooMuch(big, mines, k + 1)).toBe(true);
        expect(minesEngine.view(state).next).toBeNull();
      }
    }
  });

  it('opens no cell twice and cashes out nothing', () => {
    expect(minesEngine.act(open(start(), 5), { kind: 'open', cell: 5 }, none)).toBeNull();
    expect(minesEngine.act(start(), { kind: 'cash-out' }, none)).toBeNull();
  });

  it('left alone is cashed out, or gives the stake back when nothing was opened', () => {
    const [fresh, opened] = [start(), open(start(), 9)].map((state) => minesEngine.settleAbandoned(state, none));
    expect(fresh && [minesEngine.isOver(fresh), minesEngine.win(fresh)]).toEqual([true, stake]);
    expect(opened && [minesEngine.isOver(opened), minesEngine.win(opened)]).toEqual([true, 11_250]);
  });

  it('shows the same view wherever the mines are, until it is over', () => {
    const one = open(start([0, 0, 0]), 12);
    const other = open(start([24, 23, 22]), 12);
    expect(minesEngine.view(one)).toEqual(minesEngine.view(other));
    expect(minesView.safeParse(minesEngine.view(one)).success).toBe(true);
  });
});
