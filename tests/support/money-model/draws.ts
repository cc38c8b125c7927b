/** The draws in the money model: bets name the one they are for, the player changes seeds, and what is refused stays in a list. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { transaction } from '../../../server/db/transaction';
import { ProblemError } from '../../../server/http/problem';
import { readRefusedBets } from '../../../server/games/refused-bets';
import { readFairness, rotateSeeds } from '../../../server/games/seed-pairs';
import type { Fairness } from '../../../server/games/seed-pairs';
import type { FairnessReceipt, RoundSeeds } from '../../../src/core/contract/games';
import { drawOf } from '../../../src/core/fairness/part';
import { command } from './command';
import type { Command } from './command';
import type { Model } from './model';
import type { World } from './world';

/** The page of the list that the model is compared with. */
const COMPARED = 100;

const readDraws = ({ cashier: { platform }, pool, userId }: World): Promise<Fairness> =>
  transaction(pool, (tx) => readFairness(tx, platform, userId));

function setDraws(model: Model, { commit, clientSeed, nonce, nextCommit = '' }: Fairness): NonNullable<Model['draws']> {
  const next = { commit, clientSeed, nonce };
  model.draws = { next, nextCommit };
  return model.draws;
}

async function nextDraw(world: World, model: Model): Promise<FairnessReceipt> {
  return (model.draws ?? setDraws(model, await readDraws(world))).next;
}

/** Returns the draw that the bet under this key names: the next one, or another one. Most bets bring a part of their own. */
export async function chooseDraw(world: World, model: Model, key: string, isOther: boolean): Promise<RoundSeeds> {
  const next = await nextDraw(world, model);
  const part = createHash('md5').update(key).digest('hex');
  return { ...next, nonce: next.nonce + (isOther ? 1 : 0), ...(part < 'c' && { part }) };
}

/** Returns why no round can begin, whatever it stakes: one is not finished, the last one has hardly begun, or the bet is for another draw. */
export function startRefusal({ openRounds }: Model, { isEarly, isOther }: { readonly isEarly: boolean; readonly isOther: boolean }): string | null {
  if (openRounds.length > 0) return 'round-open';
  if (isEarly) return 'cycle-too-short';
  return isOther ? 'seed-changed' : null;
}

/** A round began with the draw that its bet had named: the next one has the next nonce. */
export function useDraw(model: Model, { commit, clientSeed, nonce }: FairnessReceipt, seeds: RoundSeeds): void {
  expect({ commit, clientSeed, nonce }).toEqual(drawOf(seeds));
  if (model.draws !== null) model.draws = { ...model.draws, next: { ...model.draws.next, nonce: nonce + 1 } };
}

const rotate = command('new seeds', 5, fc.record({ isOwn: fc.boolean(), isBlind: fc.nat({ max: 3 }) }), async (world, model, { isOwn, isBlind }) => {
  const { platform } = world.cashier;
  await nextDraw(world, model);
  const nextCommit = model.draws?.nextCommit ?? '';
  const clientSeed = `model-${model.now}`;
  const choice = isOwn ? { clientSeed, commit: isBlind === 0 ? '0'.repeat(64) : nextCommit } : undefined;
  const outcome = await transaction(world.pool, (tx) => rotateSeeds(tx, platform, world.userId, choice)).catch((error: unknown) => {
    if (error instanceof ProblemError) return error;
    throw error;
  });
  const refusal = model.openRounds.length > 0 ? 'round-open' : isOwn && isBlind === 0 ? 'conflict' : null;
  expect(outcome instanceof ProblemError ? outcome.code : null).toBe(refusal);
  if (outcome instanceof ProblemError) return void model.refusals.push(`seeds ${outcome.code}`);
  expect(outcome).toMatchObject({ commit: nextCommit, nonce: 0, clientSeedBy: isOwn ? 'player' : 'platform' });
  expect(outcome.clientSeed === clientSeed).toBe(isOwn);
  setDraws(model, outcome);
});

export const DRAW_COMMANDS: readonly Command[] = [rotate];

/** Expects the platform's next draw and its list of refused bets to equal the model's. */
export async function expectDraws(world: World, model: Model): Promise<void> {
  if (model.draws !== null) expect(await readDraws(world)).toMatchObject({ ...model.draws.next, nextCommit: model.draws.nextCommit });
  const { items } = await readRefusedBets(world.pool, world.userId, { limit: COMPARED });
  const comparable = items.map(({ key, gameId, stake, code, commit, clientSeed, nonce }) => {
    return { key, gameId, stake, seeds: { commit, clientSeed, nonce }, code };
  });
  expect(comparable).toEqual(model.refusedBets.slice(-COMPARED).toReversed());
}
