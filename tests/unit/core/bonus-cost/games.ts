import type { CountedGame } from '../../../../src/core/bonus-cost/counted-games';
import { shippedOffers } from '../../../../server/tools/promotion-costs';

/** The games of a new platform. */
export const GAMES: readonly CountedGame[] = shippedOffers().facts.games;
