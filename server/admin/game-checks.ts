/** Applies a change to a game's row, and says what is wrong with it. */
import type { gamePatch } from '../../src/core/contract/admin';
import type { FieldError } from '../../src/core/contract/problem';
import { isPlayableStake } from '../../src/core/games/engine';
import { MAX_ROUND_WIN } from '../../src/core/games/largest-win';
import { NEW_DAYS } from '../../src/core/games/newness';
import { formatNaira, kobo, nairaToKobo } from '../../src/core/money';
import { CONTRIBUTION_SCALE, MOST_CONTRIBUTION_PERCENT } from '../../src/core/wagering';
import type * as z from '../../src/core/zod';
import { NEW_CATEGORY } from '../catalogue';
import type { GameRow, CatalogueGame } from '../catalogue';
import type { Db } from '../ledger/accounts';
import { findOverBudget } from '../promotions';
import { auditedFields, maxAllowedStake } from './game-rows';

export type GamePatch = z.infer<typeof gamePatch>;

export function applyPatch(row: GameRow, patch: GamePatch): GameRow {
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
    hidden_until: patch.hiddenUntil === undefined ? row.hidden_until : patch.hiddenUntil === null ? null : new Date(patch.hiddenUntil),
    enabled: patch.enabled ?? row.enabled,
  };
}

/**
 * Checks only the fields that the patch changes, so that a game whose limits a later rule would refuse can still be switched
 * off.
 */
export function findProblems(newRow: GameRow, game: CatalogueGame, patch: GamePatch): FieldError[] {
  const errors: FieldError[] = [];
  if (patch.categories?.includes(NEW_CATEGORY)) {
    errors.push({ field: 'categories', message: `Set the day from which the game is new instead: it stays new for ${NEW_DAYS} days.` });
  }
  if (game.row.frame !== null && newRow.contribution > 0) {
    errors.push({ field: 'contribution', message: 'This game takes only the player’s own money, so it can’t count toward wagering.' });
  }
  errors.push(...findShareProblems(newRow, game));
  if (patch.minStake === undefined && patch.maxStake === undefined) return errors;
  return [...errors, ...findStakeProblems(newRow, game, patch)];
}

/** A larger share makes wagering cheaper: it may neither pass what games of this kind may count, nor cost promotions more than their budgets. */
export function raisesContribution(newRow: GameRow, game: CatalogueGame): boolean {
  return newRow.contribution > game.row.contribution && game.row.frame === null;
}

function findShareProblems(newRow: GameRow, game: CatalogueGame): FieldError[] {
  const maxPercent = MOST_CONTRIBUTION_PERCENT[game.engine.kind];
  if (!raisesContribution(newRow, game) || newRow.contribution * 100 <= maxPercent * CONTRIBUTION_SCALE) return [];
  return [{ field: 'contribution', message: `This game can count ${maxPercent}% at most, because it keeps so little of a stake.` }];
}

/** `games` is the catalogue as it would become. */
export async function findOverBudgetProblems(tx: Db, games: readonly CatalogueGame[]): Promise<FieldError[]> {
  const [promotion] = await findOverBudget(tx, games);
  return promotion === undefined ? [] : [{ field: 'contribution', message: `${promotion} could then cost more than its budget. Change its terms first.` }];
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

export const isUnchanged = (a: GameRow, b: GameRow): boolean => JSON.stringify(auditedFields(a)) === JSON.stringify(auditedFields(b));
