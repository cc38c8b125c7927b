/** The public interface of `protection`: limits, breaks and exclusions. */
export { carryProtection, endCarriedProtection, findExclusionSource, activeProtectionAt, withdrawMarketingConsents } from './carry';
export { carryLimits, endCarriedLimits } from './limits';
export { requireAccount, lockAccounts, raiseProtectionVersion } from './player';
export type { LockedAccount } from './player';
export { registerProtection } from './routes';
