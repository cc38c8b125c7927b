/** Lists promotions for admins and changes them. Every change writes a line to the audit trail. */
import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { FieldError } from '../../src/core/contract/problem';
import type { listAdminPromotions, Promotion, PromotionPatch } from '../../src/core/contract/promotions';
import { addKobo, formatNaira, kobo, koboToNaira } from '../../src/core/money';
import type { PromotionId } from '../../src/core/promotions';
import { writeAudit } from '../audit';
import { findGame } from '../catalogue';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import type { DecisionContext } from '../four-eyes';
import { describeStakeProblem } from '../games';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { excessOf, readCostFacts } from './cost-facts';
import { readCosts } from './costs';
import { readProposals } from './proposal-rows';
import { lockPromotion, readPromotions, updatePromotion } from './promotion-rows';
import type { PromotionChange } from './promotion-rows';
import { termsToRow, TERMS_COLUMNS, termsOf, toPromotion } from './terms';
import type { PromotionRow } from './terms';

type AdminPromotions = AnswerOf<typeof listAdminPromotions>;

/** Lists every promotion with its cost so far and its open proposal. */
export async function listForAdmins(platform: Pick<Platform, 'pool' | 'places' | 'now'>, context: DecisionContext): Promise<AdminPromotions> {
  const { pool, places } = platform;
  const costs = await readCosts(pool);
  const proposals = await readProposals(pool, context);
  const items = (await readPromotions(platform)).map((row) => {
    const { granted = 0, converted = 0, lost = 0, claims = 0 } = costs.get(row.promotion_id) ?? {};
    const naira = (amount: number): number => koboToNaira(kobo(amount));
    return {
      ...toPromotion(row), promotionId: row.promotion_id, updatedBy: row.updated_by, proposal: proposals.get(row.promotion_id) ?? null,
      granted: naira(granted), converted: naira(converted), lost: naira(lost), claims,
    };
  });
  return { items, mostWagering: places.wageringCeiling };
}

/** A promotion, and the version of it that the admin saw. */
export interface PromotionVersion {
  readonly adminId: string;
  readonly promotionId: PromotionId;
  readonly version: number;
}

/**
 * Switches a promotion off. One admin is enough, because this only stops new claims. Throws 412 `version-conflict` with the current promotion
 * when `version` is not its version.
 */
export async function switchOff(platform: Pick<Platform, 'pool' | 'places' | 'now'>, target: PromotionVersion): Promise<Promotion> {
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, target.adminId, 'games');
    const row = await lockVersion(tx, platform, target);
    return changePromotion(tx, platform, row, { enabled: false }, { adminId: target.adminId, proposedBy: null, at: platform.now() });
  });
}

/** Locks the promotion in the version that the admin saw. Throws 412 `version-conflict` where it has changed. */
export async function lockVersion(tx: PoolClient, platform: Pick<Platform, 'places' | 'now'>, { promotionId, version }: PromotionVersion): Promise<PromotionRow> {
  const row = await lockPromotion(tx, platform, promotionId, 'update');
  if (row.version === version) return row;
  throw new ProblemError('version-conflict', 'Somebody else changed this promotion meanwhile.', { current: toPromotion(row) });
}

interface ChangeAuthor {
  readonly adminId: string;
  /** Null for a change that needs no proposal. */
  readonly proposedBy: string | null;
  readonly at: Date;
}

/**
 * Changes a promotion for claims from now on; earlier claims keep their terms. The caller holds its row. Throws 400 `validation` with
 * errors at the fields.
 */
export async function changePromotion(
  tx: PoolClient,
  platform: Pick<Platform, 'places'>,
  row: PromotionRow,
  patch: PromotionPatch,
  { adminId, proposedBy, at }: ChangeAuthor,
): Promise<Promotion> {
  const change = await resolvePatch(tx, platform, row, patch);
  if (change === null) return toPromotion(row);
  const updated = await updatePromotion(tx, row.promotion_id, change, { adminId, at });
  await writeAudit(tx, {
    at, userId: adminId, action: 'promotion-changed', subject: row.promotion_id,
    before: editableFields(row), after: { ...editableFields(updated), ...(proposedBy !== null && { proposedBy }) },
  });
  return toPromotion(updated);
}

/** Applies a patch; returns null where it changes nothing. Throws 400 `validation` with errors at the fields. */
export async function resolvePatch(
  tx: PoolClient,
  platform: Pick<Platform, 'places'>,
  row: PromotionRow,
  patch: PromotionPatch,
): Promise<PromotionChange | null> {
  const change = mergePatch(row, patch);
  const errors = await findPatchErrors(tx, platform, row, change);
  if (errors.length > 0) throw new ProblemError('validation', 'Check what you typed.', { errors });
  refuseUnapproved(change);
  return isDeepStrictEqual(editableFields(row), editableFields(change)) ? null : change;
}

function mergePatch(row: PromotionRow, { name, enabled, terms, approvalNumber }: PromotionPatch): PromotionChange {
  return {
    ...row, ...(terms !== undefined && termsToRow(terms)),
    name: name ?? row.name, enabled: enabled ?? row.enabled, approval_number: approvalNumber ?? row.approval_number,
  };
}

/** The regulator approves the advertising of a promotion before the public sees it; switching off and changes of what is off need no number. */
function refuseUnapproved(change: PromotionChange): void {
  if (!change.enabled || change.approval_number !== null) return;
  const message = 'Enter the approval number of its advertising. Without one a promotion can’t be public.';
  throw new ProblemError('validation', 'This promotion has no approval number.', {
    detail: 'Enter the number of the regulator’s approval of its advertising under “Edit”, then propose it again.', errors: [{ field: 'approvalNumber', message }],
  });
}

/** The fields that admins can change, for the audit trail. */
function editableFields(row: PromotionChange): Record<string, unknown> {
  return { name: row.name, enabled: row.enabled, approvalNumber: row.approval_number, terms: termsOf(row) };
}

async function findPatchErrors(tx: PoolClient, { places }: Pick<Platform, 'places'>, row: PromotionRow, change: PromotionChange): Promise<FieldError[]> {
  if (change.kind !== row.kind) return [{ field: 'terms.kind', message: 'The kind of a promotion can’t be changed.' }];
  if (TERMS_COLUMNS.every((column) => isDeepStrictEqual(change[column], row[column]))) return [];
  if (change.kind === 'draw') return [];
  const errors = findWageringErrors(change, places.wageringCeiling);
  if (change.kind === 'free-spins') errors.push(...(await findSpinErrors(tx, change)));
  return errors.length > 0 ? errors : findBudgetErrors(tx, change);
}

function findWageringErrors({ wagering }: PromotionChange, ceiling: number): FieldError[] {
  if (wagering === null || wagering <= ceiling) return [];
  return [{ field: 'terms.wagering', message: `The wagering can be ${ceiling} times at most.` }];
}

/** A claim may be worth no more than its budget to anybody, however they play. */
async function findBudgetErrors(tx: PoolClient, change: PromotionChange): Promise<FieldError[]> {
  const { games } = await readCostFacts(tx);
  const excess = excessOf(change, games);
  if (excess <= 0) return [];
  const most = formatNaira(addKobo(kobo(change.budget ?? 0), excess));
  return [{ field: 'terms.budget', message: `One claim can be worth ${most} to the best player. Raise the budget, or make the offer smaller.` }];
}

async function findSpinErrors(tx: PoolClient, change: PromotionChange): Promise<FieldError[]> {
  const game = await findGame(tx, change.game_id ?? '', true);
  if (game?.engine.kind !== 'slots' || game.row.frame !== null) return [{ field: 'terms.gameId', message: 'Choose a slot of the catalogue for the free spins.' }];
  const { min_stake: min, max_stake: max } = game.row;
  const message = describeStakeProblem(kobo(change.spin_stake ?? 0), { min, max, engine: game.engine });
  return message === null ? [] : [{ field: 'terms.stake', message }];
}
