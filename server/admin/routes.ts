import { listAdminGames, patchAdminGame } from '../../src/core/contract/admin';
import { versionOf } from '../http/if-match';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { listGames, patchGame } from './games';

/** The games area of `/admin`. */
export function registerAdmin(router: Router, platform: Platform): void {
  router.on(listAdminGames, async () => ({ items: await listGames(platform.pool) }));

  router.on(patchAdminGame, async ({ params, body, caller, request, reply }) => {
    const version = versionOf(request);
    const game = await patchGame(platform, { adminId: caller.userId, gameId: params.gameId, version, patch: body });
    void reply.header('etag', `"${game.version}"`);
    return game;
  });
}
