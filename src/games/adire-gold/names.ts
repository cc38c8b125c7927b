import type { AdireSymbol } from '../../core/games/slots/adire-gold';
import { catalogue } from '../../core/words/catalogue';

/** One of each symbol in the table, several of it in a sentence. */
export const SYMBOL_NAMES = catalogue('games/adire-gold/names', {
  cowrie: ['Gold cowrie', 'cowries'],
  pot: ['Dye pot', 'dye pots'],
  calabash: ['Calabash', 'calabashes'],
  bird: ['Bird', 'birds'],
  comb: ['Comb', 'combs'],
  leaf: ['Indigo leaf', 'indigo leaves'],
  star: ['Star', 'stars'],
  ring: ['Rings', 'ring patterns'],
  dot: ['Dots', 'dot patterns'],
} satisfies Record<AdireSymbol, readonly [one: string, several: string]>);
