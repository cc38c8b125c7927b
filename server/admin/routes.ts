import { listAdminGames, patchAdminGame } from '../../src/core/contract/admin';
import { ProblemError } from '../http/problem';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { listGames, patchGame } from './games';

/** The games area of `/admin`. */
export function registerAdmin(router: Router, platform: Platform): void {
  router.on(listAdminGames, async () => ({ items: await listGames(platform.pool) }));

  router.on(patchAdminGame, async ({ params, body, caller, request, reply }) => {
    const version = readIfMatch(request.headers['if-match']);
    const game = await patchGame(platform, { adminId: caller.userId, gameId: params.gameId, version, patch: body });
    void reply.header('etag', `"${game.version}"`);
    return game;
  });
}

/** `"12"` → 12. Throws 400 for a missing or malformed header: without it, two admins would overwrite each other. */
function readIfMatch(header: string | undefined): number {
  const version = /^"(\d{1,15})"$/.exec(header ?? '')?.[1];
  if (version !== undefined) return Number(version);
  const isMissing = header === undefined;
  const detail = `The header If-Match ${isMissing ? 'is missing.' : 'must be a version in quotes, like "3".'}`;
  throw new ProblemError('bad-request', 'Say which version you changed', { detail });
}
