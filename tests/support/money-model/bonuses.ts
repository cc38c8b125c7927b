/**
 * Bonuses in the money model: a player claims them, gets them with a deposit, stakes, spins and gives them up, and they expire.
 */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { sweepBonuses } from '../../../server/bonuses/sweep-bonuses';
import { forfeitBonus } from '../../../server/bonuses/forfeit-bonus';
import { findBonus } from '../../../server/bonuses/read-bonuses';
import { ProblemError } from '../../../server/http/problem';
import { kobo } from '../../../src/core/money';
import { addWallet, expire, loseWallet, listRunning, toComparable } from '../bonus-model';
import { readWallets } from '../bonus-rows';
import { claimMatch, claimSpins } from '../bonuses';
import { command, pick, index } from './command';
import type { Command } from './command';
import type { Model } from './model';
import { playWithBonus, playFreeSpin } from './play';
import { breakCode } from './protection-model';
import type { World } from './world';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MIN_DEPOSIT = 500_00;

/** Returns null when the platform refuses as the model predicts. */
async function unlessOnBreak(model: Model, work: Promise<string>): Promise<string | null> {
  const refusal = breakCode(model.protection, model.now);
  const outcome = await work.catch((error: unknown) => {
    if (error instanceof ProblemError) return error;
    throw error;
  });
  expect(outcome instanceof ProblemError ? outcome.code : null).toBe(refusal);
  if (!(outcome instanceof ProblemError)) return outcome;
  model.refusals.push(`bonus ${outcome.code}`);
  return null;
}

const terms = {
  wagering: fc.integer({ min: 1, max: 3 }), maxStake: fc.constantFrom(1_000_00, 20_000_00, 20_000_00), validDays: fc.integer({ min: 1, max: 3 }),
};

const match = command(
  'claim a match',
  5,
  fc.record({ ...terms, percent: fc.constantFrom(25, 100), max: fc.constantFrom(100_00, 20_000_00), isOwn: fc.boolean(), index }),
  async (world, model, { wagering, maxStake, validDays, percent, max, isOwn, index: at }) => {
    // The clock advances by one millisecond because, of two waiting bonuses, the platform grants the one that was claimed
    // first.
    world.cashier.pass(1);
    model.now += 1;
    const { platform } = world.cashier;
    const open = model.deposits.filter(({ state, depositId }) => state === 'pending' && !model.bonuses.some(({ deposit }) => deposit === depositId));
    const deposit = isOwn ? (pick(open, at)?.depositId ?? null) : null;
    const until = model.now + 2 * DAY_MS;
    const walletId = await unlessOnBreak(model, claimMatch(platform, world.userId, {
      wagering, maxStake: kobo(maxStake), validDays, percent, maxBonus: kobo(max), minDeposit: kobo(MIN_DEPOSIT),
      waitsFor: deposit === null ? { until: new Date(until) } : { depositId: deposit },
    }));
    if (walletId === null) return;
    addWallet(model.bonuses, {
      walletId, state: 'pending', wagering, maxStake, validMs: validDays * DAY_MS, claimedAt: model.now, until: deposit === null ? until : Infinity,
      match: { percent, min: MIN_DEPOSIT, max }, deposit,
    });
  },
);

const spins = command('claim free spins', 1, fc.record({ ...terms, count: fc.integer({ min: 1, max: 3 }) }), async (world, model, { wagering, maxStake, validDays, count }) => {
  const spinTerms = { wagering, maxStake: kobo(maxStake), validDays, spins: count, stake: kobo(20_00) };
  const walletId = await unlessOnBreak(model, claimSpins(world.cashier.platform, world.userId, spinTerms));
  if (walletId === null) return;
  addWallet(model.bonuses, {
    walletId, state: 'active', wagering, maxStake, validMs: 0, claimedAt: model.now, until: model.now + validDays * DAY_MS,
    spinsLeft: count, spinStake: 20,
  });
});

const spin = command('free spin', 3, fc.record({ index }), async (world, model, { index: at }) => {
  const wallet = pick(model.bonuses.filter(({ state, spinsLeft }) => state === 'active' && spinsLeft > 0), at);
  if (wallet !== null) await playFreeSpin(world, model, wallet);
});

const beyond = command('plays with bonuses', 12, fc.constant(null), playWithBonus);

const forfeit = command('give a bonus up', 1, fc.record({ index }), async (world, model, { index: at }) => {
  const wallet = pick(listRunning(model.bonuses), at);
  if (wallet === null) return;
  const { platform } = world.cashier;
  const bonus = await findBonus(world.pool, world.userId, wallet.walletId, platform.now());
  const key = randomBytes(16).toString('hex');
  const answer = await forfeitBonus(platform, { userId: world.userId, walletId: wallet.walletId, key, version: bonus?.version ?? 0 });
  if (wallet.inPlay > 0) {
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('round-open')]);
    return void model.refusals.push('bonus round-open');
  }
  expect(answer.status, answer.text).toBe(200);
  model.version += loseWallet(wallet, 'forfeited');
});

const sweep = command('bonuses run out', 2, fc.constant(null), async (world, model) => {
  await sweepBonuses(world.cashier.platform);
  const { postings, converted } = expire(model.bonuses, model.now);
  model.version += postings;
  model.real += converted;
});

export const BONUS_COMMANDS: readonly Command[] = [match, spins, spin, beyond, forfeit, sweep];

/** Expects each bonus of the platform to equal the model's. */
export async function expectBonuses({ pool, userId }: World, model: Model, says: string): Promise<void> {
  expect(await readWallets(pool, userId), says).toEqual(toComparable(model.bonuses));
}
