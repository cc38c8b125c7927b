/** The last rounds of a game: the platform's list together with the rounds that were played since on this device. Pure. */
import type { RoundAnswer } from '../../../core/contract/games';
import { roundOf } from '../../../core/intent';
import type { Intent } from '../../../core/intent';

export const SHOWN_ROUNDS = 5;

export type LastRound = Pick<RoundAnswer, 'roundId' | 'at' | 'stake' | 'win'>;

/**
 * The newest round comes first, and each round stands once. The answers to rounds on this device are used, so that the list is not loaded
 * after every spin. `keyStillShown` names the round whose result is still being shown.
 */
export function lastRounds(
  listed: readonly LastRound[],
  intents: readonly Intent[],
  gameId: string,
  keyStillShown: string | null,
): readonly LastRound[] {
  const byId = new Map<string, LastRound>(listed.map((round) => [round.roundId, round]));
  for (const intent of intents) {
    const answer = intent.gameId === gameId ? roundOf(intent) : null;
    // Only a finished round belongs to the last rounds.
    if (answer === null || answer.state === 'open') continue;
    if (intent.key === keyStillShown) byId.delete(answer.roundId);
    else byId.set(answer.roundId, answer);
  }
  return [...byId.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN_ROUNDS);
}
