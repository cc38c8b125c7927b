/**
 * I13: random plays with several bonuses at once against a small pure model of wagering. A failing run prints its seed;
 * `AYO_SEED=…` plays it again.
 */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BONUS_INVARIANTS, WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { onDepositCredited, onDepositEnded } from '../../server/bonuses/deposit-bonuses';
import { sweepBonuses } from '../../server/bonuses/sweep-bonuses';
import { forfeitBonus } from '../../server/bonuses/forfeit-bonus';
import { findBonus } from '../../server/bonuses/read-bonuses';
import { transaction } from '../../server/db/transaction';
import { playRound } from '../../server/games/play-round';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { readBalance } from '../../server/ledger/accounts';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import type { Platform } from '../../server/platform';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import type { RoundAnswer } from '../../src/core/contract/games';
import { kobo, nairaToKobo } from '../../src/core/money';
import { addWallet, creditDeposit, endDeposit, expire, expireActive, loseWallet, settlePlay, listRunning, splitStake, playSpin, toComparable } from '../support/bonus-model';
import type { BonusModel } from '../support/bonus-model';
import { readWallets } from '../support/bonus-rows';
import { claimMatch, claimSpins, insertDeposit } from '../support/bonuses';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { START, testMoney } from '../support/money';
import { giveMoney, makePlayer } from '../support/players';
import { FAILURE_OPTIONS, isLong, runsOf, seedOf } from '../support/seeds';

const GAME = 'adire-gold';
const CYCLE_MS = 2_500;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RUNS = runsOf({ short: 10, long: 400 });
const LENGTH = 50;
/** A short run may miss some of the ends that need several things to come together, but not more of them. */
const MOST_MISSING = isLong ? 0 : 3;
/** A run in which too much did not happen by chance goes on with further seeds, up to so many times its length. */
const MOST_TIMES = 4;
const INVARIANTS = [...LEDGER_INVARIANTS, ...BONUS_INVARIANTS, ...WAGERING_INVARIANTS, ...PROTECTION_INVARIANTS];

const ENDS = [
  'completed met', 'expired expired', 'forfeited forfeited', 'forfeited played-out', 'forfeited deposit-failed',
  'stake of several', 'win of both', 'free spin', 'lost above the cap', 'bonus-stake-too-high', 'insufficient-funds',
];

const database = fileDatabase({ seed: fillCatalogue });
/** The part of a stake that the game counts towards wagering now, in ten-thousandths. */
let counts = 10_000;
const happened = new Map<string, number>();
const count = (what: string): void => void happened.set(what, (happened.get(what) ?? 0) + 1);

interface World {
  readonly platform: Platform;
  readonly userId: string;
  readonly model: BonusModel;
  real: number;
  now: number;
}

const stakes = fc.constantFrom(10, 10, 20, 50, 50, 100);
const terms = fc.record({
  wagering: fc.integer({ min: 1, max: 4 }),
  maxStake: fc.constantFrom(50_00, 100_00, 1_000_00),
  capTimes: fc.constantFrom(1, 2, 5),
  forThisGame: fc.constantFrom(true, true, true, true, false),
  validDays: fc.integer({ min: 1, max: 3 }),
});

const COMMANDS = {
  match: fc.record({
    is: fc.constant('match' as const),
    terms,
    percent: fc.constantFrom(25, 33, 100),
    max: fc.constantFrom(70_00, 500_00),
    amount: fc.constantFrom(99_99, 100_00, 333_33, 1_000_00),
    then: fc.constantFrom('paid', 'paid', 'paid', 'wait', 'own', 'fails'),
  }),
  spins: fc.record({ is: fc.constant('spins' as const), terms, spins: fc.integer({ min: 1, max: 4 }), stake: fc.constantFrom(10, 20) }),
  round: fc.record({ is: fc.constant('round' as const), stake: stakes, contribution: fc.constantFrom(10_000, 10_000, 10_000, 5_000, 3_333, 0) }),
  spin: fc.record({ is: fc.constant('spin' as const), which: fc.nat({ max: 20 }) }),
  forfeit: fc.record({ is: fc.constant('forfeit' as const), which: fc.nat({ max: 20 }) }),
  time: fc.record({ is: fc.constant('time' as const), ms: fc.constantFrom(1, HOUR_MS, 11 * HOUR_MS, DAY_MS) }),
  sweep: fc.record({ is: fc.constant('sweep' as const) }),
  money: fc.record({ is: fc.constant('money' as const), amount: fc.constantFrom(7_77, 60_00, 150_00) }),
};
type Step = { [K in keyof typeof COMMANDS]: (typeof COMMANDS)[K] extends fc.Arbitrary<infer T> ? T : never }[keyof typeof COMMANDS];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: COMMANDS.match },
  { weight: 2, arbitrary: COMMANDS.spins },
  { weight: 26, arbitrary: COMMANDS.round },
  { weight: 8, arbitrary: COMMANDS.spin },
  { weight: 1, arbitrary: COMMANDS.forfeit },
  { weight: 2, arbitrary: COMMANDS.time },
  { weight: 1, arbitrary: COMMANDS.sweep },
  { weight: 6, arbitrary: COMMANDS.money },
);

async function claim(world: World, details: Extract<Step, { is: 'match' }>): Promise<void> {
  world.now += 1;
  const { platform, userId, model, now } = world;
  const { percent, max, amount, then, terms: { wagering, maxStake, capTimes, forThisGame, validDays } } = details;
  const depositId = await insertDeposit(platform, userId, amount);
  const isOwn = then === 'own' || then === 'fails';
  const until = now + DAY_MS;
  const walletId = await claimMatch(platform, userId, {
    percent, maxBonus: kobo(max), minDeposit: kobo(isOwn ? 1 : 100_00), wagering, maxStake: kobo(maxStake), capTimes, games: forThisGame ? null : ['another'], validDays,
    waitsFor: isOwn ? { depositId } : { until: new Date(until) },
  });
  addWallet(model, {
    walletId, state: 'pending', wagering, maxStake, capTimes, countsAtClaim: counts, forThisGame, validMs: validDays * DAY_MS, claimedAt: now, until,
    match: { percent, min: isOwn ? 1 : 100_00, max }, deposit: isOwn ? depositId : null,
  });
  if (then === 'wait') return;
  if (then === 'fails') {
    await transaction(platform.pool, (tx) => onDepositEnded(tx, { userId, depositId, at: new Date(now) }));
    endDeposit(model, depositId);
    return;
  }
  await transaction(platform.pool, (tx) => onDepositCredited(tx, { userId, depositId, amount: kobo(amount), at: new Date(now) }));
  creditDeposit(model, depositId, amount, now);
}

async function ask(world: World, stake: number, freeSpinOf?: string): Promise<{ status: number; code: string | null; win: number }> {
  world.now += CYCLE_MS;
  const answer = await playRound(world.platform, {
    userId: world.userId, gameId: GAME, key: newKey(), place: HERE, sessionHash: SESSION_HASH, body: { stake, currency: 'NGN', bet: {}, ...(freeSpinOf !== undefined && { freeSpinOf }) },
  });
  const body = JSON.parse(answer.text) as RoundAnswer & { readonly code?: string };
  return { status: answer.status, code: body.code ?? null, win: answer.status === 201 ? (nairaToKobo(body.win) ?? NaN) : 0 };
}

async function round(world: World, { stake, contribution }: Extract<Step, { is: 'round' }>): Promise<void> {
  const { platform, model, real } = world;
  await platform.pool.query('UPDATE game SET contribution = $1', [contribution]);
  counts = contribution;
  const { code, win } = await ask(world, stake);
  const split = splitStake(model, real, stake * 100, world.now);
  expect(code).toBe(typeof split === 'string' ? split : null);
  if (typeof split === 'string') {
    count(split);
    return;
  }
  const { won, converted } = settlePlay(model, split, stake * 100, win, contribution, world.now);
  world.real += won + converted - split.own;
  if (split.parts.size > 1) count('stake of several');
  if (split.own > 0 && split.parts.size > 0 && win > 0) count('win of both');
}

async function spin(world: World, which: number): Promise<void> {
  const { model } = world;
  const open = model.filter(({ state, spinsLeft }) => state === 'active' && spinsLeft > 0);
  const wallet = open[which % Math.max(1, open.length)];
  if (wallet === undefined) return;
  const { code, win } = await ask(world, wallet.spinStake, wallet.walletId);
  const isOver = wallet.until <= world.now;
  expect(code).toBe(isOver ? 'conflict' : null);
  if (isOver) return;
  expireActive(model, world.now);
  world.real += playSpin(wallet, win);
  count('free spin');
}

async function once(world: World, details: Step): Promise<void> {
  const { platform, userId, model } = world;
  switch (details.is) {
    case 'match':
      return claim(world, details);
    case 'spins': {
      const { spins, stake, terms: { wagering, maxStake, capTimes, forThisGame, validDays } } = details;
      const games = forThisGame ? null : ['another'];
      const terms = { spins, stake: kobo(stake * 100), wagering, maxStake: kobo(maxStake), capTimes, validDays, games };
      const walletId = await claimSpins(platform, userId, terms);
      addWallet(model, {
        walletId, state: 'active', wagering, maxStake, capTimes, countsAtClaim: counts, forThisGame, validMs: 0, claimedAt: world.now, until: world.now + validDays * DAY_MS,
        spinsLeft: spins, spinStake: stake,
      });
      return;
    }
    case 'round':
      return round(world, details);
    case 'spin':
      return spin(world, details.which);
    case 'forfeit': {
      const open = listRunning(model);
      const wallet = open[details.which % Math.max(1, open.length)];
      if (wallet === undefined) return;
      const bonus = await findBonus(platform.pool, userId, wallet.walletId, platform.now());
      expect((await forfeitBonus(platform, { userId, walletId: wallet.walletId, key: newKey(), version: bonus?.version ?? 0 })).status).toBe(200);
      loseWallet(wallet, 'forfeited');
      return;
    }
    case 'time':
      world.now += details.ms;
      return;
    case 'sweep':
      await sweepBonuses(platform);
      world.real += expire(model, world.now).converted;
      return;
    case 'money':
      await giveMoney(platform.pool, userId, kobo(details.amount), new Date(world.now));
      world.real += details.amount;
  }
}

async function run(steps: readonly Step[]): Promise<void> {
  const { pool } = database;
  const world: World = {
    platform: { ...testMoney(pool).platform, now: () => new Date(world.now), randomBytes },
    userId: await makePlayer(pool), model: [], real: 0, now: START,
  };
  for (const details of steps) {
    await once(world, details);
    expect((await readBalance(pool, world.userId)).real, JSON.stringify(details)).toBe(world.real);
    expect(await readWallets(pool, world.userId), JSON.stringify(details)).toEqual(toComparable(world.model));
  }
  for (const { state, reason, lost } of world.model) {
    count(`${state} ${reason ?? ''}`);
    if (reason === 'met' && lost > 0) count('lost above the cap');
  }
  // The bonuses that still run are ended, so that they are in no later run's way.
  world.now += 10 * DAY_MS;
  await sweepBonuses(world.platform);
  expire(world.model, world.now);
  for (const wallet of listRunning(world.model)) loseWallet(wallet, 'forfeited');
  expect(await findViolations(pool, INVARIANTS)).toEqual([]);
}

describe('I13: wagering and a small model of it', () => {
  it(`agree after every command of ${RUNS} runs of ${LENGTH} with several bonuses, and every invariant holds after each`, { timeout: 30 * 60_000 }, async () => {
    const seed = seedOf('I13');
    const property = fc.asyncProperty(fc.array(step, { minLength: LENGTH, maxLength: LENGTH }), run);
    const missing = () => ENDS.filter((end) => !happened.has(end));
    for (let times = 0; times === 0 || (times < MOST_TIMES && missing().length > MOST_MISSING); times += 1) {
      await fc.assert(property, { numRuns: RUNS, seed: seed + times, ...FAILURE_OPTIONS });
    }
    console.info(`I13: ${JSON.stringify(Object.fromEntries([...happened].sort()))}`);
    expect(missing().length, missing().join()).toBeLessThanOrEqual(MOST_MISSING);
  });
});
