/** The promotions there are; what they offer is the platform's data. */
export const PROMOTION_IDS = ['welcome-bonus', 'free-spins', 'friday', 'giveaway'] as const;
export type PromotionId = (typeof PROMOTION_IDS)[number];
