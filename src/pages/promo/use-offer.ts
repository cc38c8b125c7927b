import { loadOffers } from '../../bridge/actions/draws';
import { loadPromotions, storedClaimable, storedPromotions } from '../../bridge/actions/promotions';
import type { Claimable, PromotionTerms } from '../../core/contract/promotions';
import type { PromotionId } from '../../core/promotions';
import { useSnapshot } from '../shared/answers/use-snapshot';
import { SHIPPED_PROMOTIONS } from '../../core/shipped-promotions';
import { words } from '../shared/promotions/words';

export interface Offer {
  readonly name: string;
  readonly terms: PromotionTerms;
  /** The version of the platform's terms. It is null for the terms of this build, which can't be claimed. */
  readonly version: number | null;
  readonly isEnabled: boolean;
  /** Of its advertising, by the regulator; null where none is known. */
  readonly approvalNumber: string | null;
  /** Epoch ms of the terms, where they are not live. */
  readonly datedAt: number | null;
  /** True if the player can claim it; null until that is known. */
  readonly claimable: Claimable | null;
  readonly reload: () => void;
}

/** One promotion with the platform's terms as this device has them, otherwise with the terms of this build. */
export function useOffer(promotionId: PromotionId): Offer {
  const promotions = useSnapshot(storedPromotions, loadPromotions);
  const claimables = useSnapshot(storedClaimable, loadOffers);
  const promotion = promotions.data?.items.find((each) => each.promotionId === promotionId);
  return {
    name: promotion?.name ?? words.names[promotionId],
    terms: promotion?.terms ?? SHIPPED_PROMOTIONS[promotionId],
    version: promotion?.version ?? null,
    // The platform lists none whose games are closed.
    isEnabled: promotion?.enabled ?? promotions.data === null,
    approvalNumber: promotion?.approvalNumber ?? null,
    datedAt: promotions.live || promotion === undefined ? null : promotions.savedAt,
    claimable: claimables.data?.items.find((each) => each.promotionId === promotionId) ?? null,
    reload: () => {
      promotions.reload();
      claimables.reload();
    },
  };
}
