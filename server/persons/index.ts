/** The public interface of `persons`: several accounts of one person. */
export { findRelation, followClosedAccount, lockInvolvedAccounts, makeSecondAccount, releaseIdentity } from './link';
export type { AccountRelation } from './link';
export { registerLookalikes } from './routes';
