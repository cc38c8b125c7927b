/** The public interface of `persons`: several accounts of one person. */
export { carryLocksTo } from './carry-locks';
export { becomeSuccessor, findRelation, lockInvolvedAccounts, makeSecondAccount, releaseIdentity } from './link';
export type { AccountRelation } from './link';
export { registerPersons } from './routes';
