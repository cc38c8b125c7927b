/** Real rounds. */
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
 * Plays one real round, exactly once, with the key or a new one. Resolves when the platform's answer is known, or as
 * `unknown` when it isn't yet; the intents store shows the state all the while, and how it ended. The balance in the session
 * store is set from the answer.
 */
export function playRound({ gameId, ...wish }: RoundRequest, key?: string): Promise<IntentOutcome<RoundAnswer>> {
  return submitIntent({ kind: 'round', gameId, body: { ...wish, currency: 'NGN' } }, key);
}

/** The next step of an open round, exactly once; else as `playRound`. */
export function actInRound(gameId: string, body: ActionBody, key?: string): Promise<IntentOutcome<RoundAnswer>> {
  return submitIntent({ kind: 'action', gameId, body }, key);
}

/** The player's rounds that are not over, as the platform has them: whichever device they were started on. */
export async function loadOpenRounds(signal?: AbortSignal): Promise<Result<readonly OpenRound[]>> {
  const answer = await callAsPlayer(listOpenRounds, ({ userId }) => ({ params: { userId }, noStore: true, ...(signal && { signal }) }));
  return answer.ok ? { ...answer, data: answer.data.items } : answer;
}
