import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { onDepositCredited, onDepositEnded } from '../../server/bonuses/deposit-bonuses';
import { sweepBonuses } from '../../server/bonuses/sweep-bonuses';
import { forfeitBonus } from '../../server/bonuses/forfeit-bonus';
import { findBonus, listBonuses, readBonusWallet, walletsTag } from '../../server/bonuses/read-bonuses';
import { transaction } from '../../server/db/transaction';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { houseBalance } from '../../server/ledger/accounts';
import type { Bonus } from '../../src/core/contract/bonuses';
import { fraction } from '../../src/core/fraction';
import { allEngines, engines } from '../../src/core/games/registry';
import { kobo } from '../../src/core/money';
import { expectedWageringCost } from '../../src/core/wagering';
import type { Platform } from '../../server/platform';
import { claimMatch, claimSpins, giveBonus, insertDeposit } from '../support/bonuses';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { refusalOf, START, testMoney } from '../support/money';
import { makePlayer } from '../support/players';

const DAY_MS = 86_400_000;

const database = fileDatabase({ seed: fillCatalogue });
let platform: Platform;
let nowMs = START;

beforeEach(() => {
  nowMs = START;
  platform = { ...testMoney(database.pool).platform, now: () => new Date(nowMs), randomBytes };
});

const player = (): Promise<string> => makePlayer(database.pool);
const bonusOf = async (userId: string, walletId: string): Promise<Bonus> => {
  const bonus = await findBonus(database.pool, userId, walletId, platform.now());
  if (bonus === undefined) throw new Error('no such bonus');
  return bonus;
};
const credit = async (userId: string, amount: number, depositId?: string): Promise<string> => {
  const id = depositId ?? (await insertDeposit(platform, userId, amount));
  await transaction(database.pool, (tx) => onDepositCredited(tx, { userId, depositId: id, amount: kobo(amount), at: platform.now() }));
  return id;
};
const end = (userId: string, depositId: string) =>
  transaction(database.pool, (tx) => onDepositEnded(tx, { userId, depositId, at: platform.now() }));

describe('a bonus that waits for a deposit', () => {
  it('has nothing in it, and becomes active with the match of the first deposit that is large enough', async () => {
    const userId = await player();
    const walletId = await claimMatch(platform, userId);
    expect(await bonusOf(userId, walletId)).toMatchObject({
      status: 'pending', granted: 0, current: 0, requirement: 0, match: { percent: 100, minDeposit: 500, maxBonus: 50_000 }, costs: [], version: 1,
    });
    await credit(userId, 499_99);
    expect((await bonusOf(userId, walletId)).status).toBe('pending');
    nowMs += DAY_MS;
    await credit(userId, 2_000_00);
    expect(await bonusOf(userId, walletId)).toMatchObject({
      status: 'active', granted: 2_000, current: 2_000, requirement: 60_000, progress: 0, match: null, version: 2,
      expiresAt: new Date(nowMs + 30 * DAY_MS).toISOString(),
    });
    await credit(userId, 2_000_00);
    expect((await bonusOf(userId, walletId)).granted).toBe(2_000);
  });

  it('is granted up to its maximum, and never with a part of a kobo', async () => {
    const userId = await player();
    const most = await claimMatch(platform, userId);
    await credit(userId, 70_000_00);
    expect((await bonusOf(userId, most)).granted).toBe(50_000);
    const part = await claimMatch(platform, userId, { percent: 25, minDeposit: kobo(1) });
    await credit(userId, 10_03);
    expect((await bonusOf(userId, part)).granted).toBe(2.5);
  });

  it('waits no longer than its terms said', async () => {
    const userId = await player();
    const walletId = await claimMatch(platform, userId, { waitsFor: { until: new Date(START + 1_000) } });
    nowMs = START + 1_000;
    await credit(userId, 2_000_00);
    expect((await bonusOf(userId, walletId)).status).toBe('pending');
    nowMs = START + 999;
    await credit(userId, 2_000_00);
    expect((await bonusOf(userId, walletId)).status).toBe('active');
  });

  it('takes no other deposit than the one it was claimed for, and ends when that one is not paid', async () => {
    const userId = await player();
    const [own, failing] = [await insertDeposit(platform, userId, 1_000_00), await insertDeposit(platform, userId, 1_000_00)];
    const paid = await claimMatch(platform, userId, { waitsFor: { depositId: own } });
    const unpaid = await claimMatch(platform, userId, { waitsFor: { depositId: failing } });
    await credit(userId, 1_000_00);
    expect((await bonusOf(userId, paid)).status).toBe('pending');
    await credit(userId, 1_000_00, own);
    expect(await bonusOf(userId, paid)).toMatchObject({ status: 'active', granted: 1_000 });
    await end(userId, failing);
    expect(await bonusOf(userId, unpaid)).toMatchObject({ status: 'forfeited', endReason: 'deposit-failed', lost: 0 });
    // A payment that arrives all the same gets no match, not even from another bonus that waits for any deposit.
    const other = await claimMatch(platform, userId);
    await credit(userId, 1_000_00, failing);
    expect((await bonusOf(userId, other)).status).toBe('pending');
  });

  it('is granted alone with a deposit: of two that wait, the one that was claimed first', async () => {
    const userId = await player();
    const first = await claimMatch(platform, userId);
    nowMs += 1;
    const second = await claimMatch(platform, userId);
    await credit(userId, 1_000_00);
    expect([(await bonusOf(userId, first)).status, (await bonusOf(userId, second)).status]).toEqual(['active', 'pending']);
  });

  it('is refused to a player who may not take a bonus', async () => {
    const userId = await player();
    await database.pool.query(`UPDATE player SET protection = 'cool-off', protection_since = $2, protection_until = $3 WHERE user_id = $1`, [
      userId, new Date(START), new Date(START + DAY_MS),
    ]);
    expect((await refusalOf(claimMatch(platform, userId))).code).toBe('cool-off');
    expect((await refusalOf(claimSpins(platform, userId))).code).toBe('cool-off');
  });

  it('does not begin during a break that came after its claim: it ends where it was for one deposit alone, and goes on waiting where it was for any', async () => {
    const userId = await player();
    const own = await insertDeposit(platform, userId, 1_000_00);
    const forIt = await claimMatch(platform, userId, { waitsFor: { depositId: own } });
    const forAny = await claimMatch(platform, userId);
    await database.pool.query(`UPDATE player SET protection = 'cool-off', protection_since = $2, protection_until = $3 WHERE user_id = $1`, [
      userId, new Date(START), new Date(START + DAY_MS),
    ]);
    nowMs = START + DAY_MS - 1;
    await credit(userId, 1_000_00, own);
    expect(await bonusOf(userId, forIt)).toMatchObject({ status: 'forfeited', endReason: 'cool-off', granted: 0, lost: 0, endedAt: new Date(nowMs).toISOString() });
    await credit(userId, 1_000_00);
    expect(await bonusOf(userId, forAny)).toMatchObject({ status: 'pending', granted: 0 });
    nowMs = START + DAY_MS;
    await credit(userId, 1_000_00);
    expect(await bonusOf(userId, forAny)).toMatchObject({ status: 'active', granted: 1_000 });
  });
});

describe('what a player is told', () => {
  it('is the wallet of the given call, with the requirement and the progress', async () => {
    const userId = await player();
    expect(await walletsTag(database.pool, userId, platform.now())).toBe('w0');
    const walletId = await giveBonus(platform, userId, 1_500_00);
    expect(await readBonusWallet(database.pool, userId, platform.now())).toEqual({
      items: [{
        walletId, status: 'active', name: 'Welcome bonus', currentAmount: 1_500, currency: 'NGN', totalWR: 45_000, progressWR: 0,
        extension: { grantedPlayerCurrencyAmount: 1_500 },
      }],
    });
    expect(await walletsTag(database.pool, userId, platform.now())).not.toBe('w0');
  });

  it('shows an expired bonus as ended before the sweep ends it, also to a client that asks whether anything changed', async () => {
    const userId = await player();
    const walletId = await giveBonus(platform, userId, 1_500_00);
    nowMs += 30 * DAY_MS - 1;
    const before = await walletsTag(database.pool, userId, platform.now());
    expect((await readBonusWallet(database.pool, userId, platform.now())).items[0]).toMatchObject({ status: 'active', currentAmount: 1_500 });
    nowMs += 1;
    expect(await walletsTag(database.pool, userId, platform.now())).not.toBe(before);
    expect((await readBonusWallet(database.pool, userId, platform.now())).items[0]).toMatchObject({ status: 'expired', currentAmount: 0 });
    const readBonus = async () => (await listBonuses(database.pool, userId, {}, HERE, platform.now())).items[0];
    const over = await readBonus();
    expect(over).toMatchObject({
      walletId, status: 'expired', current: 0, lost: 1_500, expiresAt: null, endedAt: new Date(nowMs).toISOString(), endReason: 'expired', costs: [],
    });
    await sweepBonuses(platform);
    expect(await readBonus()).toEqual({ ...over, version: (over?.version ?? 0) + 1 });
  });

  it('lists what runs first, by its end, then what waits, then what ended, newest first, page by page', async () => {
    const userId = await player();
    const late = await giveBonus(platform, userId, 100_00);
    const soon = await giveBonus(platform, userId, 100_00, { validDays: 3 });
    const gone = await giveBonus(platform, userId, 100_00, { validDays: 3 });
    await forfeitBonus(platform, { userId, walletId: gone, key: newKey(), version: 2 });
    nowMs += 1;
    const newer = await giveBonus(platform, userId, 100_00);
    await forfeitBonus(platform, { userId, walletId: newer, key: newKey(), version: 2 });
    const waiting = await claimMatch(platform, userId);
    const walletIds: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listBonuses(database.pool, userId, { limit: 2, cursor }, HERE, platform.now());
      walletIds.push(...page.items.map((item) => item.walletId));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(walletIds).toEqual([soon, late, waiting, newer, gone]);
  });

  it('says what the rest of the wagering is expected to cost on the games it may be played on', async () => {
    const userId = await player();
    const contribute = (share: number) => database.pool.query(`UPDATE game SET contribution = $1 WHERE game_id = 'adire-gold'`, [share]);
    await contribute(0);
    const walletId = await giveBonus(platform, userId, 10_000_00);
    const rtp = engines.get('adire-gold')?.rtp ?? fraction(0n);
    const cost = (left: number, contribution: number) => (expectedWageringCost(kobo(left), rtp, contribution, 10_000) ?? 0) / 100;
    const costs = async () => (await bonusOf(userId, walletId)).costs;
    const inAdire = async () => (await costs()).find(({ gameId }) => gameId === 'adire-gold');
    expect((await costs()).map(({ gameId }) => gameId).sort()).toEqual([...allEngines.keys()].sort());
    expect(await inAdire()).toMatchObject({ contribution: 0, cost: null });
    await contribute(1_250);
    expect(await inAdire()).toMatchObject({ contribution: 0.125, cost: cost(300_000_00, 1_250) });
    await contribute(10_000);
    expect(await inAdire()).toEqual({ gameId: 'adire-gold', name: 'Adire Gold', contribution: 1, cost: cost(300_000_00, 10_000) });
    expect(cost(300_000_00, 1_250)).toBeCloseTo(cost(300_000_00, 10_000) * 8, 1);
    expect((await bonusOf(userId, await giveBonus(platform, userId, 1_00, { games: ['another-game'] }))).costs).toEqual([]);
  });
});

describe('giving a bonus up', () => {
  it('takes what is in it back to where it came from, once for its key', async () => {
    const userId = await player();
    const before = await houseBalance(database.pool, 'bonus-cost');
    const walletId = await giveBonus(platform, userId, 800_00);
    expect(await houseBalance(database.pool, 'bonus-cost')).toBe(before - 800_00);
    const key = newKey();
    const answer = await forfeitBonus(platform, { userId, walletId, key, version: 2 });
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'forfeited', endReason: 'forfeited', lost: 800, current: 0, converted: 0, version: 3, costs: [] });
    expect(await houseBalance(database.pool, 'bonus-cost')).toBe(before);
    expect((await forfeitBonus(platform, { userId, walletId, key, version: 2 })).text).toBe(answer.text);
    const { rows } = await database.pool.query('SELECT bonus_wallets FROM ledger_account WHERE account_id = $1', [`real:${userId}`]);
    expect(rows).toEqual([{ bonus_wallets: 0 }]);
  });

  it('ends only a bonus of the player’s own, in the state that the player saw', async () => {
    const userId = await player();
    const walletId = await giveBonus(platform, userId, 800_00);
    const stale = await forfeitBonus(platform, { userId, walletId, key: newKey(), version: 1 });
    expect([stale.status, JSON.parse(stale.text)]).toMatchObject([409, { code: 'conflict', current: { walletId, version: 2, current: 800 } }]);
    const stranger = await forfeitBonus(platform, { userId: await player(), walletId, key: newKey(), version: 2 });
    expect(JSON.parse(stranger.text).code).toBe('not-found');
    await forfeitBonus(platform, { userId, walletId, key: newKey(), version: 2 });
    const over = await forfeitBonus(platform, { userId, walletId, key: newKey(), version: 3 });
    expect(JSON.parse(over.text)).toMatchObject({ code: 'conflict', current: { status: 'forfeited' } });
  });
});
