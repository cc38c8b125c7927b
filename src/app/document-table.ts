/**
 * Says what the document of each page holds before its scripts run. The build and the host derive their tables from this one. Only the
 * build reads it, so it costs a player nothing.
 */
import type { PageDocument } from '../core/page-documents';
import { OWN_TITLES } from './page-descriptions';
import type { PAGE_ROUTES } from './routes';

interface DocumentRow extends Pick<PageDocument, 'isListed' | 'each'> {
  /**
   * `whole`: all of the page, which is the same for everybody. `stage`: a game's page with its art in the place of the stage. `heading`: the
   * page's heading and shapes below it. `title`: the same with the title for a heading, because the page reads from the browser while it is
   * drawn.
   */
  readonly draws: 'whole' | 'stage' | 'heading' | 'title';
  /** The document's title, where it is not that of the route with the brand. */
  readonly title?: string;
  /** The page's folder below `src/pages`, where it is not the page's name. */
  readonly folder?: string;
}

type RouteName = (typeof PAGE_ROUTES)[number]['name'];

const WHOLE = { draws: 'whole', isListed: true } as const;
const LISTED = { draws: 'heading', isListed: true } as const;
/** Pages of one player, steps of a form, and second addresses of other pages: nobody looks for them. */
const UNLISTED = { draws: 'heading', isListed: false } as const;
const UNLISTED_TITLE = { draws: 'title', isListed: false } as const;
const PROMOTION = { ...WHOLE, folder: 'promo' } as const;

export const DOCUMENT_TABLE: Readonly<Record<RouteName, DocumentRow>> = {
  games: { ...LISTED, title: OWN_TITLES.lobby },
  game: { draws: 'stage', isListed: true, each: 'game', title: OWN_TITLES.game },
  category: { ...LISTED, each: 'category' },
  profile: UNLISTED_TITLE,
  'sign-in': LISTED,
  'sign-up': LISTED,
  'activate-email': UNLISTED,
  'reset-password': UNLISTED,
  'edit-profile': UNLISTED,
  'change-password': UNLISTED,
  'users-sessions': UNLISTED,
  'games-history': UNLISTED,
  'transactions-history': UNLISTED,
  'self-exclusion': UNLISTED,
  'responsible-gambling': WHOLE,
  terms: WHOLE,
  privacy: WHOLE,
  'about-us': WHOLE,
  help: WHOLE,
  feedback: LISTED,
  'location-restriction': WHOLE,
  deposit: UNLISTED_TITLE,
  withdraw: UNLISTED_TITLE,
  bonuses: UNLISTED,
  'promo-welcome-bonus': PROMOTION,
  'promo-free-spins': PROMOTION,
  'promo-friday': PROMOTION,
  'promo-giveaway': PROMOTION,
  'bank-codes': WHOLE,
  'bonus-contribution': WHOLE,
  nin: UNLISTED,
  'temp-header-profile': UNLISTED,
  'temp-join-popup': UNLISTED,
  'temp-bonuses': UNLISTED,
  'temp-leaderboard': UNLISTED,
  'temp-bonus-contribution': UNLISTED,
  'admin-games': UNLISTED,
};
