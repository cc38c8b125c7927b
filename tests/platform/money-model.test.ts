/**
 * Random commands against a small pure model, with every invariant read after each run. A failing run prints its seed;
 * `AYO_SEED=…` plays it again, and fast-check shrinks it to the commands that matter.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { readBalance } from '../../server/ledger/accounts';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { endBonuses } from '../support/bonuses';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { BONUS_COMMANDS, expectBonuses } from '../support/money-model/bonuses';
import { runsOfCommands } from '../support/money-model/command';
import type { Step } from '../support/money-model/command';
import { DEPOSIT_COMMANDS, expectDeposits } from '../support/money-model/deposits';
import { DRAW_COMMANDS, expectDraws } from '../support/money-model/draws';
import { emptyModel } from '../support/money-model/model';
import { PLAY_COMMANDS } from '../support/money-model/play';
import { digestUpTo, PROOFS } from '../support/money-model/proofs';
import type { LedgerDigest } from '../support/money-model/proofs';
import { expectProtection, PROTECTION_COMMANDS } from '../support/money-model/protection';
import { SECOND_ACCOUNT_COMMANDS } from '../support/money-model/second-account';
import { expectRounds, STEP_COMMANDS } from '../support/money-model/steps';
import { expectWithdrawals, WITHDRAWAL_COMMANDS } from '../support/money-model/withdrawals';
import { makeWorld, START } from '../support/money-model/world';
import { FAILURE_OPTIONS, isLong, runsOf, seedOf } from '../support/seeds';
import { seedSteppedGames } from '../support/stepped-rounds';

/** The limit is wide, because the machine may have other things to do as well. */
const TIMEOUT_MS = 30 * 60_000;
const RUNS = runsOf({ short: 16, long: 400 });
const LENGTH = 60;
/** Runs go side by side, each with a database of its own, because the jobs handle all players of a database. */
const LANES = 2;
const COMMANDS = [
  ...DEPOSIT_COMMANDS, ...PLAY_COMMANDS, ...STEP_COMMANDS, ...WITHDRAWAL_COMMANDS, ...PROTECTION_COMMANDS, ...SECOND_ACCOUNT_COMMANDS,
  ...BONUS_COMMANDS, ...DRAW_COMMANDS,
];
const INVARIANTS = [...MONEY_INVARIANTS, ...WAGERING_INVARIANTS, ...PROTECTION_INVARIANTS, ...PROOFS];

const ENDS = [
  'deposit success', 'deposit mismatch', 'deposit expired', 'withdrawal paid', 'withdrawal refused', 'withdrawal failed',
  'round limit-exceeded', 'round reality-check-due', 'round cool-off', 'round self-excluded', 'deposit limit-exceeded', 'deposit cool-off', 'deposit self-excluded',
  'second nin-in-use', 'second deposit nin-in-use',
  'bonus completed', 'bonus expired', 'bonus forfeited', 'bonus staked', 'bonus self-excluded',
  'steps open', 'steps ended', 'steps added', 'steps settled', 'start round-open', 'start seed-changed', 'round round-open', 'round seed-changed', 'seeds round-open', 'seeds conflict',
  'withdrawal turnover-needed', 'withdrawal unplayed', 'bonus returned',
];

/** Some need several things to come together: in a short run any of them may be missing, but not many. */
const MOST_MISSING = isLong ? 0 : 8;
/** A run from which more is missing goes on with further seeds, a quarter of its length at a time, up to four times its length in all. */
const MORE_RUNS = RUNS / 4;
const MOST_TIMES = 13;

interface Lane {
  readonly database: TestDatabase;
  past: LedgerDigest;
}

let lanes: Lane[];
const happened = new Map<string, number>();

beforeAll(async () => {
  lanes = await Promise.all(
    Array.from({ length: LANES }, async () => ({ database: await testDatabase(), past: { lastEntry: 0, digest: null } })),
  );
  for (const { database } of lanes) {
    await fillCatalogue(database.pool);
    await seedSteppedGames(database.pool, new Date(START));
  }
});
afterAll(() => Promise.all(lanes.map(({ database }) => database.close())));

const count = (what: string): void => void happened.set(what, (happened.get(what) ?? 0) + 1);

async function run(lane: Lane, steps: readonly Step[]): Promise<void> {
  const { pool } = lane.database;
  const world = await makeWorld(pool);
  const model = emptyModel(START);
  for (const step of steps) {
    await step.run(world, model);
    const { real, held, version } = model;
    expect(await readBalance(pool, world.userId), step.says).toEqual({ real, held, version });
    await expectProtection(world, model, step.says);
    await expectBonuses(world, model, step.says);
  }
  await expectDeposits(world, model);
  await expectWithdrawals(world, model);
  await expectRounds(world, model);
  await expectDraws(world, model);
  await endBonuses(world.cashier.platform, [world.userId]);
  expect(await readBalance(pool, world.stranger.userId)).toEqual({ real: 0, held: 0, version: 0 });
  expect(await findViolations(pool, INVARIANTS)).toEqual([]);
  expect(await digestUpTo(pool, lane.past.lastEntry), 'entries of before were changed').toEqual(lane.past);
  lane.past = await digestUpTo(pool, null);
  for (const { state } of model.deposits) count(`deposit ${state}`);
  for (const { state } of model.withdrawals) count(`withdrawal ${state}`);
  for (const { state } of model.bonuses) count(`bonus ${state}`);
  for (const what of [...model.refusals, ...model.occurrences]) count(what);
}

describe('MT1: money and a small model of it', () => {
  it(`agree after every command of ${RUNS} runs of ${LENGTH}, and every invariant holds after each`, { timeout: TIMEOUT_MS }, async () => {
    const seed = seedOf('MT1');
    const batch = fc.array(runsOfCommands(COMMANDS, LENGTH), { minLength: LANES, maxLength: LANES });
    const property = fc.asyncProperty(batch, async (runs) => {
      await Promise.all(lanes.map((lane, at) => run(lane, runs[at] ?? [])));
    });
    const missing = () => ENDS.filter((end) => !happened.has(end));
    for (let times = 0; times === 0 || (times < MOST_TIMES && missing().length > MOST_MISSING); times += 1) {
      await fc.assert(property, { numRuns: Math.ceil((times === 0 ? RUNS : MORE_RUNS) / LANES), seed: seed + times, ...FAILURE_OPTIONS });
    }
    console.info(`MT1: ${JSON.stringify(Object.fromEntries([...happened].sort()))}`);
    // A run in which nothing ends shows nothing.
    expect(missing().length, missing().join()).toBeLessThanOrEqual(MOST_MISSING);
  });
});
