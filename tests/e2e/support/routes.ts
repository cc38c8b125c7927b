/** Every route of the product, as the app's own table has it, with an address to open and the heading to expect there. */
import { PAGE_ROUTES } from '../../../src/app/routes';

type RouteName = (typeof PAGE_ROUTES)[number]['name'];

export interface OpenedRoute {
  readonly name: RouteName;
  readonly path: string;
  readonly who: 'all' | 'guest' | 'player' | 'admin';
  readonly heading: RegExp;
}

/** One for each name: the compiler says when one is missing. */
const HEADINGS = {
  games: /^(Casino games, even offline|Welcome, .*|No network\?|All games)$/,
  game: /^Adire Gold$/,
  category: /^Slots$/,
  profile: /^My profile$/,
  'sign-in': /^Sign in$/,
  'sign-up': /^Open an account$/,
  'activate-email': /^Confirm your e-mail$/,
  'reset-password': /^Reset your password$/,
  'edit-profile': /^Edit my details$/,
  'change-password': /^Change my password$/,
  'users-sessions': /^Where I am signed in$/,
  'games-history': /^Games history$/,
  'transactions-history': /^Transactions$/,
  'self-exclusion': /^Limits and breaks$/,
  'responsible-gambling': /^Responsible gambling$/,
  terms: /^Terms$/,
  privacy: /^Privacy$/,
  'about-us': /^About us$/,
  help: /^Help$/,
  feedback: /^Feedback$/,
  'location-restriction': /^Where you can play$/,
  deposit: /^Deposit$/,
  withdraw: /^Withdraw$/,
  'bank-codes': /^Bank codes$/,
  'bonus-contribution': /^Bonus contribution$/,
  bonuses: /^Bonuses$/,
  'promo-welcome-bonus': /^Welcome bonus$/,
  'promo-free-spins': /^50 free spins$/,
  'promo-friday': /^Friday reload$/,
  'promo-giveaway': /^Weekly giveaway$/,
  nin: /^National identity number$/,
  'temp-header-profile': /^My profile$/,
  'temp-join-popup': /^Join$/,
  'temp-bonuses': /^Bonuses$/,
  'temp-leaderboard': /^Highest multipliers$/,
  'temp-bonus-contribution': /^Bonus contribution$/,
  'admin-games': /^Games$/,
} as const satisfies Record<RouteName, RegExp>;

/** The lobby, in whatever state. */
export const LOBBY_HEADING = HEADINGS.games;

const addressOf = (path: string) => path.replace(':gameId', 'adire-gold').replace(':categoryId', 'slots');

export const ROUTES: readonly OpenedRoute[] = PAGE_ROUTES.flatMap(({ name, paths, who }) =>
  paths.map((path) => ({ name, path: addressOf(path), who, heading: HEADINGS[name] })),
);

/** The heading that a player finds at the operator's address; without the places and the balance, like the area itself. */
export const NOT_YOURS_HEADING = /^For the staff of this site$/;
