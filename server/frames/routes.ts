/** Registers the calls of framed games: those of the player's page, and those of the providers. */
import { endLaunch, getLaunch, getRoundReplay, launchGame as launchEndpoint } from '../../src/core/contract/frames';
import { forReads } from '../foundation';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { launchGame, leaveLaunch, readLaunch } from './launch';
import { registerProviderCalls } from './provider-routes';
import { linkReplay } from './replay-link';

export function registerFrames(router: Router, platform: Platform): void {
  router.on(launchEndpoint, ({ params, caller, place }) => launchGame(platform, { ...params, sessionHash: caller.sessionHash, place }));
  router.on(getLaunch, ({ params }) => readLaunch(forReads(platform), params.userId, params.launchId));
  router.on(endLaunch, async ({ params }) => {
    await leaveLaunch(platform, params.userId, params.launchId);
    return undefined;
  });
  router.on(getRoundReplay, ({ params }) => linkReplay(forReads(platform), params.userId, params.roundId));
  registerProviderCalls(router.app, platform);
}
