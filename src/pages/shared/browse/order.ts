/** Sorts a shelf. Pure. */
import { language } from '../../../core/words/language';
import { compareVolatility, volatilitiesOf } from '../../../games/volatility';
import { isNew } from '../shelf/shelf';
import type { ShelfGame } from '../shelf/shelf';

export const SHELF_ORDERS = ['lobby', 'name', 'rtp', 'calm', 'new'] as const;
export type ShelfOrder = (typeof SHELF_ORDERS)[number];

export function isShelfOrder(value: string): value is ShelfOrder {
  return SHELF_ORDERS.some((order) => order === value);
}

const byName = () => new Intl.Collator(language.tag, { numeric: true, sensitivity: 'base' }).compare;

/** `rtp`: highest return first. `calm`: lowest volatility first. `new`: new games first. Equal games keep the order of the lobby. */
export function sortShelf(games: readonly ShelfGame[], order: ShelfOrder): readonly ShelfGame[] {
  switch (order) {
    case 'lobby':
      return games;
    case 'name': {
      const compare = byName();
      return games.toSorted((a, b) => compare(a.name, b.name));
    }
    case 'rtp':
      return games.toSorted((a, b) => b.rtp - a.rtp);
    case 'calm':
      return games.toSorted(compareVolatility);
    case 'new':
      return games.toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)));
  }
}

/** The orders that change anything: "new first" needs both new and other games, and "calm" needs known volatilities. */
export function ordersFor(games: readonly ShelfGame[]): readonly ShelfOrder[] {
  const fresh = games.filter(isNew).length;
  return SHELF_ORDERS.filter((order) => {
    if (order === 'new') return fresh > 0 && fresh < games.length;
    return order !== 'calm' || games.some((game) => volatilitiesOf(game).length > 0);
  });
}
