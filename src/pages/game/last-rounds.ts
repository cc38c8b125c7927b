/** The last rounds of a game: those of the platform's list, and those that were played since on this device. Pure. */
import { roundAnswer } from '../../core/contract/games';
import type { RoundAnswer } from '../../core/contract/games';
import type { Intent } from '../../core/intent';

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
  for (const { key, kind, state, gameId: playedGame, answer } of intents) {
    if ((kind !== 'round' && kind !== 'action') || state !== 'confirmed' || playedGame !== gameId) continue;
    const fit = roundAnswer.safeParse(answer);
    // A round is one of the last when it is over.
    if (!fit.success || fit.data.state === 'open') continue;
    if (key === hiddenKey) byId.delete(fit.data.roundId);
    else byId.set(fit.data.roundId, fit.data);
  }
  return [...byId.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN_ROUNDS);
}
