/** The terms that a new platform offers, and that a device shows which has never loaded the platform's. Amounts are decimal naira. */
import type { PromotionTerms } from './contract/promotions';
import type { PromotionId } from './promotions';

const match = { kind: 'deposit-match', minDeposit: 500, wagering: 10, maxStake: 1_000, validDays: 30, capTimes: 5 } as const;

/** The migrations write the same terms; a test compares them. */
export const SHIPPED_PROMOTIONS: Readonly<Record<PromotionId, PromotionTerms>> = {
  'welcome-bonus': { ...match, percent: 100, maxBonus: 10_000, claimDays: 7, weekdays: null, once: 'ever', budget: 9_500 },
  friday: { ...match, percent: 25, maxBonus: 2_500, claimDays: 1, weekdays: [5], once: 'week', budget: 2_400 },
  'free-spins': { kind: 'free-spins', gameId: 'adire-gold', spins: 50, stake: 20, wagering: 10, maxStake: 1_000, validDays: 7, capTimes: 5, budget: 900 },
  giveaway: { kind: 'draw', prizes: [100_000, 50_000, 10_000, 10_000, 10_000] },
};
