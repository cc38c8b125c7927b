import type { ZumaRockSymbol } from '../../core/games/slots/zuma-rock';
import { catalogue } from '../../core/words/catalogue';

/** One of each symbol in the table, several of it in a sentence. */
export const SYMBOL_NAMES = catalogue('games/zuma-rock/names', {
  rock: ['Zuma Rock', 'rocks'],
  leopard: ['Leopard', 'leopards'],
  hornbill: ['Hornbill', 'hornbills'],
  butterfly: ['Butterfly', 'butterflies'],
  cloud: ['Rain cloud', 'rain clouds'],
  vine: ['Vine', 'vines'],
  pebble: ['Pebbles', 'pebbles'],
  grass: ['Grass', 'grass'],
  eagle: ['Eagle', 'eagles'],
} satisfies Record<ZumaRockSymbol, readonly [one: string, several: string]>);
