import fc from 'fast-check';
import { expect } from 'vitest';
import { roundAnswer } from '../../../src/core/contract/games';
import { drawOf } from '../../../src/core/fairness/part';
import { nairaToKobo } from '../../../src/core/money';
import { minimumCycleMs } from '../../../src/core/play-times';
import { playRound } from '../../../server/games/play-round';
import { settlePlay as playedWithBonuses, expireActive, splitStake, playSpin } from '../bonus-model';
import type { ModelWallet } from '../bonus-model';
import { HERE, SESSION_HASH } from '../caller-places';
import { refusalOf } from '../money';
import { command, pass, pick, index } from './command';
import type { Command } from './command';
import { chooseDraw, startRefusal, useDraw } from './draws';
import { play } from './model';
import type { Model } from './model';
import { breakCode, isBeyond, isCheckDue, checkDueAt, playAt, recordPlay } from './protection-model';
import { finishRounds } from './steps';
import { codeOf, outcomeOf } from './world';
import type { World } from './world';

const GAME = 'adire-gold';
const CYCLE_MS = minimumCycleMs('slots');
/** The pause that is long enough after a round of any game. */
const REST_MS = minimumCycleMs('mines');
/** Decimal naira. */
const MAX_STAKE = 7_500;
/** Ten-thousandths. */
const CONTRIBUTION = 10_000;

/** Returns the code of the refusal of a stake, or null; limits count the player's own money only. */
function refusalOfStake({ protection, real, now, bonuses }: Model, stake: number): string | null {
  const breakRefusal = breakCode(protection, now);
  if (breakRefusal !== null) return breakRefusal;
  const split = splitStake(bonuses, real, stake, now);
  if (typeof split === 'string') return split;
  if (isCheckDue(protection, now)) return 'reality-check-due';
  return isBeyond(protection, ['stake', 'loss'], split.own, now) ? 'limit-exceeded' : null;
}

function refusalOfSpin({ protection, now }: Model, wallet: ModelWallet): string | null {
  const breakRefusal = breakCode(protection, now);
  if (breakRefusal !== null) return breakRefusal;
  if (wallet.until <= now) return 'conflict';
  return isCheckDue(protection, now) ? 'reality-check-due' : null;
}

interface PlayedRound {
  readonly stake: number;
  readonly win: number;
  /** The bonus whose free spin it was; null for a round with a stake. */
  readonly wallet: ModelWallet | null;
}

/** Applies a round or a free spin, and returns what it took from the player's own money and added to it. */
function settleRound(model: Model, { stake, win, wallet }: PlayedRound): { readonly own: number; readonly won: number; readonly converted: number } {
  const { bonuses, now } = model;
  if (wallet !== null) {
    expireActive(bonuses, now);
    return { own: 0, won: 0, converted: playSpin(wallet, win) };
  }
  const split = splitStake(bonuses, model.real, stake, now);
  if (typeof split === 'string') throw new Error(split);
  if (split.own < stake) model.occurrences.push('bonus staked');
  return { own: split.own, ...playedWithBonuses(bonuses, split, stake, win, CONTRIBUTION, now) };
}

export async function playFreeSpin(world: World, model: Model, wallet: ModelWallet): Promise<void> {
  await playOnce(world, model, { stake: wallet.spinStake, waitMs: REST_MS }, wallet);
}

/** Stakes a little more than the player's own money, so that a bonus must pay the rest. */
export async function playWithBonus(world: World, model: Model): Promise<void> {
  const bonusMoney = model.bonuses.reduce((sum, { state, balance }) => sum + (state === 'active' ? balance : 0), 0);
  const stake = Math.floor(model.real / 1_000) * 10 + 10;
  if (stake * 100 > model.real + bonusMoney || stake > MAX_STAKE) return;
  await playOnce(world, model, { stake, waitMs: REST_MS });
}

interface Round {
  readonly stake: number;
  readonly waitMs: number;
  /** True when it begins although another round may be unfinished. */
  readonly isBeside?: boolean;
  /** True when it names another draw than the next one. */
  readonly isOther?: boolean;
}

async function playOnce(world: World, model: Model, round: Round, wallet: ModelWallet | null = null): Promise<void> {
  const { stake, waitMs, isBeside = false, isOther = false } = round;
  if (!isBeside) await finishRounds(world, model);
  pass(world, model, waitMs);
  const key = world.newKey();
  const seeds = await chooseDraw(world, model, key, isOther);
  const freeSpin = wallet === null ? {} : { freeSpinOf: wallet.walletId };
  const ask = (naira: number) =>
    playRound(world.cashier.platform, { userId: world.userId, gameId: GAME, key, place: HERE, sessionHash: SESSION_HASH, body: { stake: naira, currency: 'NGN', bet: {}, seeds, ...freeSpin } });
  const outcome = await outcomeOf(ask(stake));
  const isEarly = model.now < model.readyAt;
  const refusal = startRefusal(model, { isOther, isEarly }) ?? (wallet === null ? refusalOfStake(model, stake * 100) : refusalOfSpin(model, wallet));
  expect(codeOf(outcome)).toBe(refusal);
  if (refusal !== null) model.refusedBets.push({ key, gameId: GAME, stake, seeds: drawOf(seeds), code: refusal });
  // A refusal because the round came too early does not answer the key.
  if (outcome instanceof Error) return;
  model.answered.push({ answer: outcome, repeat: () => ask(stake), otherBody: () => ask(stake + 10) });
  if (refusal !== null) return void model.refusals.push(`round ${refusal}`);
  const answer = roundAnswer.parse(JSON.parse(outcome.text));
  useDraw(model, answer.fairness, seeds);
  const win = nairaToKobo(answer.win);
  if (win === null) throw new Error(`no win: ${answer.win}`);
  const { own, won, converted } = settleRound(model, { stake: stake * 100, win, wallet });
  model.real += won + converted - own;
  // A round that returns its stake plays nothing.
  play(model, win === stake * 100 ? 0 : own);
  model.version += 1;
  model.readyAt = model.now + CYCLE_MS;
  recordPlay(model.protection, own, won, model.now);
  expect({ balance: nairaToKobo(answer.balance), version: answer.version }).toEqual({ balance: model.real, version: model.version });
}

const round = command(
  'round',
  16,
  fc.record({
    stake: fc.constantFrom(10, 50, 1_000, 7_500), waitMs: fc.constantFrom(CYCLE_MS, CYCLE_MS, CYCLE_MS, 1),
    beside: fc.nat({ max: 1 }), other: fc.nat({ max: 9 }),
  }),
  (world, model, { beside, other, ...details }) => playOnce(world, model, { ...details, isBeside: beside === 0, isOther: other === 0 }),
);

/** Plays long enough to reach a reality check. */
const playLonger = command('plays on', 3, fc.record({ stake: fc.constantFrom(10, 50), times: fc.integer({ min: 2, max: 8 }) }), async (world, model, { stake, times }) => {
  for (let n = 0; n < times; n += 1) await playOnce(world, model, { stake, waitMs: 9 * 60_000 });
});

/** Stakes at the moment at which a reality check stops play, or a millisecond before it. */
const playUntilCheck = command('up to the reality check', 3, fc.record({ stake: fc.constantFrom(10, 50), isEarly: fc.boolean() }), async (world, model, { stake, isEarly }) => {
  const { protection } = model;
  await playOnce(world, model, { stake, waitMs: CYCLE_MS });
  // A pause of half an hour ends the play, so the waits are shorter.
  while (playAt(protection, model.now) !== null && checkDueAt(protection, model.now) - model.now > 25 * 60_000) {
    const before = model.refusals.length;
    await playOnce(world, model, { stake, waitMs: 20 * 60_000 });
    if (model.refusals.length > before) return;
  }
  const waitMs = checkDueAt(protection, model.now) - (isEarly ? 1 : 0) - model.now;
  if (playAt(protection, model.now) !== null && waitMs >= CYCLE_MS) await playOnce(world, model, { stake, waitMs });
});

const again = command('the same again', 8, fc.record({ index, copies: fc.integer({ min: 1, max: 3 }) }), async (_, model, { index: at, copies }) => {
  const operation = pick(model.answered, at);
  if (operation === null) return;
  for (const outcome of await Promise.all(Array.from({ length: copies }, () => outcomeOf(operation.repeat())))) {
    // When equal requests come at the same time, one runs and the others may be refused.
    if (outcome instanceof Error && copies > 1) expect(codeOf(outcome)).toBe('key-running');
    else expect(outcome).toEqual(operation.answer);
  }
});

const otherBody = command('the key for something else', 2, fc.record({ index }), async (_, model, { index: at }) => {
  const operation = pick(model.answered, at);
  if (operation !== null) expect(await refusalOf(operation.otherBody())).toMatchObject({ status: 422, code: 'key-reused' });
});

export const PLAY_COMMANDS: readonly Command[] = [round, playLonger, playUntilCheck, again, otherBody];
