/**
 * The public interface of `promotions`: offers, claims and the weekly draw. The offers' terms (`terms.ts`) come into force by proposals that a second
 * admin confirms (`proposals.ts`). A player claims an offer (`claim.ts`). `draws` has the weekly draw: `draws/run-draws.ts` tells its life.
 */
export { claimWithDeposit } from './claim';
export { findOverBudget, readLiveOffers } from './cost-facts';
export { runDraws, startDraws } from './draws/run-draws';
export { lockPromotions } from './promotion-rows';
export { PROMOTION_INVARIANTS } from './invariants';
export { registerPromotions } from './routes';
