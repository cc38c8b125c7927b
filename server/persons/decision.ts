/** What one kind of decision about two accounts consists of; `decide.ts` carries them all out. */
import type { PoolClient } from 'pg';
import type { Platform } from '../platform';
import type { AccountPair } from './proposal-rows';

export interface ConfirmedDecision extends AccountPair {
  readonly proposalId: string;
  readonly at: Date;
}

/** One kind of decision. */
export interface Decision {
  /** Locks both accounts, and what else the decision changes, before anything is looked at. */
  lock(tx: PoolClient, two: AccountPair): Promise<void>;
  /**
   * How the two stand at `at`, as far as the decision is about it; null where nothing can be decided. Two admins have decided the
   * same only where it is equal at both yeses. The rows are locked.
   */
  readState(tx: PoolClient, two: AccountPair, at: Date): Promise<string | null>;
  carryOut(tx: PoolClient, platform: Platform, confirmed: ConfirmedDecision): Promise<void>;
  readonly messages: {
    /** It can't be proposed. */
    readonly cannotPropose: string;
    /** It could be when it was proposed. */
    readonly cannotConfirm: string;
  };
}
