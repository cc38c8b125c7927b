import * as contract from '../../src/core/contract/leaderboard';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { readBoard } from './board';
import { readChoice, setChoice } from './choice';

/** The highest multipliers of the week, of those who want to be seen. */
export function registerLeaderboard(router: Router, platform: Platform): void {
  router.open(contract.getLeaderboard, ({ query }) => readBoard(platform.pool, query, platform.now().getTime()));
  router.on(contract.getLeaderboardChoice, ({ params }) => readChoice(platform, params.userId));
  router.on(contract.setLeaderboardChoice, ({ params, body }) => setChoice(platform, params.userId, body.optedIn));
}
