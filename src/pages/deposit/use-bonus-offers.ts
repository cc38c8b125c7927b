import { useMemo } from 'react';
import { loadClaimable, loadPromotions } from '../../bridge/actions/promotions';
import type { Claimables, Promotions } from '../../bridge/actions/promotions';
import { failure } from '../../core/errors';
import type { Result } from '../../core/errors';
import { can } from '../../state/catalogue';
import { useLoaded } from '../shared/answers/use-loaded';
import { bonusOffers } from './bonus-offers';
import type { BonusOffer } from './bonus-offers';

const isThere = () => can('promotions') && can('bonuses');
const none = (): Promise<Result<never>> => Promise.resolve(failure('canceled'));
const promotions = (signal: AbortSignal): Promise<Result<Promotions>> => (isThere() ? loadPromotions(signal) : none());
const claimables = (signal: AbortSignal): Promise<Result<Claimables>> => (isThere() ? loadClaimable(signal) : none());

/** The bonuses that can go with this deposit; none while the switch is off, or nobody offers any. */
export function useBonusOffers(isOn: boolean): readonly BonusOffer[] {
  const promotionList = useLoaded(isOn ? promotions : none).data;
  const claimableList = useLoaded(isOn ? claimables : none).data;
  return useMemo(() => bonusOffers(promotionList?.items ?? [], claimableList?.items ?? []), [promotionList, claimableList]);
}
