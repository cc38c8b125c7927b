import fc from 'fast-check';
import { expect } from 'vitest';
import type { RoundAnswer } from '../../../src/core/contract/games';
import { nairaToKobo } from '../../../src/core/money';
import { minimumCycleMs } from '../../../server/games/pace';
import { playRound } from '../../../server/games/play-round';
import { played as playedWithBonuses, runOut, splitOf, spun } from '../bonus-model';
import type { ModelWallet } from '../bonus-model';
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
/** After whichever game. */
const REST_MS = minimumCycleMs('mines');
/** Decimal naira. */
const MOST_STAKE = 7_500;
/** Ten-thousandths. */
const CONTRIBUTION = 10_000;

/** Limits are about the player’s own money. */
function refusalOfStake({ protection, real, now, bonuses }: Model, stake: number): string | null {
  const onBreak = breakCode(protection, now);
  if (onBreak !== null) return onBreak;
  const split = splitOf(bonuses, real, stake, now);
  if (typeof split === 'string') return split;
  if (isLookDue(protection, now)) return 'reality-check-due';
  return isBeyond(protection, ['stake', 'loss'], split.own, now) ? 'limit-exceeded' : null;
}

function refusalOfSpin({ protection, now }: Model, wallet: ModelWallet): string | null {
  const onBreak = breakCode(protection, now);
  if (onBreak !== null) return onBreak;
  if (wallet.until <= now) return 'conflict';
  return isLookDue(protection, now) ? 'reality-check-due' : null;
}

interface PlayedRound {
  readonly stake: number;
  readonly win: number;
  /** Whose free spin it was. */
  readonly wallet: ModelWallet | null;
}

/** What a round or a free spin took from the player’s own money, and brought. */
function settleRound(model: Model, { stake, win, wallet }: PlayedRound): { readonly own: number; readonly won: number; readonly converted: number } {
  const { bonuses, now } = model;
  if (wallet !== null) {
    runOut(bonuses, now);
    return { own: 0, won: 0, converted: spun(wallet, win) };
  }
  const split = splitOf(bonuses, model.real, stake, now);
  if (typeof split === 'string') throw new Error(split);
  if (split.own < stake) model.refusals.push('bonus staked');
  return { own: split.own, ...playedWithBonuses(bonuses, split, stake, win, CONTRIBUTION, now) };
}

export async function playFreeSpin(world: World, model: Model, wallet: ModelWallet): Promise<void> {
  await playOnce(world, model, { stake: wallet.spinStake, waitMs: REST_MS }, wallet);
}

/** A stake that is a little more than what the player has of their own, where a bonus can help out. */
export async function playBeyond(world: World, model: Model): Promise<void> {
  const most = model.bonuses.reduce((sum, { state, balance }) => sum + (state === 'active' ? balance : 0), 0);
  const stake = Math.floor(model.real / 1_000) * 10 + 10;
  if (stake * 100 > model.real + most || stake > MOST_STAKE) return;
  await playOnce(world, model, { stake, waitMs: REST_MS });
}

interface Round {
  readonly stake: number;
  readonly waitMs: number;
}

async function playOnce(world: World, model: Model, { stake, waitMs }: Round, wallet: ModelWallet | null = null): Promise<void> {
  pass(world, model, waitMs);
  const key = world.newKey();
  const freeSpin = wallet === null ? {} : { freeSpinOf: wallet.walletId };
  const ask = (naira: number) =>
    playRound(world.cashier.platform, { userId: world.userId, gameId: GAME, key, place: HERE, body: { stake: naira, currency: 'NGN', bet: {}, ...freeSpin } });
  const outcome = await outcomeOf(ask(stake));
  const isEarly = model.now < model.readyAt;
  const refusal = wallet === null ? refusalOfStake(model, stake * 100) : refusalOfSpin(model, wallet);
  expect(codeOf(outcome)).toBe(isEarly ? 'cycle-too-short' : refusal);
  // That it is too early is no answer to the key.
  if (outcome instanceof Error) return;
  model.known.push({ answer: outcome, again: () => ask(stake), otherBody: () => ask(stake + 10) });
  if (refusal !== null) return void model.refusals.push(`round ${refusal}`);
  const told = JSON.parse(outcome.text) as RoundAnswer;
  const win = nairaToKobo(told.win);
  if (win === null) throw new Error(`no win: ${told.win}`);
  const { own, won, converted } = settleRound(model, { stake: stake * 100, win, wallet });
  model.real += won + converted - own;
  model.version += 1;
  model.readyAt = model.now + CYCLE_MS;
  played(model.protection, own, won, model.now);
  expect({ balance: nairaToKobo(told.balance), version: told.version }).toEqual({ balance: model.real, version: model.version });
}

const round = command(
  'round',
  16,
  fc.record({ stake: fc.constantFrom(10, 50, 1_000, 7_500), waitMs: fc.constantFrom(CYCLE_MS, CYCLE_MS, CYCLE_MS, 1) }),
  (world, model, details) => playOnce(world, model, details),
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
