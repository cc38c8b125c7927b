import type { TalkingDrumSymbol } from '../../core/games/slots/talking-drum';
import { catalogue } from '../../core/words/catalogue';

/** One of each symbol in the table, several of it in a sentence. */
export const SYMBOL_NAMES = catalogue('games/talking-drum/names', {
  drum: ['Talking drum', 'talking drums'],
  cap: ['Fila', 'filas'],
  beads: ['Coral beads', 'strings of coral beads'],
  flywhisk: ['Fly whisk', 'fly whisks'],
  horn: ['Horn', 'horns'],
  sekere: ['Sekere', 'sekeres'],
  kola: ['Kola nut', 'kola nuts'],
  agogo: ['Agogo bells', 'agogo bells'],
  ripple: ['Drumbeat', 'drumbeats'],
} satisfies Record<TalkingDrumSymbol, readonly [one: string, several: string]>);
