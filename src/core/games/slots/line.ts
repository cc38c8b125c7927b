/** One line, read from the left: the rule that the engine pays by. */
import type { SlotTheme } from './theme';

/** The first count that pays. */
export const FIRST_PAYING_COUNT = 3;

/** What `count` in a row of `symbol` pays on one line, in line stakes. */
export function linePay(theme: SlotTheme, symbol: string, count: number): number {
  return theme.pays[symbol]?.[count - FIRST_PAYING_COUNT] ?? 0;
}

export interface LineHit {
  readonly symbol: string;
  readonly count: number;
  readonly pays: number;
}

/**
 * The best win of a line's symbols from the left, or null. The line's symbol is its first that is not wild; wilds at
 * the start count for it and also by themselves, and the better of the two is paid, once. The scatter ends every run.
 */
export function readLine(theme: SlotTheme, symbols: readonly string[]): LineHit | null {
  const { wild } = theme;
  const firstOther = symbols.findIndex((symbol) => symbol !== wild);
  const wilds = firstOther === -1 ? symbols.length : firstOther;
  const own = { symbol: wild, count: wilds, pays: linePay(theme, wild, wilds) };
  const target = symbols[wilds];
  if (target === undefined || target === theme.scatter?.symbol) return own.pays > 0 ? own : null;

  let count = wilds;
  while (symbols[count] === target || symbols[count] === wild) count += 1;
  const run = { symbol: target, count, pays: linePay(theme, target, count) };
  // An even pay is told as the longer run: that is what the player sees lit up.
  const best = own.pays > run.pays ? own : run;
  return best.pays > 0 ? best : null;
}
