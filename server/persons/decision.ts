/** Declares what each kind of decision about two accounts consists of; `decide.ts` carries all kinds out. */
import type { PoolClient } from 'pg';
import type { Platform } from '../platform';
import type { AccountPair } from './proposal-rows';

export interface ConfirmedDecision extends AccountPair {
  readonly proposalId: string;
  readonly at: Date;
}

export interface Decision {
  /** Locks both accounts, and whatever else the decision changes, before anything is read. */
  lock(tx: PoolClient, accountPair: AccountPair): Promise<void>;
  /**
   * Returns the state of the two accounts at `at`, as far as the decision depends on it; null where nothing can be decided. Two
   * admins have decided the same only where this state is equal at the proposal and at the confirmation. The rows are locked.
   */
  readState(tx: PoolClient, accountPair: AccountPair, at: Date): Promise<string | null>;
  carryOut(tx: PoolClient, platform: Platform, confirmed: ConfirmedDecision): Promise<void>;
  readonly messages: {
    /** The admin gets this where the decision can't be proposed. */
    readonly cannotPropose: string;
    /** The admin gets this where the decision could be proposed, and can't be confirmed any more. */
    readonly cannotConfirm: string;
  };
}
