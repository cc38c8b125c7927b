import { loadClaimable, loadPromotions, storedClaimable, storedPromotions } from '../../bridge/actions/promotions';
import type { Claimable, PromotionTerms } from '../../core/contract/promotions';
import type { PromotionId } from '../../core/promotions';
import { useSnapshot } from '../shared/answers/use-snapshot';
import { BUILT_IN } from './built-in';
import { words } from '../shared/promotions/words';

export interface Offer {
  readonly name: string;
  readonly terms: PromotionTerms;
  /** The version of the platform's terms; null = these are the ones of this build, and can't be claimed. */
  readonly version: number | null;
  readonly isEnabled: boolean;
  /** Epoch ms the terms are from, where they are not of now. */
  readonly datedAt: number | null;
  /** Whether the player can have it; null while that is not known. */
  readonly claimable: Claimable | null;
  readonly reload: () => void;
}

/** One promotion: the platform's terms as this device knows them, else those it was made with. */
export function useOffer(promotionId: PromotionId): Offer {
  const promotions = useSnapshot(storedPromotions, loadPromotions);
  const claimables = useSnapshot(storedClaimable, loadClaimable);
  const promotion = promotions.data?.items.find((each) => each.promotionId === promotionId);
  return {
    name: promotion?.name ?? words.names[promotionId],
    terms: promotion?.terms ?? BUILT_IN[promotionId],
    version: promotion?.version ?? null,
    isEnabled: promotion?.enabled ?? true,
    datedAt: promotions.live || promotion === undefined ? null : promotions.savedAt,
    claimable: claimables.data?.items.find((each) => each.promotionId === promotionId) ?? null,
    reload: () => {
      promotions.reload();
      claimables.reload();
    },
  };
}
