/** Rounds for money. */
import { listOpenRounds } from '../../core/contract/games';
import type { OpenRound, RoundAnswer } from '../../core/contract/games';
import type { Result } from '../../core/errors';
import type { ActionBody } from '../../core/intent';
import { callAsPlayer } from '../index';
import { submitIntent } from './intents';
import type { IntentOutcome } from './intents';

export { newKey } from '../page/key';

export interface RoundRequest {
  readonly gameId: string;
  /** Decimal naira, as in the contract. */
  readonly stake: number;
  readonly bet: Record<string, unknown>;
  /** A free spin of this bonus; `stake` is that of its spins. */
  readonly freeSpinOf?: string;
}

/**
 * Plays one round for money, exactly once, with `key` or a new one. Resolves with the platform's answer, or with `unknown` when none
 * has come in time; the intents store shows the state meanwhile, and the end. The answer also sets the balance in the session store.
 */
export function playRound({ gameId, ...wish }: RoundRequest, key?: string): Promise<IntentOutcome<RoundAnswer>> {
  return submitIntent({ kind: 'round', gameId, body: { ...wish, currency: 'NGN' } }, key);
}

/** Plays the next step of an open round, exactly once; everything else is as in `playRound`. */
export function actInRound(gameId: string, body: ActionBody, key?: string): Promise<IntentOutcome<RoundAnswer>> {
  return submitIntent({ kind: 'action', gameId, body }, key);
}

/** Loads the player's open rounds, on whichever device they were started. */
export async function loadOpenRounds(signal?: AbortSignal): Promise<Result<readonly OpenRound[]>> {
  const answer = await callAsPlayer(listOpenRounds, ({ userId }) => ({ params: { userId }, noStore: true, ...(signal && { signal }) }));
  return answer.ok ? { ...answer, data: answer.data.items } : answer;
}
