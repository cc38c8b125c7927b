/** Bonuses at the same moment as what ends them, over 16 connections to a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepBonuses } from '../../server/bonuses/sweep-bonuses';
import { onDepositCredited, onDepositEnded } from '../../server/bonuses/deposit-bonuses';
import { forfeitBonus } from '../../server/bonuses/forfeit-bonus';
import { BONUS_INVARIANTS, WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { transaction } from '../../server/db/transaction';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { ProblemError } from '../../server/http/problem';
import type { RawAnswer } from '../../server/http/router';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { kobo } from '../../src/core/money';
import { readWallets } from '../support/bonus-rows';
import { claimMatch, giveBonus, insertDeposit } from '../support/bonuses';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { newKey } from '../support/keys';
import { runAtOnce } from '../support/money-races/at-once';
import { tryRound } from '../support/played-rounds';
import { makePlayer } from '../support/players';
import { makeStage } from '../support/protection/stage';
import type { Stage } from '../support/protection/stage';
import { isLong } from '../support/seeds';

const TIMES = isLong ? 200 : 6;
const CYCLE_MS = 2_500;
const DAY_MS = 86_400_000;

let database: TestDatabase;
let stage: Stage;

beforeAll(async () => {
  database = await testDatabase();
  await fillCatalogue(database.pool);
  stage = makeStage(database.anotherPool({ max: 16 }));
});
afterAll(async () => {
  const invariants = [...LEDGER_INVARIANTS, ...BONUS_INVARIANTS, ...WAGERING_INVARIANTS, ...PROTECTION_INVARIANTS];
  expect(await findViolations(database.pool, invariants)).toEqual([]);
  await database.close();
});

interface WalletFigures {
  readonly state: string;
  readonly reason: string | null;
  readonly balance: number;
  readonly lost: number;
  readonly progress: number;
}
const round = (userId: string, stake = 10): Promise<RawAnswer> => tryRound(stage.platform, userId, { stake });
const only = async (userId: string): Promise<WalletFigures> => {
  const [wallet] = (await readWallets(database.pool, userId)) as WalletFigures[];
  if (wallet === undefined) throw new Error('no bonus');
  return wallet;
};
const codeOf = ({ status, text }: RawAnswer): string | null => (status < 300 ? null : String((JSON.parse(text) as { code: unknown }).code));
/** The code of a refusal, whichever way it came; null: it was done. */
const outcomeOf = async (work: Promise<RawAnswer>): Promise<string | null> =>
  work.then(codeOf, (error: unknown) => {
    if (error instanceof ProblemError) return error.code;
    throw error;
  });

describe('bonuses at the same moment', { timeout: 10 * 60_000 }, () => {
  it(`a stake against giving the bonus up is before it or finds nothing, ${TIMES} times`, async () => {
    const stakeOutcomes = new Map<string, number>();
    for (let n = 0; n < TIMES; n += 1) {
      const userId = await makePlayer(database.pool);
      const walletId = await giveBonus(stage.platform, userId, 100_00);
      const [played, given] = await Promise.all([
        outcomeOf(round(userId)),
        outcomeOf(forfeitBonus(stage.platform, { userId, walletId, key: newKey(), version: 2 })),
      ]);
      const { state, lost, progress } = await only(userId);
      // The second of the two was refused, because the first had changed the bonus.
      if (played === null) expect([given, state, progress]).toEqual(['conflict', 'active', 10_00]);
      else expect([played, given, state, lost]).toEqual(['insufficient-funds', null, 'forfeited', 100_00]);
      stakeOutcomes.set(String(played), (stakeOutcomes.get(String(played)) ?? 0) + 1);
      stage.pass(CYCLE_MS);
    }
    console.info(`stake against forfeit: ${JSON.stringify([...stakeOutcomes])}`);
  });

  it(`a stake and two sweeps at the end of a bonus’s time end it once, and no stake takes from it, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const userId = await makePlayer(database.pool);
      await giveBonus(stage.platform, userId, 100_00, { validDays: 1 });
      stage.pass(DAY_MS);
      const [played] = await Promise.all([outcomeOf(round(userId)), sweepBonuses(stage.platform), sweepBonuses(stage.platform)]);
      expect(played).toBe('insufficient-funds');
      // A sweep leaves a player who is just playing to the next sweep.
      await sweepBonuses(stage.platform);
      expect(await only(userId)).toMatchObject({ state: 'expired', lost: 100_00, balance: 0, progress: 0 });
    }
  });

  it(`one of several stakes that all want the last kobo of a bonus gets it, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const userId = await makePlayer(database.pool);
      await giveBonus(stage.platform, userId, 10_00);
      const { answers, refusals } = await runAtOnce(4, () => round(userId));
      const codes = [...answers.map(codeOf), ...refusals.map(({ code }) => code)];
      expect(codes.filter((code) => code === null)).toHaveLength(1);
      // A game takes one stake at a time, so the others hear that they came too soon, or that nothing is left.
      expect(codes.filter((code) => code !== null && !['cycle-too-short', 'insufficient-funds'].includes(code))).toEqual([]);
      stage.pass(CYCLE_MS);
    }
  });

  it(`the credit of a deposit against the end of the wait for it grants the bonus or ends it, never both, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const userId = await makePlayer(database.pool);
      const at = stage.platform.now();
      const waitsForIt = n % 2 === 0;
      const depositId = await insertDeposit(stage.platform, userId, 1_000_00);
      await claimMatch(stage.platform, userId, { waitsFor: waitsForIt ? { depositId } : { until: new Date(at.getTime() + 1) } });
      if (!waitsForIt) stage.pass(1);
      const inTx = (work: (tx: Parameters<typeof onDepositEnded>[0]) => Promise<void>) => transaction(stage.platform.pool, work);
      await Promise.all([
        // The credit names a moment at which the bonus still waited for the deposit.
        inTx((tx) => onDepositCredited(tx, { userId, depositId, amount: kobo(1_000_00), at })),
        waitsForIt ? inTx((tx) => onDepositEnded(tx, { userId, depositId, at })) : sweepBonuses(stage.platform),
      ]);
      const { state, reason, balance } = await only(userId);
      if (state === 'active') expect(balance).toBe(1_000_00);
      else expect([state === 'pending' || ['deposit-failed', 'expired'].includes(String(reason)), balance]).toEqual([true, 0]);
    }
  });

  it(`a claim, a credit and a stake against an exclusion leave no bonus behind, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const ada = await stage.player();
      const { userId } = ada;
      await giveBonus(stage.platform, userId, 100_00);
      await claimMatch(stage.platform, userId);
      const depositId = await insertDeposit(stage.platform, userId, 1_000_00);
      await Promise.all([
        ada.exclude('1-year'),
        outcomeOf(round(userId)),
        claimMatch(stage.platform, userId).catch((error: unknown) => expect(error).toMatchObject({ code: 'self-excluded' })),
        transaction(stage.platform.pool, (tx) => onDepositCredited(tx, { userId, depositId, amount: kobo(1_000_00), at: stage.platform.now() })),
      ]);
      const left = (await readWallets(database.pool, userId)) as WalletFigures[];
      expect(left.filter(({ state, balance }) => state === 'active' || state === 'pending' || balance > 0)).toEqual([]);
      stage.pass(CYCLE_MS);
    }
  });
});
