import { listAdminGames, listAudit, orderAdminGames, patchAdminGame, switchAdminGames } from '../../src/core/contract/admin';
import { listAuditLines } from '../audit';
import { versionOf } from '../http/if-match';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { orderGames } from './game-order';
import { listGames, patchGame } from './games';
import { switchGames } from './switch-games';

/** Registers the calls of the games area of `/admin` and of the audit trail. */
export function registerAdmin(router: Router, platform: Platform): void {
  router.on(listAdminGames, () => listGames(platform.pool));

  router.on(patchAdminGame, async ({ params, body, caller, request, reply }) => {
    const version = versionOf(request);
    const game = await patchGame(platform, { adminId: caller.userId, gameId: params.gameId, version, patch: body });
    void reply.header('etag', `"${game.version}"`);
    return game;
  });

  router.on(orderAdminGames, async ({ body, caller, request, reply }) => {
    const order = await orderGames(platform, { adminId: caller.userId, version: versionOf(request), order: body.order });
    void reply.header('etag', `"${order.version}"`);
    return order;
  });

  router.on(switchAdminGames, ({ body, caller }) => switchGames(platform, { adminId: caller.userId, enabled: body.enabled }));

  router.on(listAudit, ({ query }) => listAuditLines(platform.pool, query));
}
