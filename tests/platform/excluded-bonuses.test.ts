/** An exclusion ends the bonuses of its player, and takes nothing that was earned. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BONUS_INVARIANTS, WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { sweepBonuses } from '../../server/bonuses/sweep-bonuses';
import { playRound } from '../../server/games/play-round';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { settleAbandoned } from '../../server/games/settle-abandoned';
import { readBalance } from '../../server/ledger/accounts';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { kobo } from '../../src/core/money';
import { readWallets } from '../support/bonus-rows';
import { claimMatch, claimSpins, giveBonus } from '../support/bonuses';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { newKey } from '../support/keys';
import { makeStage } from '../support/protection/stage';
import type { Stage } from '../support/protection/stage';
import { seedSteppedGames, start } from '../support/stepped-rounds';

const CYCLE_MS = 2_500;
const DAY_MS = 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await fillCatalogue(database.pool);
  await seedSteppedGames(database.pool, new Date('2026-11-20T00:00:00Z'));
});
afterAll(async () => {
  const invariants = [...LEDGER_INVARIANTS, ...BONUS_INVARIANTS, ...WAGERING_INVARIANTS, ...PROTECTION_INVARIANTS];
  expect(await findViolations(database.pool, invariants)).toEqual([]);
  await database.close();
});

type WalletFigures = Readonly<Record<'state' | 'reason', string | null> & Record<'lost' | 'granted' | 'requirement' | 'progress' | 'spinsLeft', number>>;
const wallets = async (userId: string) => (await readWallets(database.pool, userId)) as WalletFigures[];
const realOf = async (userId: string): Promise<number> => (await readBalance(database.pool, userId)).real;

async function spin({ platform, pass }: Stage, userId: string, stake: number, freeSpinOf?: string): Promise<void> {
  const body = { stake, currency: 'NGN' as const, bet: {}, ...(freeSpinOf !== undefined && { freeSpinOf }) };
  const answer = await playRound(platform, { userId, gameId: 'adire-gold', key: newKey(), place: HERE, sessionHash: SESSION_HASH, body });
  expect(answer.status, answer.text).toBe(201);
  pass(CYCLE_MS);
}

/** A player whose wagering is done, with free spins left and at least ₦200 in the bonus. */
async function metWithSpinsLeft() {
  const stage = makeStage(database.pool);
  const ada = await stage.player(50_000);
  const { userId } = ada;
  const walletId = await claimSpins(stage.platform, userId, { wagering: 1, stake: kobo(100_00) });
  const read = async (): Promise<WalletFigures> => {
    const [bonus] = await wallets(userId);
    if (bonus === undefined) throw new Error('there is a bonus');
    return bonus;
  };
  while ((await read()).granted < 200_00) await spin(stage, userId, 100, walletId);
  for (let bonus = await read(); bonus.progress < bonus.requirement; bonus = await read()) await spin(stage, userId, 1_000);
  const before = await read();
  expect(before.spinsLeft).toBeGreaterThan(0);
  return { stage, ada, before };
}

describe('an exclusion', () => {
  it('ends every bonus in the same transaction, and a break ends none', async () => {
    const stage = makeStage(database.pool);
    const ada = await stage.player(100);
    await claimMatch(stage.platform, ada.userId);
    await giveBonus(stage.platform, ada.userId, 500_00);
    await claimSpins(stage.platform, ada.userId);
    await ada.exclude('24-hours');
    expect((await wallets(ada.userId)).map(({ state }) => state).toSorted()).toEqual(['active', 'active', 'pending']);
    await ada.exclude('6-months');
    const ended = await wallets(ada.userId);
    expect(ended.map(({ reason }) => reason)).toEqual(['excluded', 'excluded', 'excluded']);
    expect(ended.reduce((sum, { lost }) => sum + lost, 0)).toBe(500_00);
    expect(await realOf(ada.userId)).toBe(100_00);
  });

  it('takes nothing that was earned: one whose wagering is done converts, and its free spins lapse', async () => {
    const { stage, ada, before } = await metWithSpinsLeft();
    const real = await realOf(ada.userId);
    await ada.exclude('6-months');
    expect(await wallets(ada.userId)).toMatchObject([{ state: 'completed', reason: 'met', converted: before.granted, lost: 0, balance: 0, spinsLeft: 0 }]);
    expect(await realOf(ada.userId)).toBe(real + before.granted);
    expect(await sweepBonuses(stage.platform)).toBe(0);
  });

  it('also where some of its money is in an open round: what is not in that round is the player’s', async () => {
    const { stage, ada, before } = await metWithSpinsLeft();
    const { userId } = ada;
    const left = before.granted - 100_00;
    await ada.bet((await realOf(userId)) / 100);
    expect((await start(stage.platform, userId)).status).toBe(201);
    await ada.exclude('6-months');
    expect(await wallets(userId)).toMatchObject([{ state: 'completed', converted: left }]);
    expect(await realOf(userId)).toBe(left);
    stage.pass(DAY_MS);
    expect(await settleAbandoned(stage.platform)).toBe(1);
    expect(await wallets(userId)).toMatchObject([{ state: 'completed', converted: left, balance: 0 }]);
  });

  it('holds while money is turned off; the job ends the bonuses when it is on again', async () => {
    const stage = makeStage(database.pool);
    const ada = await stage.player();
    await giveBonus(stage.platform, ada.userId, 500_00);
    await database.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    await ada.exclude('permanent');
    await database.pool.query('UPDATE money_switch SET open = true, reason = NULL');
    expect(await wallets(ada.userId)).toMatchObject([{ state: 'active' }]);
    await sweepBonuses(stage.platform);
    expect(await wallets(ada.userId)).toMatchObject([{ state: 'forfeited', reason: 'excluded', lost: 500_00 }]);
  });
});
