/** Real rounds. */
import type { RoundAnswer } from '../../core/contract/games';
import { submitIntent } from '../intents';
import type { IntentOutcome } from '../intents';

export interface RoundRequest {
  readonly gameId: string;
  /** Decimal naira, as in the contract. */
  readonly stake: number;
  readonly bet: Record<string, unknown>;
  /** A free spin of this bonus; `stake` is that of its spins. */
  readonly freeSpinOf?: string;
}

/**
 * Plays one real round, exactly once. Resolves when the platform's answer is known, or as `unknown` when it isn't
 * yet: then `whenSettled(outcome.key)` of `bridge/intents` resolves later, and the intents store shows the state
 * meanwhile. The balance in the session store is set from the answer.
 */
export function playRound({ gameId, ...wish }: RoundRequest): Promise<IntentOutcome<RoundAnswer>> {
  return submitIntent({ kind: 'round', gameId, body: { ...wish, currency: 'NGN' } });
}
