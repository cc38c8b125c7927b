/** The terms that this build was made with: what a device shows that has never heard the platform's. */
import type { PromotionTerms } from '../../core/contract/promotions';
import type { PromotionId } from '../../core/promotions';

const match = { kind: 'deposit-match', minDeposit: 500, wagering: 30, maxStake: 1_000, validDays: 30 } as const;

/** The same that the platform begins with. Amounts in decimal naira. */
export const BUILT_IN: Readonly<Record<PromotionId, PromotionTerms>> = {
  'welcome-bonus': { ...match, percent: 100, maxBonus: 50_000, claimDays: 7, weekdays: null, once: 'ever' },
  friday: { ...match, percent: 25, maxBonus: 20_000, claimDays: 1, weekdays: [5], once: 'week' },
  'free-spins': { kind: 'free-spins', gameId: 'adire-gold', spins: 50, stake: 20, wagering: 10, maxStake: 1_000, validDays: 7 },
  giveaway: { kind: 'draw', prizes: [100_000, 50_000, 10_000, 10_000, 10_000] },
};
