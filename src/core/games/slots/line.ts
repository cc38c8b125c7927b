/** One line: the rules that the engine pays by. */
import { REELS } from './theme';
import type { LinePays, SlotTheme } from './theme';

/** The first count that pays. */
export const FIRST_PAYING_COUNT = 3;

/** The entry for `count` symbols in a row of pays or of free spins; 0 below three. */
export function entryForCount(row: LinePays | undefined, count: number): number {
  return row?.[count - FIRST_PAYING_COUNT] ?? 0;
}

/** The pay of `count` in a row of `symbol` on one line, in line stakes. */
export function linePay(theme: SlotTheme, symbol: string, count: number): number {
  return entryForCount(theme.pays[symbol], count);
}

export interface LineHit {
  readonly symbol: string;
  readonly count: number;
  readonly pays: number;
  /** Reel on which the run starts, counted from the left; missing for 0. */
  readonly from?: number;
}

/**
 * The best win of symbols from the first of them, or null. The line's symbol is its first that is not wild; wilds at
 * the start count for it and also by themselves, and the better of the two is paid, once. The scatter ends every run.
 */
export function readLine(theme: SlotTheme, symbols: readonly string[]): LineHit | null {
  const { wild } = theme;
  const firstOther = symbols.findIndex((symbol) => symbol !== wild);
  const wilds = firstOther === -1 ? symbols.length : firstOther;
  const wildRun = { symbol: wild ?? '', count: wilds, pays: wild === null ? 0 : linePay(theme, wild, wilds) };
  const target = symbols[wilds];
  if (target === undefined || target === theme.scatter?.symbol) return wildRun.pays > 0 ? wildRun : null;

  let count = wilds;
  let hasWild = wilds > 0;
  while (symbols[count] === target || (wild !== null && symbols[count] === wild)) {
    hasWild ||= symbols[count] === wild;
    count += 1;
  }
  const run = { symbol: target, count, pays: linePay(theme, target, count) * (hasWild ? (theme.wildMultiplier ?? 1) : 1) };
  // Where both pay the same the longer run counts, because that is the one that lights up for the player.
  const best = wildRun.pays > run.pays ? wildRun : run;
  return best.pays > 0 ? best : null;
}

/** The better paying one; the first of two that pay the same. */
function better(a: LineHit | null, b: LineHit | null): LineHit | null {
  return a === null || (b !== null && b.pays > a.pays) ? b : a;
}

/** A run that was found on the part of the line that starts at reel `from`. */
function startingAt(hit: LineHit | null, from: number): LineHit | null {
  return hit === null || from === 0 ? hit : { ...hit, from };
}

/** All that the five symbols of a line pay for, by the theme's rule of where runs may lie. */
export function readRuns(theme: SlotTheme, symbols: readonly string[]): readonly LineHit[] {
  const left = readLine(theme, symbols);
  let hits = [left];
  if (theme.runs === 'both-ways') {
    const mirrored = readLine(theme, symbols.toReversed());
    const right = startingAt(mirrored, REELS - (mirrored?.count ?? REELS));
    hits = left?.count === REELS || right?.count === REELS ? [better(left, right)] : [left, right];
  }
  if (theme.runs === 'anywhere') {
    for (let from = 1; from <= REELS - FIRST_PAYING_COUNT; from += 1) {
      hits = [better(hits[0] ?? null, startingAt(readLine(theme, symbols.slice(from)), from))];
    }
  }
  return hits.filter((hit) => hit !== null);
}
