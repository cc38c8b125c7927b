/**
 * The distribution of the pays of a slot's round, from its strips: every combination of stops is counted, and free spins are added up. An
 * amount between two points of a grid is divided between them so that the mean stays, first on a fine grid for sums of free spins, then on
 * the one that is written down.
 */
import { countSpins } from '../../../../src/core/games/slots/count-spins';
import { entryForCount } from '../../../../src/core/games/slots/line';
import { freeMultiplier } from '../../../../src/core/games/slots/slots';
import type { SlotTheme } from '../../../../src/core/games/slots/theme';

/** Chances by amount, in line stakes. */
type Chances = ReadonlyMap<number, number>;

/** Amounts up to 100 one by one, then steps of about two per cent. */
const FINE: readonly number[] = (() => {
  const amounts = Array.from({ length: 101 }, (_, at) => at);
  while ((amounts.at(-1) ?? 0) < 2_000_000) amounts.push(Math.ceil((amounts.at(-1) ?? 0) * 1.02));
  return amounts;
})();
/** Sums that are rarer than this change no figure. */
const RAREST = 1e-13;

/** Divides each chance between the two neighbours on the grid, so that the mean stays. */
function onGrid(chances: Iterable<readonly [number, number]>, grid: readonly number[]): Map<number, number> {
  const divided = new Map<number, number>();
  const add = (amount: number, chance: number) => divided.set(amount, (divided.get(amount) ?? 0) + chance);
  for (const [amount, chance] of chances) {
    let [low, high] = [0, grid.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((grid[middle] ?? 0) <= amount) low = middle;
      else high = middle;
    }
    const [below, above] = [grid[low] ?? 0, grid[high] ?? 0];
    const share = (amount - below) / (above - below);
    add(below, chance * (1 - share));
    if (share > 0) add(above, chance * share);
  }
  return divided;
}

/** The sum of two independent amounts. */
function sumOf(a: Chances, b: Chances): Map<number, number> {
  // Both are of the grid or of whole amounts, so a table by the amount takes less than a map.
  const sums = new Float64Array(Math.max(...a.keys()) + Math.max(...b.keys()) + 1);
  for (const [first, chance] of a) {
    for (const [second, other] of b) sums[first + second] = (sums[first + second] ?? 0) + chance * other;
  }
  const shown = [...sums.entries()].filter(([, chance]) => chance > 0);
  return new Map([...onGrid(shown, FINE)].filter(([, chance]) => chance > RAREST));
}

const NOTHING: Chances = new Map([[0, 1]]);

/** Chances of the line pays of a spin, by how many scatters it shows. */
function spinsOf(theme: SlotTheme, strips: readonly (readonly string[])[]): Map<number, Map<number, number>> {
  const counts = countSpins(theme, strips);
  const cycle = counts.reduce((sum, { combinations }) => sum + Number(combinations), 0);
  const spins = new Map<number, Map<number, number>>();
  for (const { linePays, scatters, combinations } of counts) {
    const pays = spins.get(scatters) ?? new Map<number, number>();
    pays.set(linePays, (pays.get(linePays) ?? 0) + Number(combinations) / cycle);
    spins.set(scatters, pays);
  }
  return spins;
}

const addTo = (chances: Map<number, number>, more: Iterable<readonly [number, number]>): void => {
  for (const [amount, chance] of more) chances.set(amount, (chances.get(amount) ?? 0) + chance);
};
const shifted = (chances: Chances, by: number): (readonly [number, number])[] =>
  [...chances].map(([amount, chance]) => [amount + by, chance] as const);

/** `[count]`: what so many free spins pay together, from none to `most`, with those that they win themselves. */
function freeSpinsUpTo(theme: SlotTheme, most: number): readonly Chances[] {
  const feature = theme.scatter?.freeSpins;
  if (!feature) return [NOTHING];
  const spins = spinsOf(theme, feature.strips);
  const plain = new Map<number, number>();
  for (const pays of spins.values()) addTo(plain, onGrid(pays, FINE));
  const each = new Map<number, number>();
  for (const [scatters, pays] of spins) {
    let total: Chances = onGrid(pays, FINE);
    for (let number = 0; number < entryForCount(feature.again, scatters); number += 1) total = sumOf(total, plain);
    addTo(each, total);
  }
  const totals: Chances[] = [NOTHING];
  for (let number = 0; number < most; number += 1) {
    const multiplier = freeMultiplier(feature, number);
    totals.push(sumOf(totals[number] ?? NOTHING, onGrid([...each].map(([amount, chance]) => [amount * multiplier, chance] as const), FINE)));
  }
  return totals;
}

export interface SlotDistribution {
  /** The chance that a round pays back exactly the stake. */
  readonly returned: number;
  /** The chances of all other pays, divided between the amounts of `grid` (in stakes). */
  readonly chances: readonly number[];
}

export function slotDistribution(theme: SlotTheme, grid: readonly number[]): SlotDistribution {
  const lines = theme.lines.length;
  const other = new Map<number, number>();
  let returned = 0;
  const spins = spinsOf(theme, theme.strips);
  const wonBy = (scatters: number): number => entryForCount(theme.scatter?.freeSpins?.awards, scatters);
  const freeSpins = freeSpinsUpTo(theme, Math.max(...[...spins.keys()].map(wonBy)));
  for (const [scatters, pays] of spins) {
    const free = freeSpins[wonBy(scatters)] ?? NOTHING;
    const paid = shifted(pays, entryForCount(theme.scatter?.pays, scatters));
    if (free !== NOTHING) {
      addTo(other, sumOf(new Map(paid), free));
      continue;
    }
    for (const [amount, chance] of paid) {
      if (amount === lines) returned += chance;
      else addTo(other, [[amount, chance]]);
    }
  }
  const divided = onGrid([...other].map(([amount, chance]) => [amount / lines, chance] as const), grid);
  return { returned, chances: grid.map((amount) => divided.get(amount) ?? 0) };
}
