/** The draws that players of the simulation bind their rounds to, from what their devices have seen. */
import { transaction } from '../../../server/db/transaction';
import { readFairness } from '../../../server/games/seed-pairs';
import type { Platform } from '../../../server/platform';
import { fairnessReceipt, roundAnswer, roundSeeds } from '../../../src/core/contract/games';
import type { FairnessReceipt } from '../../../src/core/contract/games';
import { drawOf, withoutPart } from '../../../src/core/fairness/part';
import type { IntentRecord } from '../../../src/core/intent';
import type { StepAsk } from './steps';

/** Reads the next draw of each player, one after the other: whatever is made for them follows from the seed of the simulation. */
export async function readDraws(platform: Platform, userIds: readonly string[]): Promise<FairnessReceipt[]> {
  const draws: FairnessReceipt[] = [];
  for (const userId of userIds) {
    const { commit, clientSeed, nonce } = await transaction(platform.pool, (tx) => readFairness(tx, platform, userId));
    draws.push({ commit, clientSeed, nonce });
  }
  return draws;
}

/** The draw of the pair that a receipt is of, without the part that the bet brought and the rules that it names. */
const pairDraw = ({ commit, clientSeed, nonce }: FairnessReceipt): FairnessReceipt => ({ commit, clientSeed: withoutPart(clientSeed), nonce });

/** Reads the draw that a round's request names, with the part that it brings; null where it names none. */
export function namedDraw({ kind, body }: IntentRecord): FairnessReceipt | null {
  if (kind !== 'round' || typeof body !== 'object' || body === null || !('seeds' in body)) return null;
  return drawOf(roundSeeds.parse(body.seeds));
}

/** Reads the draw that a confirmed round had; null for other intents. */
function drawnDraw({ kind, state, answer }: IntentRecord): FairnessReceipt | null {
  if (kind !== 'round' || state !== 'confirmed') return null;
  const { commit, clientSeed, nonce } = roundAnswer.parse(answer).fairness;
  return { commit, clientSeed, nonce };
}

/** Reads the draw that was next when the platform refused the intent for another one; null for other intents. */
function refusalDraw({ refusal }: IntentRecord): FairnessReceipt | null {
  const problem = refusal?.because === 'platform' ? refusal.problem : null;
  return problem?.code === 'seed-changed' ? pairDraw(fairnessReceipt.parse(problem.current)) : null;
}

const after = (draw: FairnessReceipt | null): FairnessReceipt | null => (draw === null ? null : { ...pairDraw(draw), nonce: draw.nonce + 1 });

/**
 * Returns the newest draw that the device knows to be unused: the first one, those after the rounds that it has seen, and those that
 * a refusal told. It may have been used elsewhere since.
 */
export function expectedDraw(first: FairnessReceipt | undefined, intents: readonly IntentRecord[], asks: readonly StepAsk[]): FairnessReceipt | null {
  const steps = asks.flatMap(({ answered }) => {
    return answered?.answer.status === 201 ? [roundAnswer.parse(JSON.parse(answered.answer.text)).fairness] : [];
  });
  const draws = [...intents.flatMap((intent) => [after(drawnDraw(intent)), refusalDraw(intent)]), ...steps.map(after)];
  return draws.reduce<FairnessReceipt | null>((newest, draw) => (draw !== null && draw.nonce > (newest?.nonce ?? -1) ? draw : newest), first ?? null);
}

/** Lists the rounds that were drawn with something else than they had named. */
export function findForeignDraws(intents: readonly IntentRecord[]): string[] {
  return intents.flatMap((intent) => {
    const [named, drawn] = [namedDraw(intent), drawnDraw(intent)];
    const isForeign = named !== null && drawn !== null && JSON.stringify(drawn) !== JSON.stringify(named);
    return isForeign ? [`round ${intent.key} was drawn with something else than it named`] : [];
  });
}
