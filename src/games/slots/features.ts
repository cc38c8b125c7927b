/** Finds the features of one spin that are pointed out while it is shown. Pure. */
import { freeMultiplier } from '../../core/games/slots/slots';
import type { SlotLineWin, SlotSpin } from '../../core/games/slots/slots';
import type { SlotTheme } from '../../core/games/slots/theme';
import type { SymbolNames } from './symbol-names';
import { slotWords } from './words';

/** The reels that a wild makes wild from top to bottom, counted from 0. */
export function expandedReels(theme: SlotTheme, window: readonly (readonly string[])[]): readonly number[] {
  const { wild } = theme;
  if (theme.wildExpands === undefined || wild === null) return [];
  return window.flatMap((column, reel) => (column.includes(wild) ? [reel] : []));
}

/** True if a wild's multiplier is part of what a line paid. */
export function isMultiplied(theme: SlotTheme, spin: Pick<SlotSpin, 'window'>, win: SlotLineWin): boolean {
  const { wild, wildMultiplier } = theme;
  if (wild === null || wildMultiplier === undefined || win.symbol === wild) return false;
  const { from = 0, count, line } = win;
  return spin.window.slice(from, from + count).some((column, at) => column[theme.lines[line]?.[from + at] ?? 0] === wild);
}

/** The multiplier of the lines in a spin; free spins are numbered from 1, the paid spin is 0. */
export function lineMultiplier(theme: SlotTheme, number: number): number {
  const feature = theme.scatter?.freeSpins ?? null;
  return feature === null || number === 0 ? 1 : freeMultiplier(feature, number - 1);
}

/** A short note about what wilds did; null where they did nothing unusual. */
export function wildNote(theme: SlotTheme, names: SymbolNames, spin: SlotSpin): string | null {
  const wild = names[theme.wild ?? '']?.[0] ?? theme.wild ?? '';
  const wildReels = expandedReels(theme, spin.window);
  if (wildReels.length > 0) return slotWords.grown(wild, wildReels.map((reel) => reel + 1));
  return spin.wins.some((win) => isMultiplied(theme, spin, win)) ? slotWords.multiplied(wild, theme.wildMultiplier ?? 1) : null;
}
