/** What one kind of decision about two accounts consists of; `decide.ts` carries them all out. */
import type { PoolClient } from 'pg';
import type { Platform } from '../platform';
import type { Two } from './proposal-rows';

export interface Confirmed extends Two {
  readonly proposalId: string;
  readonly at: Date;
}

/** One kind of decision. */
export interface Decision {
  /** Locks both accounts, and what else the decision changes, before anything is looked at. */
  lock(tx: PoolClient, two: Two): Promise<void>;
  /**
   * How the two stand at `at`, as far as the decision is about it; null where nothing can be decided. Two admins have decided the
   * same only where it is equal at both yeses. The rows are locked.
   */
  standing(tx: PoolClient, two: Two, at: Date): Promise<string | null>;
  carryOut(tx: PoolClient, platform: Platform, confirmed: Confirmed): Promise<void>;
  readonly words: {
    /** It can't be proposed. */
    readonly notOpen: string;
    /** It could be when it was proposed. */
    readonly notOpenNow: string;
  };
}
