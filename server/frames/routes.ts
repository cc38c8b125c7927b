/** Framed games: the calls of the player's page, and beside them those of the providers. */
import { endLaunch, getLaunch, getRoundReplay, launchGame as launchEndpoint } from '../../src/core/contract/frames';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { launchGame, leave, readLaunch } from './launch';
import { registerProviderCalls } from './provider-routes';
import { linkReplay } from './replay';

export function registerFrames(router: Router, platform: Platform): void {
  router.on(launchEndpoint, ({ params, caller, place }) => launchGame(platform, { ...params, sessionHash: caller.sessionHash, place }));
  router.on(getLaunch, ({ params }) => readLaunch(platform, params.userId, params.launchId));
  router.on(endLaunch, async ({ params }) => {
    await leave(platform, params.userId, params.launchId);
    return undefined;
  });
  router.on(getRoundReplay, ({ params }) => linkReplay(platform, params.userId, params.roundId));
  registerProviderCalls(router.app, platform);
}
