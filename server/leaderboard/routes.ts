import * as contract from '../../src/core/contract/leaderboard';
import { forReads } from '../foundation';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { readBoard } from './board';
import { readChoice, setChoice } from './choice';

/** Registers the calls for the week's highest multipliers of players who chose to appear. */
export function registerLeaderboard(router: Router, platform: Platform): void {
  router.onPublic(contract.getLeaderboard, ({ query }) => readBoard(platform.readPool, query, platform.now().getTime()));
  router.on(contract.getLeaderboardChoice, ({ params }) => readChoice(forReads(platform), params.userId));
  router.on(contract.setLeaderboardChoice, ({ params, body }) => setChoice(platform, params.userId, body.optedIn));
}
