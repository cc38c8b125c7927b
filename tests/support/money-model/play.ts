import fc from 'fast-check';
import { expect } from 'vitest';
import type { RoundAnswer } from '../../../src/core/contract/games';
import { nairaToKobo } from '../../../src/core/money';
import { minimumCycleMs, playRound } from '../../../server/games/play';
import { HERE } from '../here';
import { refusalOf } from '../money';
import { command, pass, pick, which } from './command';
import type { Command } from './command';
import type { Model } from './model';
import { breakCode, isBeyond, isLookDue, lookDueAt, playAt, played } from './protection-model';
import { codeOf, outcomeOf } from './world';
import type { World } from './world';

const GAME = 'adire-gold';
const CYCLE_MS = minimumCycleMs('slots');

function refusalOfStake({ protection, real, now }: Model, stake: number): string | null {
  const onBreak = breakCode(protection, now);
  if (onBreak !== null) return onBreak;
  if (stake > real) return 'insufficient-funds';
  if (isLookDue(protection, now)) return 'reality-check-due';
  return isBeyond(protection, ['stake', 'loss'], stake, now) ? 'limit-exceeded' : null;
}

async function playOnce(world: World, model: Model, { stake, waitMs }: { readonly stake: number; readonly waitMs: number }): Promise<void> {
  pass(world, model, waitMs);
  const key = world.newKey();
  const ask = (naira: number) =>
    playRound(world.cashier.platform, { userId: world.userId, gameId: GAME, key, place: HERE, body: { stake: naira, currency: 'NGN', bet: {} } });
  const outcome = await outcomeOf(ask(stake));
  const isEarly = model.now - model.lastRoundAt < CYCLE_MS;
  const refusal = refusalOfStake(model, stake * 100);
  expect(codeOf(outcome)).toBe(isEarly ? 'cycle-too-short' : refusal);
  // That it is too early is no answer to the key.
  if (outcome instanceof Error) return;
  model.known.push({ answer: outcome, again: () => ask(stake), otherBody: () => ask(stake + 10) });
  if (refusal !== null) return void model.refusals.push(`round ${refusal}`);
  const told = JSON.parse(outcome.text) as RoundAnswer;
  const win = nairaToKobo(told.win);
  if (win === null) throw new Error(`no win: ${told.win}`);
  model.real += win - stake * 100;
  model.version += 1;
  model.lastRoundAt = model.now;
  played(model.protection, stake * 100, win, model.now);
  expect({ balance: nairaToKobo(told.balance), version: told.version }).toEqual({ balance: model.real, version: model.version });
}

const round = command(
  'round',
  16,
  fc.record({ stake: fc.constantFrom(10, 50, 1_000, 20_000), waitMs: fc.constantFrom(CYCLE_MS, CYCLE_MS, CYCLE_MS, 1) }),
  playOnce,
);

/** Long enough for a look at it. */
const playsOn = command('plays on', 3, fc.record({ stake: fc.constantFrom(10, 50), times: fc.integer({ min: 2, max: 8 }) }), async (world, model, { stake, times }) => {
  for (let n = 0; n < times; n += 1) await playOnce(world, model, { stake, waitMs: 9 * 60_000 });
});

/** A stake at the very moment at which play is stopped, or at the one before. */
const upToTheLook = command('up to the look', 3, fc.record({ stake: fc.constantFrom(10, 50), early: fc.boolean() }), async (world, model, { stake, early }) => {
  const { protection } = model;
  await playOnce(world, model, { stake, waitMs: CYCLE_MS });
  // Play goes on only where nobody pauses for half an hour.
  while (playAt(protection, model.now) !== null && lookDueAt(protection, model.now) - model.now > 25 * 60_000) {
    const before = model.refusals.length;
    await playOnce(world, model, { stake, waitMs: 20 * 60_000 });
    if (model.refusals.length > before) return;
  }
  const waitMs = lookDueAt(protection, model.now) - (early ? 1 : 0) - model.now;
  if (playAt(protection, model.now) !== null && waitMs >= CYCLE_MS) await playOnce(world, model, { stake, waitMs });
});

const again = command('the same again', 8, fc.record({ which, copies: fc.integer({ min: 1, max: 3 }) }), async (_, model, { which: at, copies }) => {
  const known = pick(model.known, at);
  if (known === null) return;
  for (const outcome of await Promise.all(Array.from({ length: copies }, () => outcomeOf(known.again())))) {
    // Of several at once some are told to wait.
    if (outcome instanceof Error && copies > 1) expect(codeOf(outcome)).toBe('key-running');
    else expect(outcome).toEqual(known.answer);
  }
});

const otherBody = command('the key for something else', 2, fc.record({ which }), async (_, model, { which: at }) => {
  const known = pick(model.known, at);
  if (known !== null) expect(await refusalOf(known.otherBody())).toMatchObject({ status: 422, code: 'key-reused' });
});

export const PLAY_COMMANDS: readonly Command[] = [round, playsOn, upToTheLook, again, otherBody];
