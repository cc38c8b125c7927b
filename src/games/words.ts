/** Names of kinds and categories of games. An id without a name here is written out. */
import type { GameKind } from '../core/games/engine';
import { catalogue } from '../core/words/catalogue';
import { entryOf, isKeyOf } from '../core/words/is-key-of';

export const words = catalogue('games', {
  kinds: {
    slots: 'Slots',
    roulette: 'Roulette',
    blackjack: 'Blackjack',
    mines: 'Mines',
    plinko: 'Plinko',
    dice: 'Dice',
  } satisfies Record<GameKind, string>,
  /** The categories that are not also a kind. */
  categories: { table: 'Table games', instant: 'Instant games', 'made-in-naija': 'Made in Naija' },
  every: (rounds: string) => `once in ${rounds} rounds`,
  everyAbout: (rounds: string) => `about once in ${rounds} rounds`,
  everyMillion: (rounds: string) => `about once in ${rounds} million rounds`,
  inShare: (share: string) => `in ${share} of rounds`,
  rare: 'on paper only, less than once in 1,000 million rounds',
});

/** "high-rollers" → "High rollers". */
function writtenOut(id: string): string {
  const text = id.replaceAll('-', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function kindName(kind: string): string {
  return isKeyOf(words.kinds, kind) ? words.kinds[kind] : writtenOut(kind);
}

export function categoryName(id: string): string {
  return entryOf(words.categories, id) ?? kindName(id);
}
