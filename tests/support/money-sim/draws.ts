/** The draws that players of the simulation bind their rounds to, from what their devices have seen. */
import { roundAnswer, roundSeeds } from '../../../src/core/contract/games';
import type { RoundSeeds } from '../../../src/core/contract/games';
import type { IntentRecord } from '../../../src/core/intent';

/** Reads the draw that a round's request names; null where it names none. */
export function namedDraw({ kind, body }: IntentRecord): RoundSeeds | null {
  if (kind !== 'round' || typeof body !== 'object' || body === null || !('seeds' in body)) return null;
  return roundSeeds.parse(body.seeds);
}

/** Reads the draw that a confirmed round had; null for other intents. */
export function drawnDraw({ kind, state, answer }: IntentRecord): RoundSeeds | null {
  return kind === 'round' && state === 'confirmed' ? roundAnswer.parse(answer).fairness : null;
}

/** Returns the draw that follows the newest one the device has seen, which may have been used elsewhere since; null before the first. */
export function expectedDraw(intents: readonly IntentRecord[]): RoundSeeds | null {
  const drawn = intents.map(drawnDraw).filter((draw) => draw !== null);
  const newest = drawn.toSorted((a, b) => b.nonce - a.nonce)[0];
  return newest === undefined ? null : { ...newest, nonce: newest.nonce + 1 };
}

/** Lists the rounds that were drawn with something else than they had named. */
export function findForeignDraws(intents: readonly IntentRecord[]): string[] {
  return intents.flatMap((intent) => {
    const [named, drawn] = [namedDraw(intent), drawnDraw(intent)];
    const isForeign = named !== null && drawn !== null && JSON.stringify(roundSeeds.parse(drawn)) !== JSON.stringify(named);
    return isForeign ? [`round ${intent.key} was drawn with something else than it named`] : [];
  });
}
