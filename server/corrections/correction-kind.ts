/** What a kind of correction does when it is proposed and when it is confirmed. */
import type { PoolClient } from 'pg';
import type { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import type { NewCorrection } from './correction-rows';

export interface CheckedCorrection {
  readonly correction: NewCorrection;
  /** The admin who proposes it, or proposed it. */
  readonly proposedBy: string;
  readonly at: Date;
}

export interface ConfirmedCorrection extends CheckedCorrection {
  readonly proposalId: string;
  readonly confirmedBy: string;
}

export interface CorrectionKind {
  /** Throws a ProblemError for what can't be done. It runs when it is proposed, and again when it is confirmed, under the lock of corrections. */
  readonly check: (tx: PoolClient, platform: Platform, checked: CheckedCorrection) => Promise<void>;
  /**
   * Asks the gateway, or another party that knows, whether the proposal is still right. It runs before a confirmation and outside its transaction,
   * because the answer may take seconds. Returns the problem that forbids the confirmation; null where there is none.
   */
  readonly askAgain?: (platform: Platform, correction: NewCorrection) => Promise<ProblemError | null>;
  /** Moves the money, and returns the id of the posting; null where none moves. */
  readonly apply: (tx: PoolClient, platform: Platform, confirmed: ConfirmedCorrection) => Promise<string | null>;
}
