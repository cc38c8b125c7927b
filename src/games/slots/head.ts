/** The line above the reels, which says what is going on. Pure. */
import type { SlotTheme } from '../../core/games/slots/theme';
import { lineMultiplier, wildNote } from './features';
import type { SymbolNames } from './symbol-names';
import type { Scene } from './scenes';
import { slotWords } from './words';

/** Names the free spins that a paid spin won. */
export function awardWords(theme: SlotTheme, spins: number): string {
  const feature = theme.scatter?.freeSpins;
  return feature?.climbs ? slotWords.awardedClimbing(spins) : slotWords.awarded(spins, feature?.multiplier ?? 1);
}

/** The state of the shown round; `scene` is null before the first. */
interface HeadState {
  readonly scene: Scene | null;
  readonly isTurning: boolean;
}

/**
 * Writes the line; it names no result while reels turn. `spinsKnownAfter` gives the number of free spins that the player knows of after some
 * of them, and `amount` writes line stakes as money.
 */
export function headWords(
  theme: SlotTheme, names: SymbolNames, { scene, isTurning }: HeadState, spinsKnownAfter: (shownCount: number) => number,
  amount: (pays: number) => string,
): string {
  const atRest = slotWords.linesInPlay(theme.lines.length);
  if (scene === null) return atRest;
  const { number, spin, paidSoFar } = scene;
  if (number === 0) {
    if (isTurning) return atRest;
    return spinsKnownAfter(0) > 0 ? awardWords(theme, spinsKnownAfter(0)) : (wildNote(theme, names, spin) ?? atRest);
  }
  const of = spinsKnownAfter(isTurning ? number - 1 : number);
  const spinText = theme.scatter?.freeSpins?.climbs
    ? slotWords.freeSpinTimes(number, of, lineMultiplier(theme, number))
    : slotWords.freeSpin(number, of);
  return `${spinText} · ${slotWords.soFar(amount(isTurning ? paidSoFar - spin.pays : paidSoFar))}`;
}
