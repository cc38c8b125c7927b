/** Lists the games for admins and changes one of them. Every change leaves a line in the audit trail. */
import type { PoolClient } from 'pg';
import type { AdminGame, AdminGames } from '../../src/core/contract/admin';
import type { FieldError } from '../../src/core/contract/problem';
import { countArt, findGame, raiseCatalogueVersion, readGames, storeArt, toServedArt } from '../catalogue';
import type { GameRow, CatalogueGame } from '../catalogue';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { lockPromotions } from '../promotions';
import { applyPatch, findOverBudgetProblems, findProblems, isUnchanged, raisesContribution } from './game-checks';
import type { GamePatch } from './game-checks';
import { readOrderVersion } from './game-order';
import { readGameUses } from './game-uses';
import { saveGame, toAdminGame } from './game-rows';
import { readObservedReturns } from './observed-returns';

/** Lists every game with its observed returns. */
export async function listGames(db: Db): Promise<AdminGames> {
  // We read the version first: if somebody changes the order meanwhile, the answer has the older version, and a change that is
  // based on it is refused.
  const orderVersion = await readOrderVersion(db);
  const observed = await readObservedReturns(db, null);
  const uses = await readGameUses(db, null);
  return { items: (await readGames(db)).map((game) => toAdminGame(game, observed.get(game.row.game_id), uses.get(game.row.game_id))), orderVersion };
}

/**
 * Changes a game. Throws 404 `not-found`, 412 `version-conflict` with the present game where `version` is out of date, and 400
 * `validation` with a message for each wrong field; 429 `too-many-requests` after many pictures.
 */
export async function patchGame(
  platform: Pick<Platform, 'pool' | 'now'>,
  change: { readonly adminId: string; readonly gameId: string; readonly version: number; readonly patch: GamePatch },
): Promise<AdminGame> {
  const { adminId, gameId, version, patch } = change;
  if (typeof patch.art === 'string') await countArt(platform.pool, adminId, platform.now());
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'games');
    // They are locked before the game, as by those who change a promotion: what is judged here is what holds when it is saved.
    await lockPromotions(tx);
    const game = await findGame(tx, gameId, true);
    if (game === undefined) throw new ProblemError('not-found', 'There is no such game.');
    const toAnswer = async (currentGame: CatalogueGame) =>
      toAdminGame(currentGame, (await readObservedReturns(tx, gameId)).get(gameId), (await readGameUses(tx, gameId)).get(gameId));
    if (game.row.version !== version) {
      const current = await toAnswer(game);
      throw new ProblemError('version-conflict', 'Somebody else changed this game meanwhile.', { current });
    }
    const at = platform.now();
    const newRow = { ...applyPatch(game.row, patch), art_hash: await takeArt(tx, game.row, patch, at) };
    const problems = findProblems(newRow, game, patch);
    const errors = problems.length > 0 ? problems : await findCostProblems(tx, newRow, game);
    if (errors.length > 0) throw new ProblemError('validation', 'Check what you typed.', { errors });
    if (isUnchanged(game.row, newRow)) return toAnswer(game);
    const row = await saveGame(tx, { before: game.row, after: newRow }, { adminId, at });
    await raiseCatalogueVersion(tx);
    return toAnswer({ ...game, row });
  });
}

/** Stores the art of the patch, and returns the hash that the game then has. A refused patch is rolled back, and leaves no art behind. */
async function takeArt(tx: PoolClient, row: GameRow, { art }: GamePatch, at: Date): Promise<string | null> {
  if (art === undefined) return row.art_hash;
  if (art === null) return null;
  const file = toServedArt(Buffer.from(art, 'base64'));
  if ('problem' in file) throw new ProblemError('validation', 'Check what you typed.', { errors: [{ field: 'art', message: file.problem }] });
  return storeArt(tx, file, at);
}

async function findCostProblems(tx: PoolClient, newRow: GameRow, game: CatalogueGame): Promise<FieldError[]> {
  if (!raisesContribution(newRow, game)) return [];
  const games = (await readGames(tx)).map((each) => (each.row.game_id === newRow.game_id ? { ...each, row: newRow } : each));
  return findOverBudgetProblems(tx, games);
}
