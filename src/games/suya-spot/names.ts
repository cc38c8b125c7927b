import type { SuyaSpotSymbol } from '../../core/games/slots/suya-spot';
import { catalogue } from '../../core/words/catalogue';

/** One of each symbol in the table, several of it in a sentence. */
export const SYMBOL_NAMES = catalogue('games/suya-spot/names', {
  skewer: ['Suya skewer', 'suya skewers'],
  chilli: ['Chilli', 'chillies'],
  onion: ['Onion', 'onions'],
  tomato: ['Tomato', 'tomatoes'],
  pepper: ['Ata rodo pepper', 'ata rodo peppers'],
  zobo: ['Zobo', 'cups of zobo'],
  flame: ['Flame', 'flames'],
  newspaper: ['Newspaper', 'newspapers'],
} satisfies Record<SuyaSpotSymbol, readonly [one: string, several: string]>);
