/** Which addresses are opened when a player comes back. */
import { PAGE_ROUTES } from '../../src/app/routes';

export interface Opened {
  readonly path: string;
  /** Whose browser opens it: a guest's, or one in which somebody is signed in. */
  readonly who: 'guest' | 'player';
}

/** Measured one by one: the lobby, a slot, a table, a list of games, a player's own list, and three kinds of text. */
export const SINGLE: readonly Opened[] = [
  { path: '/', who: 'guest' },
  { path: '/game/adire-gold', who: 'guest' },
  { path: '/game/roulette', who: 'guest' },
  { path: '/category/slots', who: 'guest' },
  { path: '/games-history', who: 'player' },
  { path: '/help', who: 'guest' },
  { path: '/terms', who: 'guest' },
  { path: '/bank-codes', who: 'guest' },
];
/** Of these the quick run opens so many. */
export const QUICK_SINGLE: readonly Opened[] = SINGLE.slice(0, 3);

const addressOf = (path: string): string => path.replace(':gameId', 'blackjack').replace(':categoryId', 'table');

/** Every address of the product's own table; of the two that stand for many, another one than above. */
export const EVERY: readonly Opened[] = PAGE_ROUTES.flatMap(({ paths, who }) =>
  paths.map((path): Opened => ({ path: addressOf(path), who: who === 'player' || who === 'admin' ? 'player' : 'guest' })),
);
