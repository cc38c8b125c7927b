/**
 * A reference implementation of the slots, written over letters and patterns: a symbol is a letter, a line a word of five. It shares only
 * the theme's data with `src/core/games/slots`, so that a test which compares the two notices an error in either.
 */
import type { Draws } from '../../../../src/core/fairness/draws';
import type { SlotTheme } from '../../../../src/core/games/slots/theme';

export interface ReferenceRun {
  readonly symbol: string;
  readonly count: number;
  readonly pays: number;
  readonly from?: number;
}

const letterOf = (theme: SlotTheme, symbol: string) => String.fromCharCode(97 + theme.symbols.indexOf(symbol));

interface Pattern {
  readonly symbol: string;
  readonly letter: string;
  /** The longest run of the symbol at the start of a word; a wild's own holds nothing else. */
  readonly run: RegExp;
  readonly pays: readonly number[];
}

const patterns = new WeakMap<SlotTheme, Pattern[]>();

/** One for each symbol that pays, the wild last, so that it loses a tie. */
function patternsOf(theme: SlotTheme): Pattern[] {
  const cached = patterns.get(theme);
  if (cached) return cached;
  const wild = theme.wild === null ? '' : letterOf(theme, theme.wild);
  const order = [...theme.symbols.filter((symbol) => symbol !== theme.wild), ...(theme.wild === null ? [] : [theme.wild])];
  const made = order.flatMap((symbol) => {
    const letter = letterOf(theme, symbol);
    const pays = [0, 0, 0, ...(theme.pays[symbol] ?? [])];
    return symbol === theme.scatter?.symbol ? [] : [{ symbol, letter, pays, run: new RegExp(`^[${letter}${wild}]+`) }];
  });
  patterns.set(theme, made.map((pattern) => (pattern.symbol === theme.wild ? { ...pattern, run: new RegExp(`^${wild}+`) } : pattern)));
  return patterns.get(theme) ?? [];
}

/** Every run that begins with the word. */
function beginnings(theme: SlotTheme, word: string): ReferenceRun[] {
  const wild = theme.wild === null ? '-' : letterOf(theme, theme.wild);
  return patternsOf(theme).flatMap(({ symbol, letter, run, pays }) => {
    const found = run.exec(word)?.[0] ?? '';
    const paid = found.includes(letter) ? (pays[found.length] ?? 0) : 0;
    const times = symbol !== theme.wild && found.includes(wild) ? (theme.wildMultiplier ?? 1) : 1;
    return paid > 0 ? [{ symbol, count: found.length, pays: paid * times }] : [];
  });
}

/** The first of those that pay most. */
function best(runs: readonly ReferenceRun[]): ReferenceRun[] {
  const most = Math.max(...runs.map(({ pays }) => pays));
  return runs.filter(({ pays }) => pays === most).slice(0, 1);
}

/** Returns the runs for which the five symbols of a line pay. */
export function referenceRuns(theme: SlotTheme, symbols: readonly string[]): ReferenceRun[] {
  const word = symbols.map((symbol) => letterOf(theme, symbol)).join('');
  if (theme.runs === 'anywhere') {
    const all = [0, 1, 2].flatMap((from) => beginnings(theme, word.slice(from)).map((run) => (from === 0 ? run : { ...run, from })));
    return best(all);
  }
  const left = best(beginnings(theme, word));
  if (theme.runs !== 'both-ways') return left;
  const backwards = Array.from(word).reverse().join('');
  const right = best(beginnings(theme, backwards)).map((run) => (run.count === 5 ? run : { ...run, from: 5 - run.count }));
  const both = [...left, ...right];
  return both.some(({ count }) => count === 5) ? best(both) : both;
}

interface Spin {
  readonly stops: readonly number[];
  readonly window: readonly (readonly string[])[];
  readonly wins: readonly (ReferenceRun & { readonly line: number })[];
  readonly scatters: number;
  readonly scatterPays: number;
  readonly pays: number;
}

/** Returns the symbols that `stops` on `strips` show, and their pays; line pays are multiplied by `times`. */
export function referenceSpin(
  theme: SlotTheme,
  strips: readonly (readonly string[])[],
  stops: readonly number[],
  times: number,
  paid: boolean,
): Spin {
  const window = strips.map((strip, reel) => [...strip, ...strip].slice(stops[reel], (stops[reel] ?? 0) + 3));
  const wild = theme.wild;
  const isWildReel = (column: readonly string[]) => theme.wildExpands && column.some((symbol) => symbol === wild);
  const expanded = window.map((column) => (wild !== null && isWildReel(column) ? [wild, wild, wild] : column));
  const wins: (ReferenceRun & { line: number })[] = [];
  theme.lines.forEach(([a, b, c, d, e], line) => {
    const five = [expanded[0]?.[a], expanded[1]?.[b], expanded[2]?.[c], expanded[3]?.[d], expanded[4]?.[e]].map(String);
    for (const run of referenceRuns(theme, five)) wins.push({ line, ...run });
  });
  let [scatters, sum] = [0, 0];
  for (const column of window) for (const symbol of column) if (symbol === theme.scatter?.symbol) scatters += 1;
  for (const { pays } of wins) sum += pays * times;
  const scatterPays = paid ? ([0, 0, 0, ...(theme.scatter?.pays ?? [])][scatters] ?? 0) : 0;
  return { stops, window, wins, scatters, scatterPays, pays: sum + scatterPays };
}

/** A whole round from its draws, in the shape that the platform stores. */
export function referenceRound(theme: SlotTheme, draws: Draws) {
  const feature = theme.scatter?.freeSpins ?? null;
  const draw = (strips: readonly (readonly string[])[]) => strips.map((strip) => draws.below(strip.length));
  const paid = referenceSpin(theme, theme.strips, draw(theme.strips), 1, true);
  const freeSpins: Spin[] = [];
  let total = paid.pays;
  if (feature !== null) {
    // A queue of free spins that are still to come: whether each can win more.
    const queue = Array.from({ length: [0, 0, 0, ...feature.awards][paid.scatters] ?? 0 }, () => true);
    for (let canWin = queue.shift(); canWin !== undefined; canWin = queue.shift()) {
      const times = feature.climbs ? feature.multiplier + freeSpins.length : feature.multiplier;
      const spin = referenceSpin(theme, feature.strips, draw(feature.strips), times, false);
      freeSpins.push(spin);
      total += spin.pays;
      const more = canWin && feature.again ? ([0, 0, 0, ...feature.again][spin.scatters] ?? 0) : 0;
      for (let n = 0; n < more; n += 1) queue.push(false);
    }
  }
  return { ...paid, freeSpins, total, lines: theme.lines.length };
}
