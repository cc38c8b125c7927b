import type { AdireSymbol } from '../../core/games/slots/adire-gold';

/** One of each symbol in the table, several of it in a sentence. */
export const SYMBOL_NAMES: Readonly<Record<AdireSymbol, readonly [one: string, several: string]>> = {
  cowrie: ['Gold cowrie', 'cowries'],
  pot: ['Dye pot', 'dye pots'],
  calabash: ['Calabash', 'calabashes'],
  bird: ['Bird', 'birds'],
  comb: ['Comb', 'combs'],
  leaf: ['Indigo leaf', 'indigo leaves'],
  star: ['Star', 'stars'],
  ring: ['Rings', 'ring patterns'],
  dot: ['Dots', 'dot patterns'],
};
