import { exportAudit, exportGames as exportGamesCall, importGames as importGamesCall, listAdminGames, listAudit, orderAdminGames, patchAdminGame, readAuditChain, switchAdminGames } from '../../src/core/contract/admin';
import { exportAuditLines, listAuditLines, readChainState } from '../audit';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { versionOf } from '../http/if-match';
import type { Router } from '../http/router';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { orderGames } from './game-order';
import { listGames, patchGame } from './games';
import { exportGames, importGames } from './import-games';
import { switchGames } from './switch-games';

/** Registers the calls of the games area of `/admin` and of the audit trail. */
export function registerAdmin(router: Router, platform: Platform): void {
  router.on(listAdminGames, () => listGames(platform.readPool));

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

  router.on(exportGamesCall, ({ body, caller: { userId: adminId } }) => exportGames(platform, { ...body, adminId }), { lane: 'slow' });
  router.on(importGamesCall, ({ body, caller: { userId: adminId } }) => importGames(platform, { ...body, adminId }), { lane: 'slow' });

  router.on(listAudit, async ({ query, caller }) => {
    const seesAll = caller.roles.includes('owner') || caller.roles.includes('risk');
    if (!seesAll && !(await isGame(platform.readPool, query.subject))) {
      throw new ProblemError('forbidden', 'You don’t have access to this.', { detail: 'Your roles show you the history of games alone.' });
    }
    return listAuditLines(platform.readPool, query);
  });

  router.on(exportAudit, ({ body, caller: { userId: adminId } }) =>
    transaction(platform.pool, async (tx) => {
      await requireRole(tx, adminId, 'owner', 'risk');
      return exportAuditLines(tx, body, { adminId, at: platform.now() });
    }), { lane: 'slow' });

  router.on(readAuditChain, async () => {
    const { verified, broken, ...chain } = await readChainState(platform.readPool);
    return {
      ...chain,
      verified: verified && { to: verified.to, at: verified.at.toISOString() },
      broken: broken && { ...broken, since: broken.since.toISOString() },
    };
  });
}

async function isGame(db: Db, subject: string | undefined): Promise<boolean> {
  if (subject === undefined) return false;
  return (await db.query('SELECT 1 FROM game WHERE game_id = $1', [subject])).rowCount === 1;
}
