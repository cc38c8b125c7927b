/**
 * Handles proposals to change a promotion. New terms may cost money, so one admin proposes them and another person confirms. Until then the old terms
 * apply.
 */
import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import type { Promotion, PromotionCosts, PromotionPatch, PromotionProposal } from '../../src/core/contract/promotions';
import type { PromotionId } from '../../src/core/promotions';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { CONFIRMING_ROLES, createDecisionContext, canWithdraw, endProposal, checkConfirmation, requireProposal, throwConfirmationRefusal, readOrigin, requireRole } from '../four-eyes';
import type { Browser } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { changePromotion, lockVersion, resolvePatch } from './admin-promotions';
import type { PromotionVersion } from './admin-promotions';
import { insertProposal, lockProposal, readOpenProposal, toProposal } from './proposal-rows';
import type { ProposalRow } from './proposal-rows';
import { lockPromotion, readPromotions } from './promotion-rows';
import { readCostFacts } from './cost-facts';
import { solveCosts, toCostsAnswer } from './solve-costs';
import { refuseHugeAmounts, termsOf, toPromotion } from './terms';

/**
 * Proposes a change. The proposer's `browser` is stored for the check of the confirmation; it is undefined without a request. Throws 412
 * `version-conflict`, 400 `validation` with errors at the fields, and 409 `conflict` where a proposal is open already, or nothing would
 * change.
 */
export async function proposePromotion(
  platform: Platform,
  target: PromotionVersion,
  patch: PromotionPatch,
  browser?: Browser,
): Promise<PromotionProposal> {
  const { adminId, promotionId } = target;
  if (patch.terms !== undefined) refuseHugeAmounts(patch.terms);
  // Solving the costs takes seconds, so what is refused anyway is refused before it.
  await transaction(platform.pool, (tx) => lockProposable(tx, platform, target, patch));
  const costs = await solveProposedCosts(platform, promotionId, patch);
  return transaction(platform.pool, async (tx) => {
    await lockProposable(tx, platform, target, patch);
    const at = platform.now();
    const proposalId = newId(platform);
    const row = { proposal_id: proposalId, promotion_id: promotionId, patch, costs, proposed_by: adminId, proposed_at: at };
    await insertProposal(tx, { ...row, ...readOrigin(browser) });
    await writeAudit(tx, { at, userId: adminId, action: 'promotion-proposed', subject: promotionId, before: null, after: { proposalId, ...patch } });
    return toProposal(await lockExistingProposal(tx, promotionId, proposalId), adminId, null);
  });
}

/** Locks the promotion, and refuses a change of it that can't be proposed, or by somebody who may not. */
async function lockProposable(tx: PoolClient, platform: Platform, target: PromotionVersion, patch: PromotionPatch): Promise<void> {
  await requireRole(tx, target.adminId, 'games');
  const promotion = await lockVersion(tx, platform, target);
  if ((await resolvePatch(tx, platform, promotion, patch)) === null) throw new ProblemError('conflict', 'The promotion is already like this.');
  if ((await readOpenProposal(tx, target.promotionId)) === undefined) return;
  throw new ProblemError('conflict', 'A change of this promotion has already been proposed.', { detail: 'It has to be confirmed or withdrawn before the next one.' });
}

/** Solves the costs of the terms that are proposed. The caller does this before it locks the promotion, because it takes a while. */
async function solveProposedCosts(platform: Pick<Platform, 'pool' | 'places' | 'now'>, promotionId: PromotionId, { terms }: PromotionPatch): Promise<PromotionCosts> {
  const current = (await readPromotions(platform)).find((row) => row.promotion_id === promotionId);
  if (current === undefined) throw new ProblemError('not-found', 'There is no such promotion.');
  return toCostsAnswer(await solveCosts(terms ?? termsOf(current), await readCostFacts(platform.pool)));
}

interface DecisionRequest extends PromotionVersion {
  readonly proposalId: string;
}

/**
 * Confirms another admin's proposal, which applies from now on. Repeating it changes nothing. Throws 404 `not-found`, 403 `own-request`, 403
 * `not-counted` for an admin who counts as one person with the proposer or has just become an admin (with a line in the trail and an
 * alert), 409 `conflict` for a proposal that has ended, and where its costs are not those that were proposed, 412 `version-conflict` where
 * the promotion changed meanwhile.
 */
export async function confirmPromotion(platform: Platform, decision: DecisionRequest): Promise<Promotion> {
  const { adminId, promotionId, proposalId } = decision;
  const context = createDecisionContext(platform, adminId);
  const open = await readOpenProposal(platform.pool, promotionId);
  const costs = open?.proposal_id === proposalId ? await solveProposedCosts(platform, promotionId, open.patch) : null;
  const result = await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, ...CONFIRMING_ROLES.promotion_proposal);
    await lockPromotion(tx, platform, promotionId, 'update');
    const proposal = await lockExistingProposal(tx, promotionId, proposalId);
    const verdict = await checkConfirmation(tx, context, proposal, { table: 'promotion_proposal', subject: promotionId });
    if (verdict === 'again') return toPromotion(await lockPromotion(tx, platform, promotionId, 'update'));
    if (verdict !== 'counts') return verdict;
    // The admin confirms the costs that stand beside the proposal; they may be others by now.
    if (proposal.costs !== null && costs !== null && !isDeepStrictEqual(proposal.costs, costs)) throw costsChanged();
    const row = await lockVersion(tx, platform, decision);
    await endProposal(tx, 'promotion_proposal', proposalId, { reason: 'confirmed', by: adminId, at: context.now });
    return changePromotion(tx, platform, row, proposal.patch, { adminId, proposedBy: proposal.proposed_by, at: context.now });
  });
  if (!('problem' in result)) return result;
  return throwConfirmationRefusal(platform, 'promotion.not-counted', result, { adminId, promotionId, proposalId });
}

function costsChanged(): ProblemError {
  const detail = 'The games, or how many enter the draw, have changed since, so the costs beside it are not those of today. Withdraw it, and propose it again.';
  return new ProblemError('conflict', 'The costs of this proposal have changed.', { detail });
}

/**
 * Withdraws a proposal. Any admin may, because it changes no terms. Repeating it changes nothing. Throws 404 `not-found`, and 409 `conflict`
 * for a confirmed proposal.
 */
export async function withdrawProposal(
  platform: Pick<Platform, 'pool' | 'now'>,
  { adminId, promotionId, proposalId }: Omit<DecisionRequest, 'version'>,
): Promise<void> {
  await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'games');
    const proposal = await lockExistingProposal(tx, promotionId, proposalId);
    if (!canWithdraw(proposal)) return;
    const at = platform.now();
    await endProposal(tx, 'promotion_proposal', proposalId, { reason: 'withdrawn', by: adminId, at });
    await writeAudit(tx, { at, userId: adminId, action: 'proposal-withdrawn', subject: promotionId, before: { proposalId, ...proposal.patch }, after: null });
  });
}

async function lockExistingProposal(tx: PoolClient, promotionId: PromotionId, proposalId: string): Promise<ProposalRow> {
  return requireProposal(await lockProposal(tx, promotionId, proposalId));
}
