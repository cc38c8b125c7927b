/** The last rounds of a game: those of the platform's list, and those that were played since on this device. Pure. */
import type { RoundAnswer } from '../../../core/contract/games';
import { roundOf } from '../../../core/intent';
import type { Intent } from '../../../core/intent';

export const SHOWN_ROUNDS = 5;

export type LastRound = Pick<RoundAnswer, 'roundId' | 'at' | 'stake' | 'win'>;

/**
 * Newest first, each round once. Rounds that were played here are known from their answers, so the list is not asked for
 * after every spin. `hiddenKey`: the round whose result is still being shown.
 */
export function lastRounds(
  listed: readonly LastRound[],
  intents: readonly Intent[],
  gameId: string,
  hiddenKey: string | null,
): readonly LastRound[] {
  const byId = new Map<string, LastRound>(listed.map((round) => [round.roundId, round]));
  for (const intent of intents) {
    const answer = intent.gameId === gameId ? roundOf(intent) : null;
    // A round is one of the last when it is over.
    if (answer === null || answer.state === 'open') continue;
    if (intent.key === hiddenKey) byId.delete(answer.roundId);
    else byId.set(answer.roundId, answer);
  }
  return [...byId.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN_ROUNDS);
}
