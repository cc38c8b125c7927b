/** The door of `protection`: limits, breaks and exclusions. */
export { carryTo, endCarried, newestSource, runningAt, withdrawMarketing } from './carry';
export { carryLimits, endCarriedLimits } from './limits';
export { accountOf, lockAccounts, raiseVersion } from './player';
export type { LockedAccount } from './player';
export { registerProtection } from './routes';
