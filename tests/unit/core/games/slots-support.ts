import { fraction } from '../../../../src/core/fraction';
import type { Draws } from '../../../../src/core/fairness/draws';
import type { LinePays, SlotTheme } from '../../../../src/core/games/slots/theme';

/** A theme small enough to be played through by brute force; every part can be replaced. */
export function smallTheme(change: Partial<SlotTheme> = {}): SlotTheme {
  const pays: Record<string, LinePays> = { wild: [10, 40, 200], a: [5, 20, 100], b: [2, 8, 30] };
  return {
    gameId: 'small',
    name: 'Small',
    symbols: ['wild', 'pot', 'a', 'b'],
    wild: 'wild',
    strips: [
      ['wild', 'a', 'b', 'pot', 'b'],
      ['a', 'wild', 'pot', 'b'],
      ['b', 'a', 'pot', 'a', 'wild'],
      ['pot', 'b', 'a', 'wild'],
      ['a', 'a', 'b', 'pot', 'wild'],
    ],
    lines: [
      [1, 1, 1, 1, 1],
      [0, 1, 2, 1, 0],
      [2, 2, 1, 0, 0],
    ],
    pays,
    scatter: {
      symbol: 'pot',
      pays: [2, 5, 20],
      freeSpins: { awards: [1, 2, 3], multiplier: 3, strips: Array.from({ length: 5 }, () => ['a', 'b', 'wild', 'b']) },
    },
    rtp: fraction(0n),
    maxWin: fraction(0n),
    ...change,
  };
}

/** Draws that are given in advance, to put the reels where a test wants them. */
export function scriptedDraws(values: readonly number[]): Draws {
  let used = 0;
  return {
    below(n) {
      const value = values[used];
      used += 1;
      if (value === undefined || value >= n) throw new Error(`no scripted draw below ${n} at ${used}`);
      return value;
    },
    used: () => used,
  };
}

/** Every combination of one stop per strip. */
export function* allStops(strips: readonly (readonly string[])[]): Generator<number[]> {
  const [first, ...rest] = strips;
  if (!first) return yield [];
  for (const stop of first.keys()) for (const others of allStops(rest)) yield [stop, ...others];
}
