import type { CalabarCarnivalSymbol } from '../../core/games/slots/calabar-carnival';
import { catalogue } from '../../core/words/catalogue';

/** One of each symbol in the table, several of it in a sentence. */
export const SYMBOL_NAMES = catalogue('games/calabar-carnival/names', {
  mask: ['Mask', 'masks'],
  headdress: ['Feather headdress', 'feather headdresses'],
  dancer: ['Dancer', 'dancers'],
  trumpet: ['Trumpet', 'trumpets'],
  fan: ['Fan', 'fans'],
  bangle: ['Bangle', 'bangles'],
  anklet: ['Ankle bells', 'ankle bells'],
  ribbon: ['Ribbon', 'ribbons'],
  confetti: ['Confetti', 'confetti'],
  float: ['Float', 'floats'],
} satisfies Record<CalabarCarnivalSymbol, readonly [one: string, several: string]>);
