/** Promotions as admins see and change them: one admin proposes and another one confirms. Switching off needs no second admin. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { confirmPromotion, listAdminPromotions, patchAdminPromotion, proposePromotion, withdrawProposal, workOutPromotionCosts } from '../../core/contract/promotions';
import type { Promotion, PromotionCosts, PromotionPatch, PromotionProposal, PromotionTerms } from '../../core/contract/promotions';
import type { Result } from '../../core/errors';
import type { PromotionId } from '../../core/promotions';
import { callAtDesk } from './desk-call';

export type { PromotionCosts, PromotionPatch, PromotionProposal };
export type AdminPromotions = AnswerOf<typeof listAdminPromotions>;
export type AdminPromotion = AdminPromotions['items'][number];

/** One promotion, in the version that the admin saw. */
type SeenPromotion = Pick<AdminPromotion, 'promotionId' | 'version'>;

export function loadAdminPromotions(signal?: AbortSignal): Promise<Result<AdminPromotions>> {
  return callAtDesk(listAdminPromotions, () => ({ ...(signal && { signal }) }));
}

/** The costs of one claim on terms that are not saved. */
export function loadPromotionCosts(promotionId: PromotionId, terms: PromotionTerms, signal: AbortSignal): Promise<Result<PromotionCosts>> {
  return callAtDesk(workOutPromotionCosts, () => ({ params: { promotionId }, body: { terms }, signal }));
}

/** On `version-conflict` `problem.current` is what the platform has now. */
export function switchPromotionOff({ promotionId, version }: SeenPromotion): Promise<Result<Promotion>> {
  return callAtDesk(patchAdminPromotion, () => ({ params: { promotionId }, body: { enabled: false }, ifMatch: version }));
}

/** Conflicts are reported as in `switchPromotionOff`. */
export function proposeChange({ promotionId, version }: SeenPromotion, patch: PromotionPatch): Promise<Result<PromotionProposal>> {
  return callAtDesk(proposePromotion, () => ({ params: { promotionId }, body: patch, ifMatch: version }));
}

export function confirmProposal({ promotionId, version }: SeenPromotion, proposalId: string): Promise<Result<Promotion>> {
  return callAtDesk(confirmPromotion, () => ({ params: { promotionId, proposalId }, ifMatch: version }));
}

export function dropProposal(promotionId: PromotionId, proposalId: string): Promise<Result<undefined>> {
  return callAtDesk(withdrawProposal, () => ({ params: { promotionId, proposalId } }));
}
