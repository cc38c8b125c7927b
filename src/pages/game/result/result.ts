/** Puts the result of a round into words that do not exaggerate it. Pure. */
import { formatNaira } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { words } from '../words';

/** `back`: the player got at most the stake back, which is no win. */
export type ResultTone = 'none' | 'back' | 'won';

export interface ResultWords {
  readonly tone: ResultTone;
  readonly text: string;
}

/** A return at or below the stake is not celebrated. */
export function resultWords(stake: Kobo, win: Kobo): ResultWords {
  if (win <= 0) return { tone: 'none', text: words.noWin };
  if (win <= stake) return { tone: 'back', text: words.cameBack(formatNaira(win), formatNaira(stake)) };
  return { tone: 'won', text: words.won(formatNaira(win)) };
}
