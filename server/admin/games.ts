/** Lists the games for admins and changes one of them. Every change leaves a line in the audit trail. */
import type { PoolClient } from 'pg';
import type { AdminGame, AdminGames, patchAdminGame } from '../../src/core/contract/admin';
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { FieldError } from '../../src/core/contract/problem';
import { isPlayableStake } from '../../src/core/games/engine';
import { MAX_ROUND_WIN } from '../../src/core/games/largest-win';
import { NEW_DAYS } from '../../src/core/games/newness';
import { formatNaira, kobo, nairaToKobo } from '../../src/core/money';
import { CONTRIBUTION_SCALE, MOST_CONTRIBUTION_PERCENT } from '../../src/core/wagering';
import { writeAudit } from '../audit';
import { NEW_CATEGORY, findGame, raiseCatalogueVersion, readGames } from '../catalogue';
import type { GameRow, CatalogueGame } from '../catalogue';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import { findOverBudget } from '../promotions';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { readOrderVersion } from './game-order';
import { editableFields, maxAllowedStake, toAdminGame, writeGame } from './game-rows';
import { readObservedReturns } from './observed-returns';

type GamePatch = BodyOf<typeof patchAdminGame>;

/** Lists every game with its observed returns. */
export async function listGames(db: Db): Promise<AdminGames> {
  // We read the version first: if somebody changes the order meanwhile, the answer has the older version, and a change that is
  // based on it is refused.
  const orderVersion = await readOrderVersion(db);
  const observed = await readObservedReturns(db, null);
  return { items: (await readGames(db)).map((game) => toAdminGame(game, observed.get(game.row.game_id))), orderVersion };
}

/**
 * Changes a game. Throws 404 `not-found`, 412 `version-conflict` with the present game where `version` is out of date, and 400
 * `validation` with a message for each wrong field.
 */
export async function patchGame(
  platform: Pick<Platform, 'pool' | 'now'>,
  change: { readonly adminId: string; readonly gameId: string; readonly version: number; readonly patch: GamePatch },
): Promise<AdminGame> {
  const { adminId, gameId, version, patch } = change;
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'games');
    const game = await findGame(tx, gameId, true);
    if (game === undefined) throw new ProblemError('not-found', 'There is no such game.');
    const toAnswer = async (currentGame: CatalogueGame) => toAdminGame(currentGame, (await readObservedReturns(tx, gameId)).get(gameId));
    if (game.row.version !== version) {
      const current = await toAnswer(game);
      throw new ProblemError('version-conflict', 'Somebody else changed this game meanwhile.', { current });
    }
    const newRow = applyPatch(game.row, patch);
    const errors = [...findProblems(newRow, game, patch), ...(await findContributionProblems(tx, newRow, game))];
    if (errors.length > 0) throw new ProblemError('validation', 'Check what you typed.', { errors });
    if (isUnchanged(game.row, newRow)) return toAnswer(game);
    const row = await writeGame(tx, newRow, adminId, platform.now());
    await raiseCatalogueVersion(tx);
    await writeAudit(tx, {
      at: row.updated_at,
      userId: adminId,
      action: 'game-changed',
      subject: gameId,
      before: editableFields(game.row),
      after: editableFields(row),
    });
    return toAnswer({ ...game, row });
  });
}

function applyPatch(row: GameRow, patch: GamePatch): GameRow {
  const { categories, contribution } = patch;
  // The contract refuses anything that is no amount, so null can only mean that the patch does not have the field.
  const toKobo = (amount: number | undefined, before: number): number => nairaToKobo(amount) ?? before;
  return {
    ...row,
    name: patch.name ?? row.name,
    categories: categories === undefined ? row.categories : [...new Set(categories)],
    contribution: contribution === undefined ? row.contribution : Math.round(contribution * CONTRIBUTION_SCALE),
    min_stake: toKobo(patch.minStake, row.min_stake),
    max_stake: toKobo(patch.maxStake, row.max_stake),
    new_from: patch.newFrom === undefined ? row.new_from : patch.newFrom,
    enabled: patch.enabled ?? row.enabled,
  };
}

/**
 * Checks only the fields that the patch changes, so that a game whose limits a later rule would refuse can still be switched
 * off.
 */
function findProblems(newRow: GameRow, game: CatalogueGame, patch: GamePatch): FieldError[] {
  const errors: FieldError[] = [];
  if (patch.categories?.includes(NEW_CATEGORY)) {
    errors.push({ field: 'categories', message: `Set the day from which the game is new instead: it stays new for ${NEW_DAYS} days.` });
  }
  if (game.row.frame !== null && newRow.contribution > 0) {
    errors.push({ field: 'contribution', message: 'This game takes only the player’s own money, so it can’t count toward wagering.' });
  }
  if (patch.minStake === undefined && patch.maxStake === undefined) return errors;
  return [...errors, ...findStakeProblems(newRow, game, patch)];
}

/** A larger share makes wagering cheaper, so it may neither pass what games of this kind may count nor cost promotions more than their budgets. */
async function findContributionProblems(tx: PoolClient, newRow: GameRow, game: CatalogueGame): Promise<FieldError[]> {
  if (newRow.contribution <= game.row.contribution || game.row.frame !== null) return [];
  const field = 'contribution';
  const maxPercent = MOST_CONTRIBUTION_PERCENT[game.engine.kind];
  if (newRow.contribution * 100 > maxPercent * CONTRIBUTION_SCALE) return [{ field, message: `This game can count ${maxPercent}% at most, because it keeps so little of a stake.` }];
  const games = (await readGames(tx)).map((each) => (each.row.game_id === newRow.game_id ? { ...each, row: newRow } : each));
  const [promotion] = await findOverBudget(tx, games);
  return promotion === undefined ? [] : [{ field, message: `${promotion} could then cost more than its budget. Change its terms first.` }];
}

function findStakeProblems(newRow: GameRow, game: CatalogueGame, patch: GamePatch): FieldError[] {
  const errors: FieldError[] = [];
  const step = formatNaira(game.engine.stakeStep, { whole: true });
  for (const [field, amount] of [['minStake', newRow.min_stake], ['maxStake', newRow.max_stake]] as const) {
    if (isPlayableStake(game.engine, kobo(amount))) continue;
    errors.push({ field, message: `Stakes of this game go in steps of ${step}.` });
  }
  const maxStake = maxAllowedStake(game);
  if (newRow.max_stake > maxStake) {
    const words = `A round pays ${formatNaira(MAX_ROUND_WIN, { whole: true })} at most: the largest stake of this game can be ${formatNaira(maxStake)}.`;
    errors.push({ field: 'maxStake', message: words });
  }
  if (newRow.min_stake > newRow.max_stake) {
    // The error goes to the field that was changed, or to the first one where both were.
    const field = patch.minStake === undefined ? 'maxStake' : 'minStake';
    errors.push({ field, message: 'The smallest stake can’t be above the largest.' });
  }
  return errors;
}

const isUnchanged = (a: GameRow, b: GameRow): boolean => JSON.stringify(editableFields(a)) === JSON.stringify(editableFields(b));
