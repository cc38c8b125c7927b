import type { HarmattanSymbol } from '../../core/games/slots/harmattan';
import { catalogue } from '../../core/words/catalogue';

/** One of each symbol in the table, several of it in a sentence. */
export const SYMBOL_NAMES = catalogue('games/harmattan/names', {
  wind: ['Harmattan wind', 'winds'],
  camel: ['Camel', 'camels'],
  baobab: ['Baobab', 'baobabs'],
  sun: ['Hazy sun', 'suns'],
  turban: ['Turban', 'turbans'],
  groundnut: ['Groundnut', 'groundnuts'],
  dune: ['Dune', 'dunes'],
  kite: ['Kite', 'kites'],
  reed: ['Reeds', 'reeds'],
} satisfies Record<HarmattanSymbol, readonly [one: string, several: string]>);
