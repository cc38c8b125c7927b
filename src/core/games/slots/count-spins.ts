/**
 * Counts every combination of stops of five reels by what it pays: exact, no sampling. What a line pays is looked up by
 * its five symbols, and a line is closed as soon as the symbols so far decide what it pays, so that millions of
 * combinations take a fraction of a second. The tests compare the table with a second implementation of the rules.
 */
import { readRuns } from './line';
import { expandWilds, reelWindow } from './slots';
import { REELS, ROWS } from './theme';
import type { SlotTheme } from './theme';

/** How many of all combinations of stops pay so much on the lines (in line stakes) and show so many scatters. */
export interface SpinCount {
  readonly linePays: number;
  readonly scatters: number;
  readonly combinations: bigint;
}

/** All stops of a reel that show the same symbols. */
interface Face {
  /** Indices into the theme's symbols, top to bottom, as the lines are read. */
  readonly symbols: readonly number[];
  readonly scatters: number;
  /** The number of these stops. */
  readonly stops: number;
}

const MAX_SCATTERS = REELS * ROWS;
const SCATTER_COUNTS = MAX_SCATTERS + 1;
/** Stands for what a line pays as long as its first symbols leave that open. */
const OPEN = -1;

function facesOf(theme: SlotTheme, strip: readonly string[]): Face[] {
  const faces = new Map<string, Face>();
  for (const stop of strip.keys()) {
    const visible = reelWindow(strip, stop);
    const symbols = (expandWilds(theme, [visible])[0] ?? visible).map((symbol) => theme.symbols.indexOf(symbol));
    const scatters = visible.filter((symbol) => symbol === theme.scatter?.symbol).length;
    const name = `${symbols.join()} ${scatters}`;
    faces.set(name, { symbols, scatters, stops: (faces.get(name)?.stops ?? 0) + 1 });
  }
  return [...faces.values()];
}

/** Returns `tails[reel][n]`: how many combinations of the reels from `reel` on show n scatters together. */
function scatterTails(reels: readonly (readonly Face[])[]): number[][] {
  const tails: number[][] = [[1]];
  for (const faces of reels.toReversed()) {
    const after = tails[0] ?? [];
    const tail = Array.from({ length: after.length + ROWS }, () => 0);
    for (const face of faces) {
      for (const [later, ways] of after.entries()) {
        const n = later + face.scatters;
        tail[n] = (tail[n] ?? 0) + ways * face.stops;
      }
    }
    tails.unshift(tail);
  }
  return tails;
}

/**
 * Returns `tables[n][prefix]`: what a line pays whose first n symbols are `prefix`, or `OPEN` where that depends on the symbols that follow. A
 * prefix is a number whose digits, in base of the number of symbols, are the indices of these symbols.
 */
function payTables(theme: SlotTheme, lineValue: LineValue): Int32Array[] {
  const { symbols } = theme;
  const base = symbols.length;
  const visible = Array.from({ length: REELS }, () => '');
  const whole = new Int32Array(base ** REELS);
  for (let name = 0; name < whole.length; name += 1) {
    for (let reel = REELS - 1, rest = name; reel >= 0; reel -= 1, rest = Math.floor(rest / base)) visible[reel] = symbols[rest % base] ?? '';
    whole[name] = lineValue(visible);
  }
  const tables = [whole];
  for (let count = REELS - 1; count >= 0; count -= 1) {
    const longer = tables[0] ?? whole;
    const table = Int32Array.from({ length: base ** count }, (_, prefix) => {
      const first = longer[prefix * base] ?? OPEN;
      return longer.subarray(prefix * base, (prefix + 1) * base).every((pays) => pays === first) ? first : OPEN;
    });
    tables.unshift(table);
  }
  return tables;
}

/** A theme is data that never changes; its free spins need the same tables as its paid ones. */
const tablesOf = new WeakMap<SlotTheme, Int32Array[]>();

/** Returns the value of the five symbols of a line, a whole number from 0 up. */
export type LineValue = (symbols: readonly string[]) => number;

function paysOf(theme: SlotTheme): Int32Array[] {
  const tables = tablesOf.get(theme) ?? payTables(theme, (symbols) => readRuns(theme, symbols).reduce((sum, hit) => sum + hit.pays, 0));
  tablesOf.set(theme, tables);
  return tables;
}

/**
 * Counts every combination of stops of `strips` under the theme's lines and pays, or under another value of its lines, which stands in
 * `linePays` then. Throws a RangeError where there are more combinations than a double counts exactly, or a strip shows a symbol the
 * theme doesn't have.
 */
export function countSpins(theme: SlotTheme, strips: readonly (readonly string[])[], lineValue?: LineValue): SpinCount[] {
  const { lines, symbols } = theme;
  if (strips.length !== REELS || strips.flat().some((symbol) => !symbols.includes(symbol))) throw new RangeError('bad strips');
  const cycle = strips.reduce((product, strip) => product * strip.length, 1);
  if (!Number.isSafeInteger(cycle)) throw new RangeError('too many combinations to count');

  const base = symbols.length;
  const reels = strips.map((strip) => facesOf(theme, strip));
  const tails = scatterTails(reels);
  const tables = lineValue === undefined ? paysOf(theme) : payTables(theme, lineValue);
  const maxPaid = lines.length * (tables[REELS]?.reduce((most, pays) => Math.max(most, pays), 0) ?? 0);
  // The count of combinations that pay `paid` and show `scatters` stands at `paid * SCATTER_COUNTS + scatters`.
  const combinations = new Float64Array((maxPaid + 1) * SCATTER_COUNTS);

  // The open lines are those whose pay is not decided yet. When the walk comes to a reel, `openLines[reel]` has their numbers, and
  // `prefixes[reel]` has their symbols so far. These arrays are written again and again, so that the inner loop makes no garbage.
  const openLines = Array.from({ length: REELS + 1 }, () => new Int32Array(lines.length));
  const prefixes = Array.from({ length: REELS + 1 }, () => new Int32Array(lines.length));
  openLines[0]?.set([...lines.keys()]);
  const rowsOf = Array.from({ length: REELS }, (_, reel) => Int32Array.from(lines, (rows) => rows[reel] ?? 0));

  /** Counts the combinations of the reels from `reel` on, where no line is open: nothing on these reels matters but their scatters. */
  const countTails = (reel: number, paid: number, scatters: number, ways: number): void => {
    for (const [more, tail] of (tails[reel] ?? []).entries()) {
      const place = paid * SCATTER_COUNTS + scatters + more;
      if (tail > 0) combinations[place] = (combinations[place] ?? 0) + ways * tail;
    }
  };

  /**
   * Goes through the faces of `reel`, and of the reels behind it. The reels before it stand still: they have `ways` combinations, show `scatters`
   * scatters, leave `open` lines open, and the closed lines pay `paidBefore` together.
   */
  const walk = (reel: number, open: number, paidBefore: number, scatters: number, ways: number): void => {
    if (open === 0) {
      countTails(reel, paidBefore, scatters, ways);
      return;
    }
    const [lineOf, prefixOf, rows] = [openLines[reel], prefixes[reel], rowsOf[reel]];
    const [nextLine, nextPrefix, table] = [openLines[reel + 1], prefixes[reel + 1], tables[reel + 1]];
    if (!lineOf || !prefixOf || !rows || !nextLine || !nextPrefix || !table) return;
    for (const face of reels[reel] ?? []) {
      let stillOpen = 0;
      let paid = paidBefore;
      for (let i = 0; i < open; i += 1) {
        const line = lineOf[i] ?? 0;
        const prefix = (prefixOf[i] ?? 0) * base + (face.symbols[rows[line] ?? 0] ?? 0);
        const pays = table[prefix] ?? 0;
        if (pays !== OPEN) {
          paid += pays;
          continue;
        }
        nextLine[stillOpen] = line;
        nextPrefix[stillOpen] = prefix;
        stillOpen += 1;
      }
      walk(reel + 1, stillOpen, paid, scatters + face.scatters, ways * face.stops);
    }
  };
  walk(0, lines.length, 0, 0, 1);

  const counts: SpinCount[] = [];
  for (let place = 0; place < combinations.length; place += 1) {
    const ways = combinations[place] ?? 0;
    if (ways > 0) counts.push({ linePays: Math.floor(place / SCATTER_COUNTS), scatters: place % SCATTER_COUNTS, combinations: BigInt(ways) });
  }
  return counts;
}
