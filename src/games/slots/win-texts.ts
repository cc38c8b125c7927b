/** Says in words what paid in a round of slots. Pure. */
import { multiplyFloor, formatNaira } from '../../core/money';
import type { Kobo } from '../../core/money';
import { slotOutcome } from '../../core/games/slots/slots';
import { REELS } from '../../core/games/slots/theme';
import type { SlotLineWin, SlotSpin } from '../../core/games/slots/slots';
import type { SlotTheme } from '../../core/games/slots/theme';
import { isMultiplied } from './features';
import type { SymbolNames } from './symbol-names';
import { slotWords } from './words';

/** Converts line stakes to kobo at that stake. The result is exact, because stakes are multiples of the lines. */
export function lineStakes(stake: Kobo, pays: number, lines: number): Kobo {
  return multiplyFloor(stake, pays, lines);
}

/** Names a win on a line: "4 beads from the right". The side is named where it is not the left. */
function runWords(theme: SlotTheme, names: SymbolNames, spin: SlotSpin, win: SlotLineWin): string {
  const { symbol, count, from = 0 } = win;
  const { inRow } = slotWords;
  const several = names[symbol]?.[1] ?? symbol;
  const isRight = theme.runs === 'both-ways' && from + count === REELS;
  const what = from === 0 ? inRow.left(count, several) : isRight ? inRow.right(count, several) : inRow.middle(count, several, from + 1);
  if (!isMultiplied(theme, spin, win)) return what;
  const wild = names[theme.wild ?? '']?.[0] ?? theme.wild ?? '';
  return slotWords.withWild(what, wild.toLowerCase(), theme.wildMultiplier ?? 1);
}

function spinWords(theme: SlotTheme, names: SymbolNames, spin: SlotSpin, stake: Kobo): string[] {
  const amount = (pays: number) => formatNaira(lineStakes(stake, pays, theme.lines.length));
  const several = (symbol: string) => names[symbol]?.[1] ?? symbol;
  const lines = spin.wins.map((win) => slotWords.linePaid(win.line + 1, runWords(theme, names, spin, win), amount(win.pays)));
  if (spin.scatterPays === 0 || theme.scatter === null) return lines;
  return [...lines, slotWords.scatterPaid(spin.scatters, several(theme.scatter.symbol), amount(spin.scatterPays))];
}

/** A few words for everything that paid: the lines of the paid spin, the scatters, and all free spins together. */
export function winTexts(theme: SlotTheme, names: SymbolNames, outcome: unknown, stake: Kobo): readonly string[] {
  const parsed = slotOutcome.safeParse(outcome);
  if (!parsed.success) return [];
  const { freeSpins } = parsed.data;
  const parts = spinWords(theme, names, parsed.data, stake);
  if (freeSpins.length === 0) return parts;
  const won = freeSpins.reduce((sum, spin) => sum + spin.pays, 0);
  return [...parts, slotWords.freePaid(freeSpins.length, formatNaira(lineStakes(stake, won, theme.lines.length)))];
}
