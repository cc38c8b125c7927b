/** Promotions, as admins see and change them. */
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import { listAdminPromotions, patchAdminPromotion } from '../../core/contract/promotions';
import type { Promotion } from '../../core/contract/promotions';
import type { Result } from '../../core/errors';
import type { PromotionId } from '../../core/promotions';
import { callAsPlayer } from '../platform';

export type AdminPromotions = AnswerOf<typeof listAdminPromotions>;
export type AdminPromotion = AdminPromotions['items'][number];
export type PromotionPatch = BodyOf<typeof patchAdminPromotion>;

export function loadAdminPromotions(signal?: AbortSignal): Promise<Result<AdminPromotions>> {
  return callAsPlayer(listAdminPromotions, () => ({ ...(signal && { signal }) }));
}

/** `version` is the one the edit started from; on `version-conflict` `problem.current` is what the platform has now. */
export function patchPromotion(promotionId: PromotionId, version: number, patch: PromotionPatch): Promise<Result<Promotion>> {
  return callAsPlayer(patchAdminPromotion, () => ({ params: { promotionId }, body: patch, ifMatch: version }));
}
