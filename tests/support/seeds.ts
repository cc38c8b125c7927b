/** Random tests that can be had again: each prints its seed, and `AYO_SEED=…` plays it once more. */
import { randomInt } from 'node:crypto';

const SEEDS = 2 ** 31;

export const isLong = process.env['AYO_LONG'] === '1';

/** The seed of a run, printed under the test's name. `AYO_SEED` replaces a fresh one. */
export function seedOf(name: string): number {
  const given = process.env['AYO_SEED'];
  const seed = given === undefined ? randomInt(SEEDS) : Number(given);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`AYO_SEED is no whole number: ${String(given)}`);
  console.info(`${name}: AYO_SEED=${seed}`);
  return seed;
}

/** How often a test that plays one seed after another does so; `AYO_RUNS=1` with a seed plays that one alone. */
export function runsOf({ short, long }: { readonly short: number; readonly long: number }): number {
  return Number(process.env['AYO_RUNS'] ?? (isLong ? long : short));
}

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Another sequence, whose draws leave this one alone. */
  child(): Random;
}

/** Mulberry32: small, fast, the same everywhere. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    child: () => randomFrom(below(SEEDS)),
  };
}
