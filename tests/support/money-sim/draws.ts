/** The draws that players of the simulation bind their rounds to, from what their devices have seen. */
import { transaction } from '../../../server/db/transaction';
import { readFairness } from '../../../server/games/seed-pairs';
import type { Platform } from '../../../server/platform';
import { fairnessReceipt, roundAnswer, roundSeeds } from '../../../src/core/contract/games';
import type { RoundSeeds } from '../../../src/core/contract/games';
import type { IntentRecord } from '../../../src/core/intent';
import type { StepAsk } from './steps';

/** Reads the next draw of each player, one after the other: whatever is made for them follows from the seed of the simulation. */
export async function readDraws(platform: Platform, userIds: readonly string[]): Promise<RoundSeeds[]> {
  const draws: RoundSeeds[] = [];
  for (const userId of userIds) {
    const { commit, clientSeed, nonce } = await transaction(platform.pool, (tx) => readFairness(tx, platform, userId));
    draws.push({ commit, clientSeed, nonce });
  }
  return draws;
}

/** The draw of a receipt, without the rules that it names. */
const drawOf = ({ commit, clientSeed, nonce }: RoundSeeds): RoundSeeds => ({ commit, clientSeed, nonce });

/** Reads the draw that a round's request names; null where it names none. */
export function namedDraw({ kind, body }: IntentRecord): RoundSeeds | null {
  if (kind !== 'round' || typeof body !== 'object' || body === null || !('seeds' in body)) return null;
  return roundSeeds.parse(body.seeds);
}

/** Reads the draw that a confirmed round had; null for other intents. */
export function drawnDraw({ kind, state, answer }: IntentRecord): RoundSeeds | null {
  return kind === 'round' && state === 'confirmed' ? drawOf(roundAnswer.parse(answer).fairness) : null;
}

/** Reads the draw that was next when the platform refused the intent for another one; null for other intents. */
function toldDraw({ refusal }: IntentRecord): RoundSeeds | null {
  const problem = refusal?.because === 'platform' ? refusal.problem : null;
  return problem?.code === 'seed-changed' ? drawOf(fairnessReceipt.parse(problem.current)) : null;
}

const after = (draw: RoundSeeds | null): RoundSeeds | null => (draw === null ? null : { ...draw, nonce: draw.nonce + 1 });

/**
 * Returns the newest draw that the device knows to be unused: the first one, those after the rounds that it has seen, and those that
 * a refusal told. It may have been used elsewhere since.
 */
export function expectedDraw(first: RoundSeeds | undefined, intents: readonly IntentRecord[], asks: readonly StepAsk[]): RoundSeeds | null {
  const steps = asks.flatMap(({ answered }) => {
    return answered?.answer.status === 201 ? [drawOf(roundAnswer.parse(JSON.parse(answered.answer.text)).fairness)] : [];
  });
  const seen = [...intents.flatMap((intent) => [after(drawnDraw(intent)), toldDraw(intent)]), ...steps.map(after)];
  return seen.reduce<RoundSeeds | null>((newest, draw) => (draw !== null && draw.nonce > (newest?.nonce ?? -1) ? draw : newest), first ?? null);
}

/** Lists the rounds that were drawn with something else than they had named. */
export function findForeignDraws(intents: readonly IntentRecord[]): string[] {
  return intents.flatMap((intent) => {
    const [named, drawn] = [namedDraw(intent), drawnDraw(intent)];
    const isForeign = named !== null && drawn !== null && JSON.stringify(drawn) !== JSON.stringify(named);
    return isForeign ? [`round ${intent.key} was drawn with something else than it named`] : [];
  });
}
