import type { LagosNightsSymbol } from '../../core/games/slots/lagos-nights';
import { catalogue } from '../../core/words/catalogue';

/** One of each symbol in the table, several of it in a sentence. */
export const SYMBOL_NAMES = catalogue('games/lagos-nights/names', {
  neon: ['Neon sign', 'neon signs'],
  danfo: ['Danfo bus', 'danfo buses'],
  bridge: ['Bridge', 'bridges'],
  moon: ['Moon', 'moons'],
  speaker: ['Speaker', 'speakers'],
  glasses: ['Sunglasses', 'sunglasses'],
  fish: ['Grilled fish', 'grilled fish'],
  palm: ['Palm tree', 'palm trees'],
  lamp: ['Lantern', 'lanterns'],
} satisfies Record<LagosNightsSymbol, readonly [one: string, several: string]>);
