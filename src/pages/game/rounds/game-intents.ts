/** Finds the rounds of one game among all intents of the player. Pure. */
import { isFinal, isOfRound } from '../../../core/intent';
import type { Intent, RoundIntent } from '../../../core/intent';

export type IntentsByKey = Readonly<Record<string, Intent>>;

/** The rounds of one game, oldest first. */
function roundsOfGame(byKey: IntentsByKey, gameId: string): readonly RoundIntent[] {
  return Object.values(byKey).filter(isOfRound).filter((intent) => intent.gameId === gameId).sort((a, b) => a.at - b.at);
}

/** The last finished round or step of a game that this device knows. */
export function lastFinishedIntent(byKey: IntentsByKey, gameId: string): RoundIntent | null {
  return roundsOfGame(byKey, gameId).findLast(({ state }) => state === 'confirmed') ?? null;
}

/** The oldest round or step of a game that was sent and has no known end. */
export function oldestOpenIntent(byKey: IntentsByKey, gameId: string): RoundIntent | null {
  return roundsOfGame(byKey, gameId).find((intent) => !isFinal(intent)) ?? null;
}
