import fc from 'fast-check';
import { expect } from 'vitest';
import type { RoundAnswer } from '../../../src/core/contract/games';
import { nairaToKobo } from '../../../src/core/money';
import { minimumCycleMs, playRound } from '../../../server/games/play';
import { HERE } from '../here';
import { refusalOf } from '../money';
import { command, pass, pick, which } from './command';
import type { Command } from './command';
import { codeOf, outcomeOf } from './world';

const GAME = 'adire-gold';
const CYCLE_MS = minimumCycleMs('slots');

const round = command(
  'round',
  8,
  fc.record({ stake: fc.constantFrom(10, 50, 1_000, 20_000), waitMs: fc.constantFrom(CYCLE_MS, CYCLE_MS, CYCLE_MS, 1) }),
  async (world, model, { stake, waitMs }) => {
    pass(world, model, waitMs);
    const key = world.newKey();
    const ask = (naira: number) =>
      playRound(world.cashier.platform, { userId: world.userId, gameId: GAME, key, place: HERE, body: { stake: naira, currency: 'NGN', bet: {} } });
    const outcome = await outcomeOf(ask(stake));
    const isEarly = model.now - model.lastRoundAt < CYCLE_MS;
    const isPoor = stake * 100 > model.real;
    expect(codeOf(outcome)).toBe(isEarly ? 'cycle-too-short' : isPoor ? 'insufficient-funds' : null);
    // That it is too early is no answer to the key.
    if (outcome instanceof Error) return;
    model.known.push({ answer: outcome, again: () => ask(stake), otherBody: () => ask(stake + 10) });
    if (isPoor) return;
    const told = JSON.parse(outcome.text) as RoundAnswer;
    const win = nairaToKobo(told.win);
    if (win === null) throw new Error(`no win: ${told.win}`);
    model.real += win - stake * 100;
    model.version += 1;
    model.lastRoundAt = model.now;
    expect({ balance: nairaToKobo(told.balance), version: told.version }).toEqual({ balance: model.real, version: model.version });
  },
);

const again = command('the same again', 4, fc.record({ which, copies: fc.integer({ min: 1, max: 3 }) }), async (_, model, { which: at, copies }) => {
  const known = pick(model.known, at);
  if (known === null) return;
  for (const outcome of await Promise.all(Array.from({ length: copies }, () => outcomeOf(known.again())))) {
    // Of several at once some are told to wait.
    if (outcome instanceof Error && copies > 1) expect(codeOf(outcome)).toBe('key-running');
    else expect(outcome).toEqual(known.answer);
  }
});

const otherBody = command('the key for something else', 1, fc.record({ which }), async (_, model, { which: at }) => {
  const known = pick(model.known, at);
  if (known !== null) expect(await refusalOf(known.otherBody())).toMatchObject({ status: 422, code: 'key-reused' });
});

export const PLAY_COMMANDS: readonly Command[] = [round, again, otherBody];
