/** The terms of this build, for a device that has never loaded the platform's. */
import type { PromotionTerms } from '../../core/contract/promotions';
import type { PromotionId } from '../../core/promotions';

const match = { kind: 'deposit-match', minDeposit: 500, wagering: 30, maxStake: 1_000, validDays: 30 } as const;

/** The same terms that a new platform has. Amounts are decimal naira. */
export const BUILT_IN: Readonly<Record<PromotionId, PromotionTerms>> = {
  'welcome-bonus': { ...match, percent: 100, maxBonus: 50_000, claimDays: 7, weekdays: null, once: 'ever' },
  friday: { ...match, percent: 25, maxBonus: 20_000, claimDays: 1, weekdays: [5], once: 'week' },
  'free-spins': { kind: 'free-spins', gameId: 'adire-gold', spins: 50, stake: 20, wagering: 10, maxStake: 1_000, validDays: 7 },
  giveaway: { kind: 'draw', prizes: [100_000, 50_000, 10_000, 10_000, 10_000] },
};
