/** Repeatable random tests: each prints its seed, and `AYO_SEED=…` runs it again. */
import { randomInt } from 'node:crypto';

const SEEDS = 2 ** 31;

export const isLong = process.env['AYO_LONG'] === '1';

/** Returns the seed of a run and prints it under the test's name. `AYO_SEED` replaces a fresh one. */
export function seedOf(name: string): number {
  const configured = process.env['AYO_SEED'];
  const seed = configured === undefined ? randomInt(SEEDS) : Number(configured);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`AYO_SEED is no whole number: ${String(configured)}`);
  console.info(`${name}: AYO_SEED=${seed}`);
  return seed;
}

/** Returns the number of seeds that a test runs; `AYO_RUNS=1` with a seed runs that one alone. */
export function runsOf({ short, long }: { readonly short: number; readonly long: number }): number {
  return Number(process.env['AYO_RUNS'] ?? (isLong ? long : short));
}

export interface Random {
  /** Draws from [0, 1). */
  next(): number;
  /** Draws a whole number from 0 to below `end`. */
  below(end: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Makes another sequence, whose draws don't change this one. */
  child(): Random;
}

/** Mulberry32, which is small, fast and gives the same numbers everywhere. */
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

const isOfMutant = process.env['AYO_NO_SHRINK'] === '1';

/**
 * How fast-check ends a failure. For a mutant it does not shrink, and says the error in its own message, because the report that is
 * read then has no causes.
 */
export const FAILURE_OPTIONS = { endOnFailure: isOfMutant, includeErrorInReport: isOfMutant };
