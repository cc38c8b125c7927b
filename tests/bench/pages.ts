/** The addresses that are opened when a player comes back. */
import { PAGE_ROUTES } from '../../src/app/routes';

export interface PageVisit {
  readonly path: string;
  /** The browser that opens it: a guest's, or a signed-in player's. */
  readonly who: 'guest' | 'player';
}

/** Pages measured one by one: the lobby, a slot, a table, a list of games, a player's own list, and three kinds of text. */
export const SINGLE_PAGES: readonly PageVisit[] = [
  { path: '/', who: 'guest' },
  { path: '/game/adire-gold', who: 'guest' },
  { path: '/game/roulette', who: 'guest' },
  { path: '/category/slots', who: 'guest' },
  { path: '/games-history', who: 'player' },
  { path: '/help', who: 'guest' },
  { path: '/terms', who: 'guest' },
  { path: '/bank-codes', who: 'guest' },
];
/** The pages that the quick run opens. */
export const QUICK_PAGES: readonly PageVisit[] = SINGLE_PAGES.slice(0, 3);

const addressOf = (path: string): string => path.replace(':gameId', 'blackjack').replace(':categoryId', 'table');

/** Every address of the product's own route table; a pattern is represented by an address that `SINGLE` does not have. */
export const ALL_PAGES: readonly PageVisit[] = PAGE_ROUTES.flatMap(({ paths, who }) =>
  paths.map((path): PageVisit => ({ path: addressOf(path), who: who === 'player' || who === 'admin' ? 'player' : 'guest' })),
);
