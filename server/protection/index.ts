/** The public interface of `protection`: limits, breaks and exclusions. */
export { advisePlayer } from './advice';
export { activeProtectionAt } from './active-protection';
export { carryProtection, endCarriedProtection, findExclusionSource } from './carried-protection';
export { carryLimits, endCarriedLimits, lowerLimitByTeam } from './limits';
export { beginBreakByTeam } from './exclude';
export { requireAccount, lockAccounts, raiseProtectionVersion } from './player';
export type { LockedAccount } from './player';
export { readProtection } from './read-protection';
export { registerProtection } from './routes';
