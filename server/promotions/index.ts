/** The public interface of `promotions`: offers, claims and the weekly draw. */
export { claimWithDeposit } from './claim';
export { findOverBudget, readLiveOffers } from './cost-facts';
export { startDraws } from './draw';
export { PROMOTION_INVARIANTS } from './invariants';
export { registerPromotions } from './routes';
