/** What an exclusion does to the bonuses of its player. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BONUS_INVARIANTS, WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { sweepBonuses } from '../../server/bonuses/expire';
import { playRound } from '../../server/games/play-round';
import { seedCatalogue } from '../../server/games/seed';
import { readBalance } from '../../server/ledger/accounts';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { readWallets } from '../support/bonus-rows';
import { claimMatch, claimSpins, giveBonus } from '../support/bonuses';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { makeStage } from '../support/protection/stage';
import type { Stage } from '../support/protection/stage';
import { newKey } from '../support/stepped-rounds';

const CYCLE_MS = 2_500;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await seedCatalogue(database.pool);
});
afterAll(async () => {
  const invariants = [...LEDGER_INVARIANTS, ...BONUS_INVARIANTS, ...WAGERING_INVARIANTS, ...PROTECTION_INVARIANTS];
  expect(await findViolations(database.pool, invariants)).toEqual([]);
  await database.close();
});

type Told = Readonly<Record<'state' | 'reason', string | null> & Record<'lost' | 'granted' | 'requirement' | 'progress' | 'spinsLeft', number>>;
const wallets = async (userId: string) => (await readWallets(database.pool, userId)) as Told[];
const realOf = async (userId: string): Promise<number> => (await readBalance(database.pool, userId)).real;

async function spin({ platform, pass }: Stage, userId: string, stake: number, freeSpinOf?: string): Promise<void> {
  const body = { stake, currency: 'NGN' as const, bet: {}, ...(freeSpinOf !== undefined && { freeSpinOf }) };
  const answer = await playRound(platform, { userId, gameId: 'adire-gold', key: newKey(), place: HERE, sessionHash: SESSION_HASH, body });
  expect(answer.status, answer.text).toBe(201);
  pass(CYCLE_MS);
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
    const stage = makeStage(database.pool);
    const ada = await stage.player(50_000);
    const { userId } = ada;
    const walletId = await claimSpins(stage.platform, userId, { wagering: 1 });
    const read = async () => (await wallets(userId))[0];
    while ((await read())?.granted === 0) await spin(stage, userId, 20, walletId);
    for (let bonus = await read(); bonus !== undefined && bonus.progress < bonus.requirement; bonus = await read()) await spin(stage, userId, 1_000);
    const before = await read();
    expect(before?.spinsLeft).toBeGreaterThan(0);
    const real = await realOf(userId);
    await ada.exclude('6-months');
    expect(await read()).toMatchObject({ state: 'completed', reason: 'met', converted: before?.granted, lost: 0, balance: 0, spinsLeft: 0 });
    expect(await realOf(userId)).toBe(real + (before?.granted ?? NaN));
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
