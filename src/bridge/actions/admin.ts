/** The games area of admins. */
import { MAX_CATALOGUE_BYTES } from '../../api/read-body';
import { listAdminGames, patchAdminGame } from '../../core/contract/admin';
import type { AdminGame } from '../../core/contract/admin';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAsPlayer } from '../platform';

export type GamePatch = BodyOf<typeof patchAdminGame>;

export function loadAdminGames(signal?: AbortSignal): Promise<Result<AnswerOf<typeof listAdminGames>>> {
  return callAsPlayer(listAdminGames, () => ({ maxBytes: MAX_CATALOGUE_BYTES, ...(signal && { signal }) }));
}

/** `version` is the one the edit started from; on `version-conflict` `problem.current` is what the platform has now. */
export function patchGame(gameId: string, version: number, patch: GamePatch): Promise<Result<AdminGame>> {
  return callAsPlayer(patchAdminGame, () => ({ params: { gameId }, body: patch, ifMatch: version }));
}
