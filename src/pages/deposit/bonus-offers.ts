/** The bonuses that can go with a deposit. Pure. */
import type { DepositRequest } from '../../bridge/actions/cashier';
import type { Claimable, Promotion, PromotionTerms } from '../../core/contract/promotions';
import { formatNaira, kobo, multiplyFloor, nairaToKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { PROMOTION_IDS } from '../../core/promotions';
import type { PromotionId } from '../../core/promotions';
import { maxConvertedOf, wageringRequirementOf } from '../../core/wagering';
import { words } from './words';

type MatchTerms = Extract<PromotionTerms, { kind: 'deposit-match' }>;

export interface BonusOffer {
  readonly promotionId: PromotionId;
  readonly version: number;
  readonly name: string;
  readonly terms: MatchTerms;
}

/** The player's promotions that come with a deposit; empty where nothing is known. */
export function bonusOffers(promotions: readonly Promotion[], claimable: readonly Claimable[]): readonly BonusOffer[] {
  return promotions.flatMap(({ promotionId, version, name, enabled, terms }): BonusOffer[] => {
    const id = PROMOTION_IDS.find((each) => each === promotionId);
    const isOpen = enabled && claimable.some((each) => each.promotionId === promotionId && each.canClaim);
    return id !== undefined && isOpen && terms.kind === 'deposit-match' ? [{ promotionId: id, version, name, terms }] : [];
  });
}

const chosenOf = (offers: readonly BonusOffer[], selectedId: string) => offers.find(({ promotionId }) => promotionId === selectedId);

/** The part of the request's body about the bonus. It is empty when none is chosen, or when the chosen one is gone. */
export function promotionOf(offers: readonly BonusOffer[], selectedId: string): Pick<DepositRequest, 'promotion'> {
  const offer = chosenOf(offers, selectedId);
  return offer === undefined ? {} : { promotion: { promotionId: offer.promotionId, version: offer.version } };
}

/** Why the amount is too small for the chosen bonus; null when it is not. */
export function bonusTooSmall(offers: readonly BonusOffer[], selectedId: string, amount: Kobo): string | null {
  const least = nairaToKobo(chosenOf(offers, selectedId)?.terms.minDeposit ?? null);
  return least === null || amount >= least ? null : words.bonusTooSmall(formatNaira(least, { whole: true }));
}

/** Says what bonus the deposit would bring, and what has to be staked for it. */
export function bonusConsequence({ terms }: BonusOffer, amount: Kobo | null): string {
  const most = nairaToKobo(terms.maxBonus) ?? kobo(0);
  const granted = amount === null ? most : kobo(Math.min(multiplyFloor(amount, terms.percent, 100), most));
  const naira = (each: Kobo) => formatNaira(each, { whole: true });
  const cap = maxConvertedOf(granted, terms.capTimes ?? null);
  const maxStake = nairaToKobo(terms.maxStake) ?? kobo(0);
  return [
    words.bonusBrings(naira(granted), naira(wageringRequirementOf(granted, terms.wagering)), terms.validDays, amount === null),
    words.bonusRules(naira(maxStake), cap === null ? null : naira(cap)),
  ].join(' ');
}
