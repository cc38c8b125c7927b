/** How a shelf is sorted. Pure. */
import { language } from '../../core/words/language';
import type { ShelfGame } from './shelf';

export const SHELF_ORDERS = ['lobby', 'name', 'rtp', 'new'] as const;
export type ShelfOrder = (typeof SHELF_ORDERS)[number];

export function isShelfOrder(value: string): value is ShelfOrder {
  return SHELF_ORDERS.some((order) => order === value);
}

const NEW_CATEGORY = 'new';
const byName = () => new Intl.Collator(language.tag, { numeric: true, sensitivity: 'base' }).compare;

/** `rtp`: highest return first. `new`: those that the platform calls new first. Equals keep the order of the lobby. */
export function sortShelf(games: readonly ShelfGame[], order: ShelfOrder): readonly ShelfGame[] {
  const isOld = (game: ShelfGame) => Number(!game.categories.includes(NEW_CATEGORY));
  switch (order) {
    case 'lobby':
      return games;
    case 'name':
      return games.toSorted((a, b) => byName()(a.name, b.name));
    case 'rtp':
      return games.toSorted((a, b) => b.rtp - a.rtp);
    case 'new':
      return games.toSorted((a, b) => isOld(a) - isOld(b));
  }
}

/** The orders that change anything: "new first" needs both new ones and others. */
export function ordersFor(games: readonly ShelfGame[]): readonly ShelfOrder[] {
  const fresh = games.filter((game) => game.categories.includes(NEW_CATEGORY)).length;
  return SHELF_ORDERS.filter((order) => order !== 'new' || (fresh > 0 && fresh < games.length));
}
