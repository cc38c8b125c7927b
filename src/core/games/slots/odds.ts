/**
 * How likely a round of slots is to pay certain totals, free spins included: exact, from the counted combinations of stops. Totals
 * are in line stakes.
 */
import { addFractions, fraction, multiplyFractions } from '../../fraction';
import type { Fraction } from '../../fraction';
import { countSpins } from './count-spins';
import type { SpinCount } from './count-spins';
import { entryForCount, readRuns } from './line';
import { freeMultiplier } from './slots';
import type { LinePays, SlotTheme } from './theme';

/** A spin's pays by the number of its scatters, which decides how many spins follow. */
type Groups = ReadonlyMap<number, readonly SpinCount[]>;

function groupsOf(counts: readonly SpinCount[]): Groups {
  const groups = new Map<number, SpinCount[]>();
  for (const count of counts) groups.set(count.scatters, [...(groups.get(count.scatters) ?? []), count]);
  return groups;
}

const combinationsOf = (counts: readonly SpinCount[]): bigint => counts.reduce((sum, { combinations }) => sum + combinations, 0n);

/** The spins that a spin wins: how many for each count of scatters, alike and independent but for their multipliers. */
interface Following<Part> {
  readonly awards: LinePays;
  readonly multiplier: (number: number) => number;
  /** Of one such spin at multiplier 1. */
  readonly each: Part;
}

/** The chance of each total from 0 on is `ways` ÷ `all`; totals beyond the end of the list have none here. */
interface Totals {
  readonly ways: readonly bigint[];
  readonly all: bigint;
}

function timesTotals(multiplier: number, { ways, all }: Totals): Totals {
  return { ways: ways.map((_, total) => (total % multiplier === 0 ? (ways[total / multiplier] ?? 0n) : 0n)), all };
}

/** The total of two that don't depend on each other. */
function bothTotals(one: Totals, other: Totals): Totals {
  const ways = one.ways.map(() => 0n);
  for (const [first, firstWays] of one.ways.entries()) {
    if (firstWays === 0n) continue;
    for (let second = 0; first + second < ways.length; second += 1) {
      ways[first + second] = (ways[first + second] ?? 0n) + firstWays * (other.ways[second] ?? 0n);
    }
  }
  return { ways, all: one.all * other.all };
}

/** The totals of a spin with all that follows from it, from 0 to `most`. */
function totalsOf(counts: readonly SpinCount[], scatterPays: LinePays | undefined, following: Following<Totals> | null, most: number): Totals {
  const cycle = combinationsOf(counts);
  const parts = [...groupsOf(counts)].map(([scatters, group]) => {
    const ways = Array.from({ length: most + 1 }, () => 0n);
    for (const { linePays, combinations } of group) {
      const total = linePays + entryForCount(scatterPays, scatters);
      if (total <= most) ways[total] = (ways[total] ?? 0n) + combinations;
    }
    let totals: Totals = { ways, all: cycle };
    const spins = following === null ? 0 : entryForCount(following.awards, scatters);
    for (let number = 0; number < spins; number += 1) {
      if (following !== null) totals = bothTotals(totals, timesTotals(following.multiplier(number), following.each));
    }
    return totals;
  });
  // Every `all` is the cycle times a power of one number, so that the largest is a multiple of each.
  const all = parts.reduce((largest, part) => (part.all > largest ? part.all : largest), cycle);
  const ways = Array.from({ length: most + 1 }, (_, total) => parts.reduce((sum, part) => sum + (part.ways[total] ?? 0n) * (all / part.all), 0n));
  return { ways, all };
}

/** The largest total of a spin with all that follows from it, and its chance. */
export interface LargestTotal {
  readonly total: bigint;
  readonly chance: Fraction;
}

/** All parts of a largest total are the largest themselves, since none of them depends on another. */
function largestOf(counts: readonly SpinCount[], scatterPays: LinePays | undefined, following: Following<LargestTotal> | null): LargestTotal {
  const cycle = combinationsOf(counts);
  let largest: LargestTotal = { total: -1n, chance: fraction(0n) };
  for (const [scatters, group] of groupsOf(counts)) {
    const pays = group.reduce((most, { linePays }) => Math.max(most, linePays), 0);
    let total = BigInt(pays + entryForCount(scatterPays, scatters));
    let chance = fraction(combinationsOf(group.filter(({ linePays }) => linePays === pays)), cycle);
    const spins = following === null ? 0 : entryForCount(following.awards, scatters);
    for (let number = 0; number < spins; number += 1) {
      if (following === null) continue;
      total += BigInt(following.multiplier(number)) * following.each.total;
      chance = multiplyFractions(chance, following.each.chance);
    }
    if (total > largest.total) largest = { total, chance };
    else if (total === largest.total) largest = { total, chance: addFractions(largest.chance, chance) };
  }
  return largest;
}

/** The counted combinations of a round: of its paid spin, and of its free spins where the theme has them. */
export interface RoundCounts {
  readonly paid: readonly SpinCount[];
  readonly free: readonly SpinCount[];
}

export function countRound(theme: SlotTheme): RoundCounts {
  const feature = theme.scatter?.freeSpins ?? null;
  return { paid: countSpins(theme, theme.strips), free: feature === null ? [] : countSpins(theme, feature.strips) };
}

/** `of` for the paid spin, with the free spins that it wins, each with those that it wins itself. */
function ofRound<Part>(
  { scatter }: SlotTheme,
  { paid, free }: RoundCounts,
  of: (counts: readonly SpinCount[], scatterPays: LinePays | undefined, following: Following<Part> | null) => Part,
): Part {
  const feature = scatter?.freeSpins ?? null;
  if (feature === null) return of(paid, scatter?.pays, null);
  const last = of(free, undefined, null);
  const each = feature.again === undefined ? last : of(free, undefined, { awards: feature.again, multiplier: () => 1, each: last });
  return of(paid, scatter?.pays, { awards: feature.awards, multiplier: (number) => freeMultiplier(feature, number), each });
}

/** The share of rounds that pay more than `total`. */
export function chanceAbove(theme: SlotTheme, counts: RoundCounts, total: number): Fraction {
  const { ways, all } = ofRound<Totals>(theme, counts, (spins, scatterPays, following) => totalsOf(spins, scatterPays, following, total));
  return fraction(all - ways.reduce((sum, part) => sum + part, 0n), all);
}

/** The largest total of a round, and its chance. */
export const largestTotal = (theme: SlotTheme, counts: RoundCounts): LargestTotal => ofRound<LargestTotal>(theme, counts, largestOf);

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
  throw new RangeError('a theme that never pays');
}
