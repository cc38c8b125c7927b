import type { PairDecision, TwoAccounts } from '../../../bridge/actions/lookalikes';

/** A decision about two accounts, by their usernames. */
export interface DecisionRequest {
  readonly what: PairDecision;
  readonly two: TwoAccounts;
  /** The player whom the decision favours. */
  readonly player: string;
  readonly other: string;
}
