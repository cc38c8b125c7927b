/**
 * Computes exactly how likely a round of slots, free spins included, is to pay a given total. It counts the combinations of stops. Totals
 * are in line stakes.
 */
import { addFractions, fraction, multiplyFractions } from '../../fraction';
import type { Fraction } from '../../fraction';
import { countSpins } from './count-spins';
import type { SpinCount } from './count-spins';
import { entryForCount, readRuns } from './line';
import { freeMultiplier } from './slots';
import type { LinePays, SlotTheme } from './theme';

/** The counted spins by their number of scatters, which decides how many free spins follow. */
type Groups = ReadonlyMap<number, readonly SpinCount[]>;

function groupsOf(counts: readonly SpinCount[]): Groups {
  const groups = new Map<number, SpinCount[]>();
  for (const count of counts) groups.set(count.scatters, [...(groups.get(count.scatters) ?? []), count]);
  return groups;
}

const combinationsOf = (counts: readonly SpinCount[]): bigint => counts.reduce((sum, { combinations }) => sum + combinations, 0n);

/** The free spins that a spin wins. They are independent of each other, and differ only in their multipliers. */
export interface WonSpins<Part> {
  /** How many free spins each count of scatters wins. */
  readonly awards: LinePays;
  readonly multiplier: (number: number) => number;
  /** The result of one free spin at multiplier 1. */
  readonly each: Part;
}

/** The chance of a total is `ways[total]` ÷ `all`. Totals beyond the end of the list are not counted. */
interface Totals {
  readonly ways: readonly bigint[];
  readonly all: bigint;
}

function multiplyTotals(multiplier: number, { ways, all }: Totals): Totals {
  return { ways: ways.map((_, total) => (total % multiplier === 0 ? (ways[total / multiplier] ?? 0n) : 0n)), all };
}

/** Adds two totals that are independent of each other. */
function addTotals(one: Totals, other: Totals): Totals {
  const ways = one.ways.map(() => 0n);
  for (const [first, firstWays] of one.ways.entries()) {
    if (firstWays === 0n) continue;
    for (let second = 0; first + second < ways.length; second += 1) {
      ways[first + second] = (ways[first + second] ?? 0n) + firstWays * (other.ways[second] ?? 0n);
    }
  }
  return { ways, all: one.all * other.all };
}

/** Computes the totals, from 0 to `most`, of a spin together with the free spins that it wins. */
function totalsOf(counts: readonly SpinCount[], scatterPays: LinePays | undefined, wonSpins: WonSpins<Totals> | null, most: number): Totals {
  const cycle = combinationsOf(counts);
  const parts = [...groupsOf(counts)].map(([scatters, group]) => {
    const ways = Array.from({ length: most + 1 }, () => 0n);
    for (const { linePays, combinations } of group) {
      const total = linePays + entryForCount(scatterPays, scatters);
      if (total <= most) ways[total] = (ways[total] ?? 0n) + combinations;
    }
    let totals: Totals = { ways, all: cycle };
    const spins = wonSpins === null ? 0 : entryForCount(wonSpins.awards, scatters);
    for (let number = 0; number < spins; number += 1) {
      if (wonSpins !== null) totals = addTotals(totals, multiplyTotals(wonSpins.multiplier(number), wonSpins.each));
    }
    return totals;
  });
  // Every `all` is `cycle` times a power of the `all` of one free spin, so the largest is a multiple of the others.
  const all = parts.reduce((largest, part) => (part.all > largest ? part.all : largest), cycle);
  const ways = Array.from({ length: most + 1 }, (_, total) => parts.reduce((sum, part) => sum + (part.ways[total] ?? 0n) * (all / part.all), 0n));
  return { ways, all };
}

/** The largest total of a spin together with the free spins that it wins, and its chance. */
export interface LargestTotal {
  readonly total: bigint;
  readonly chance: Fraction;
}

/** Adds up the largest parts: the spins are independent of each other, so their largest total is the sum of their largest parts. */
function largestOf(counts: readonly SpinCount[], scatterPays: LinePays | undefined, wonSpins: WonSpins<LargestTotal> | null): LargestTotal {
  const cycle = combinationsOf(counts);
  let largest: LargestTotal = { total: -1n, chance: fraction(0n) };
  for (const [scatters, group] of groupsOf(counts)) {
    const pays = group.reduce((most, { linePays }) => Math.max(most, linePays), 0);
    let total = BigInt(pays + entryForCount(scatterPays, scatters));
    let chance = fraction(combinationsOf(group.filter(({ linePays }) => linePays === pays)), cycle);
    const spins = wonSpins === null ? 0 : entryForCount(wonSpins.awards, scatters);
    for (let number = 0; number < spins; number += 1) {
      if (wonSpins === null) continue;
      total += BigInt(wonSpins.multiplier(number)) * wonSpins.each.total;
      chance = multiplyFractions(chance, wonSpins.each.chance);
    }
    if (total > largest.total) largest = { total, chance };
    else if (total === largest.total) largest = { total, chance: addFractions(largest.chance, chance) };
  }
  return largest;
}

/** The counted combinations of the paid spin of a round, and of a free spin where the theme has them. */
export interface RoundCounts {
  readonly paid: readonly SpinCount[];
  readonly free: readonly SpinCount[];
}

export function countRound(theme: SlotTheme): RoundCounts {
  const feature = theme.scatter?.freeSpins ?? null;
  return { paid: countSpins(theme, theme.strips), free: feature === null ? [] : countSpins(theme, feature.strips) };
}

/** Computes a round by `of`: first a free spin, then one that wins further ones, and then the paid spin with those that it wins. */
export function computeRound<Part>(
  { scatter }: SlotTheme,
  { paid, free }: RoundCounts,
  of: (counts: readonly SpinCount[], scatterPays: LinePays | undefined, wonSpins: WonSpins<Part> | null) => Part,
): Part {
  const feature = scatter?.freeSpins ?? null;
  if (feature === null) return of(paid, scatter?.pays, null);
  const last = of(free, undefined, null);
  const each = feature.again === undefined ? last : of(free, undefined, { awards: feature.again, multiplier: () => 1, each: last });
  return of(paid, scatter?.pays, { awards: feature.awards, multiplier: (number) => freeMultiplier(feature, number), each });
}

/** The share of rounds that pay more than `total`. */
export function chanceAbove(theme: SlotTheme, counts: RoundCounts, total: number): Fraction {
  const { ways, all } = computeRound<Totals>(theme, counts, (spins, scatterPays, wonSpins) => totalsOf(spins, scatterPays, wonSpins, total));
  return fraction(all - ways.reduce((sum, part) => sum + part, 0n), all);
}

/** Finds the largest total of a round, and its chance. */
export const largestTotal = (theme: SlotTheme, counts: RoundCounts): LargestTotal => computeRound<LargestTotal>(theme, counts, largestOf);

export interface TopAward {
  /** In line stakes: the most that one line pays. */
  readonly pays: number;
  /** The share of paid spins in which at least one line pays that. */
  readonly chance: Fraction;
}

/** The best award of the pay table that the reels of the paid spin can show, and its chance. */
export function topAward(theme: SlotTheme): TopAward {
  const awards = Object.values(theme.pays).flatMap((row) => row ?? []).flatMap((pays) => [pays, pays * (theme.wildMultiplier ?? 1)]);
  for (const pays of [...new Set(awards)].toSorted((a, b) => b - a)) {
    const counts = countSpins(theme, theme.strips, (symbols) => Number(readRuns(theme, symbols).some((hit) => hit.pays === pays)));
    const shown = combinationsOf(counts.filter(({ linePays }) => linePays > 0));
    if (shown > 0n) return { pays, chance: fraction(shown, combinationsOf(counts)) };
  }
  throw new RangeError('this theme never pays');
}
