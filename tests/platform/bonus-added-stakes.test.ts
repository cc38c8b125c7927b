/** Bonuses and money that come while a round is open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BONUS_INVARIANTS, WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { onDepositCredited } from '../../server/bonuses/deposit-bonuses';
import { transaction } from '../../server/db/transaction';
import { findViolations } from '../../server/ledger/invariants';
import { playAction, playRound } from '../../src/core/contract/games';
import { kobo } from '../../src/core/money';
import { readWallets } from '../support/bonus-rows';
import { claimMatch, giveBonus, insertDeposit } from '../support/bonuses';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { refusePayout, takeUnplayed } from '../support/payout-ends';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { givePair } from '../support/stepped-rounds';
import { DOUBLE, DOUBLE_SEED } from '../support/stepped-stage';
import { paidPlayer, readMoney } from '../support/withdrawals';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(async () => {
  expect(await findViolations(site.pool, [...BONUS_INVARIANTS, ...WAGERING_INVARIANTS])).toEqual([]);
  await site.close();
});

async function someone(): Promise<TestClient> {
  const client = await site.signUp();
  await givePair(site.pool, userIdOf(client), DOUBLE_SEED, site.platform.now());
  return client;
}
const own = (client: TestClient, naira: number) => giveMoney(site.pool, userIdOf(client), kobo(naira * 100), site.platform.now());
const bonus = (client: TestClient, naira: number, maxStake: number) => {
  site.pass(1_000);
  return giveBonus(site.platform, userIdOf(client), naira * 100, { wagering: 10, validDays: 30, maxStake: kobo(maxStake * 100) });
};
const bonusOf = async (client: TestClient) => (await readWallets(site.pool, userIdOf(client)))[0];
async function deal(client: TestClient, stake: number) {
  const { data } = await client.call(playRound, { params: { ...paramsOf(client), gameId: 'blackjack' }, body: { stake, currency: 'NGN', bet: {} }, key: newKey() });
  return () => client.call(playAction, { params: { ...paramsOf(client), roundId: data.roundId }, body: { action: DOUBLE, step: 0 }, key: newKey() });
}

describe('a hand that is doubled', () => {
  it('is the player’s own where a bonus begins meanwhile, above its largest stake too, and counts nothing for it', async () => {
    const client = await someone();
    await own(client, 2_000);
    const double = await deal(client, 1_000);
    await bonus(client, 500, 100);
    const { status, data } = await double();
    expect([status, data.win]).toEqual([201, 4_000]);
    expect((await readMoney({ client, userId: userIdOf(client) })).real).toBe(4_000);
    expect(await bonusOf(client)).toMatchObject({ balance: 500_00, progress: 0 });
  });

  it('is the player’s own where a bonus comes back meanwhile that was ended as it began, above its largest stake too', async () => {
    const player = await paidPlayer(site, { naira: 10_000, isPlayed: false });
    await givePair(site.pool, player.userId, DOUBLE_SEED, site.platform.now());
    await bonus(player.client, 10_000, 1_000);
    const withdrawalId = await takeUnplayed(player, 1_000);
    site.pass(1_000);
    const double = await deal(player.client, 2_000);
    site.pass(1_000);
    await refusePayout(site, withdrawalId);
    expect(await bonusOf(player.client)).toMatchObject({ state: 'active', balance: 10_000_00 });
    const { status, data } = await double();
    expect([status, data.win]).toEqual([201, 8_000]);
    expect(await bonusOf(player.client)).toMatchObject({ balance: 10_000_00, progress: 0 });
  });

  it('is the player’s own where a claim begins meanwhile that had come back before, while it still waited for its deposit', async () => {
    const player = await paidPlayer(site, { naira: 60_000 });
    const { userId } = player;
    await givePair(site.pool, userId, DOUBLE_SEED, site.platform.now());
    const walletId = await claimMatch(site.platform, userId, { minDeposit: kobo(1), percent: 100, maxStake: kobo(100_00) });
    await refusePayout(site, await takeUnplayed(player, 60_000, 'closing'));
    expect(await bonusOf(player.client)).toMatchObject({ walletId, state: 'pending' });
    site.pass(1_000);
    const double = await deal(player.client, 1_000);
    site.pass(1_000);
    const depositId = await insertDeposit(site.platform, userId, 500_00);
    await transaction(site.pool, (tx) => onDepositCredited(tx, { userId, depositId, amount: kobo(500_00), at: site.platform.now() }));
    expect(await bonusOf(player.client)).toMatchObject({ walletId, state: 'active' });
    expect((await double()).data.win).toBe(4_000);
  });

  it('takes no money that came since, where it began with bonus money: the win is the bonus’s', async () => {
    const client = await someone();
    await bonus(client, 500, 1_000);
    const double = await deal(client, 100);
    await own(client, 1_000);
    const { status, data } = await double();
    expect([status, data.win]).toEqual([201, 400]);
    expect((await readMoney({ client, userId: userIdOf(client) })).real).toBe(1_000);
    expect(await bonusOf(client)).toMatchObject({ balance: 700_00 });
  });

  it('is refused with the reason where the bonus has not enough for it, and sends nobody to pay in', async () => {
    const client = await someone();
    await bonus(client, 150, 1_000);
    const double = await deal(client, 100);
    await own(client, 1_000);
    expect((await double()).problem).toMatchObject({ code: 'bonus-stake-too-high', detail: 'This round began with bonus money, so it takes no real money.' });
  });
});
