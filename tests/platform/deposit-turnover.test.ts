/** Money that was paid in is played once before it is paid out: what plays it, what never needs it, and who is paid out all the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveWithdrawal, refuseWithdrawal } from '../../server/admin/approvals';
import { settleAbandoned } from '../../server/games/settle-abandoned';
import { findViolations } from '../../server/ledger/invariants';
import { parsePlaces } from '../../server/place/place-file';
import { standardBook } from '../../server/place/places';
import { listBonuses } from '../../src/core/contract/bonuses';
import { playRound } from '../../src/core/contract/games';
import { exclude, setLimit } from '../../src/core/contract/protection';
import { closeAccount } from '../../src/core/contract/sessions';
import { getWithdrawalOptions } from '../../src/core/contract/withdrawals';
import { drawsFrom } from '../../src/core/fairness/draws';
import { kobo } from '../../src/core/money';
import { DAY_MS } from '../../src/core/time';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { giveBonus } from '../support/bonuses';
import { providerAt } from '../support/frame-provider/provider';
import { callFrom, takeSeat } from '../support/frame-provider/seats';
import { paramsOf, userIdOf } from '../support/http-client';
import { giveFactor } from '../support/insert-admin';
import { newKey } from '../support/keys';
import { makeOnePerson } from '../support/persons';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney, makePlayer } from '../support/players';
import { CLIENT_SEED, givePair, seedWhere } from '../support/stepped-rounds';
import { acceptBonusEnds, ask, findInQueue, invariantsOfGivenMoney, paidPlayer, readMoney } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

const CYCLE_MS = 6_000;
const drums = providerAt('http://127.0.0.1:9');

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform({ config: { gameProviders: [drums], countryHeader: 'cf-ipcountry', regionHeader: 'cf-region', trustProxy: ['127.0.0.1'] } });
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

const depositor = (naira: number) => paidPlayer(ayo, { naira, isPlayed: false });
const win = (userId: string, naira: number) => giveMoney(ayo.pool, userId, kobo(naira * 100), ayo.platform.now());
const optionsOf = async ({ client }: PaidPlayer) => (await client.call(getWithdrawalOptions, { params: paramsOf(client) })).data;
const turnoverOf = async (player: PaidPlayer) => (await optionsOf(player)).turnover;
const withdrawableOf = async ({ client }: PaidPlayer) =>
  (await client.call(listBonuses, { params: paramsOf(client), query: {} })).data.withdrawable;

function play({ client }: PaidPlayer, gameId: string, stake: number, bet: Readonly<Record<string, unknown>> = {}, headers = {}) {
  ayo.pass(CYCLE_MS);
  return client.call(playRound, { params: { ...paramsOf(client), gameId }, body: { stake, currency: 'NGN', bet }, key: newKey(), headers });
}

const limitStakes = ({ client }: PaidPlayer, amount: number) =>
  client.call(setLimit, { params: { ...paramsOf(client), kind: 'stake', period: 'day' }, body: { amount, currency: 'NGN' }, key: newKey() });

/** The next roll of a die is this player's last number below, or not. */
const rolls = (isBelow: boolean, under: number) =>
  seedWhere((serverSeed) => drawsFrom({ serverSeed, clientSeed: CLIENT_SEED, nonce: 0 }).below(10_000) < under === isBelow);

const unplayedRefusal = { status: 422, code: 'turnover-needed' };

describe('a deposit that was not played', () => {
  it('is not paid out, with words that say what is to be done', async () => {
    const ada = await depositor(5_000);
    expect(await turnoverOf(ada)).toEqual({ left: 5_000, of: 5_000, free: 0, minUnplayed: 1_000, waived: null, endsBonuses: [], closingEnds: [] });
    expect((await ask(ada, 5_000)).problem).toMatchObject({
      ...unplayedRefusal,
      detail: '₦5,000 of your balance is a deposit that you have not played yet. You can withdraw ₦0 now, and the rest as you play it.',
      errors: [{ field: 'amount' }],
    });
    expect(await readMoney(ada)).toEqual({ real: 5_000, held: 0 });
  });

  it('can be paid out as far as it was played, won or lost', async () => {
    const ada = await depositor(5_000);
    await givePair(ayo.pool, ada.userId, rolls(true, 9_800), ayo.platform.now());
    const won = await play(ada, 'dice', 2_000, { under: 9_800 });
    expect(won.data.win).toBe(2_020.4);
    expect(await turnoverOf(ada)).toMatchObject({ left: 3_000, of: 5_000, free: 2_020.4 });
    expect((await ask(ada, 2_020.5)).problem).toMatchObject(unplayedRefusal);
    expect((await ask(ada, 2_020.4)).data).toMatchObject({ state: 'sending' });
    expect(await turnoverOf(ada)).toMatchObject({ left: 3_000, free: 0 });

    const bola = await depositor(5_000);
    await givePair(ayo.pool, bola.userId, rolls(false, 5_000), ayo.platform.now());
    await play(bola, 'dice', 2_000, { under: 5_000 });
    expect(await turnoverOf(bola)).toMatchObject({ left: 3_000, of: 5_000, free: 0 });
  });

  it('is in nobody’s way: what was won and other money go out at once, a rest that is smaller than a withdrawal, too', async () => {
    const ada = await depositor(5_000);
    await win(ada.userId, 600);
    expect(await optionsOf(ada)).toMatchObject({ minAmount: 600, turnover: { left: 5_000, free: 600 } });
    expect((await ask(ada, 600)).status).toBe(201);
    expect(await readMoney(ada)).toEqual({ real: 5_000, held: 600 });
  });

  it('is not played by a round that returns the stake, nor by bets that cover for each other', async () => {
    const ada = await depositor(5_000);
    await play(ada, 'mines', 1_000, { mines: 3 });
    expect(await turnoverOf(ada)).toMatchObject({ left: 4_000 });
    ayo.pass(DAY_MS);
    await settleAbandoned(ayo.platform);
    expect(await turnoverOf(ada)).toMatchObject({ left: 5_000, of: 5_000 });

    const bola = await depositor(5_000);
    await play(bola, 'roulette', 2_000, { bets: [{ spot: 'red', stake: 100_000 }, { spot: 'black', stake: 100_000 }] });
    const { real } = await readMoney(bola);
    // Zero lost the stake, and lost money counts as played.
    expect(await turnoverOf(bola)).toMatchObject({ left: Math.min(real, 5_000), free: 0 });
  });

  it('stays so when a payout of it comes back', async () => {
    const ada = await depositor(5_000);
    const { data } = await ask(ada, 5_000, newKey(), { unplayed: 'mistake' });
    expect(await turnoverOf(ada)).toMatchObject({ left: 0 });
    await refuseWithdrawal(ayo.platform, { adminId: await makePlayer(ayo.pool, { role: 'admin' }), withdrawalId: data.withdrawalId }, 'Please play it, or tell us more.');
    expect(await turnoverOf(ada)).toMatchObject({ left: 5_000, free: 0 });
    expect((await ask(ada, 5_000)).problem).toMatchObject(unplayedRefusal);
  });

  it('is played by a framed game, too, and not by a stake that its provider gives back', async () => {
    const ada = await depositor(5_000);
    const { session } = await takeSeat(ayo, drums, ada.client);
    const call = (name: string, body: unknown) => callFrom(ayo, drums, name, body);
    const stake = (transactionId: string, roundId: string) => call('debit', { session, transactionId, roundId, amount: 100, currency: 'NGN' });
    ayo.pass(CYCLE_MS);
    expect((await stake('t-1', 'r-1')).status).toBe(200);
    expect(await turnoverOf(ada)).toMatchObject({ left: 4_900 });
    await call('rollback', { session, transactionId: 't-2', debitId: 't-1', currency: 'NGN' });
    expect(await turnoverOf(ada)).toMatchObject({ left: 5_000 });
    ayo.pass(CYCLE_MS);
    await stake('t-3', 'r-2');
    await call('credit', { session, transactionId: 't-4', roundId: 'r-2', amount: 100, currency: 'NGN' });
    expect(await turnoverOf(ada)).toMatchObject({ left: 5_000 });
    ayo.pass(CYCLE_MS);
    await stake('t-5', 'r-3');
    await call('credit', { session, transactionId: 't-6', roundId: 'r-3', amount: 250, currency: 'NGN' });
    expect(await turnoverOf(ada)).toMatchObject({ left: 4_900, free: 250 });
    await giveBonus(ayo.platform, ada.userId, 1_000_00, { maxStake: kobo(50_00) });
    ayo.pass(CYCLE_MS);
    expect(await stake('t-7', 'r-4')).toMatchObject({ status: 422, problem: { code: 'bonus-stake-too-high' } });
  });

  it('is not in what the page of bonuses says can be withdrawn', async () => {
    const ada = await depositor(5_000);
    await win(ada.userId, 700);
    expect(await withdrawableOf(ada)).toBe(700);
  });
});

describe('a deposit that was not played is paid out all the same, once people have looked at it, to a player', () => {
  const paidOut = async (player: PaidPlayer, reason: string, more = {}) => {
    const withdrawal = await ask(player, 5_000, newKey(), more);
    expect(withdrawal.status, withdrawal.text).toBe(201);
    expect(withdrawal.data.state).toBe('checking');
    const admin = await ayo.signUpAdmin();
    expect((await findInQueue(admin, withdrawal.data.withdrawalId))?.unplayed).toEqual({ amount: 5_000, reason });
  };

  it.each([
    ['excluded', '6-months'],
    ['on a break', '24-hours'],
  ] as const)('who is %s', async (_, length) => {
    const ada = await depositor(5_000);
    await ada.client.call(exclude, { params: paramsOf(ada.client), body: { length }, key: newKey() });
    expect(await turnoverOf(ada)).toMatchObject({ free: 5_000, waived: 'barred' });
    await paidOut(ada, 'barred');
  });

  it.each([
    ['who has to show a NIN before they may play', `identity_check = 'play'`],
    ['who has become an admin', `role = 'admin'`],
    ['who is too young where they live by now', `date_of_birth = '2015-01-01'`],
  ])('%s', async (_, change) => {
    const ada = await depositor(5_000);
    await ayo.pool.query(`UPDATE player SET ${change} WHERE user_id = $1`, [ada.userId]);
    await giveFactor(ayo.pool, ada.userId);
    await paidOut(ada, 'barred');
  });

  it('whose other account plays', async () => {
    const [first, ada] = [userIdOf(await ayo.signUp()), await paidPlayer(ayo, { naira: 5_000, isPlayed: false, verified: false })];
    await makeOnePerson(ayo.platform, first, ada.userId);
    await paidOut(ada, 'barred');
  });

  it('whose limits leave less than they would have to play', async () => {
    const ada = await depositor(5_000);
    await limitStakes(ada, 5_000);
    expect((await ask(ada, 5_000)).problem).toMatchObject(unplayedRefusal);
    await limitStakes(ada, 4_999);
    expect(await turnoverOf(ada)).toMatchObject({ free: 5_000, waived: 'limit' });
    await paidOut(ada, 'limit');
  });

  it('whose limits leave too little for all of it, also for a part; what the limits leave enough for is to be played', async () => {
    const ada = await depositor(10_000);
    await limitStakes(ada, 5_000);
    const readFreeAmounts = async () => [(await turnoverOf(ada))?.free, await withdrawableOf(ada)];
    expect(await readFreeAmounts()).toEqual([10_000, 10_000]);
    expect((await ask(ada, 4_000)).data).toMatchObject({ state: 'checking' });
    expect(await readFreeAmounts()).toEqual([6_000, 6_000]);
    expect((await ask(ada, 1_000)).data).toMatchObject({ state: 'checking' });
    expect(await turnoverOf(ada)).toMatchObject({ left: 5_000, waived: null });
    expect(await readFreeAmounts()).toEqual([0, 0]);
    expect((await ask(ada, 5_000)).problem).toMatchObject(unplayedRefusal);
  });

  it('who reads the same on the page of bonuses, whatever the reason', async () => {
    const ada = await depositor(5_000);
    expect(await withdrawableOf(ada)).toBe(0);
    await ada.client.call(exclude, { params: paramsOf(ada.client), body: { length: '24-hours' }, key: newKey() });
    expect(await withdrawableOf(ada)).toBe(5_000);
  });

  it('but not where money is switched off for a while: nothing is said to be free then, and the pages are still there', async () => {
    const ada = await depositor(5_000);
    await ayo.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    expect(await turnoverOf(ada)).toMatchObject({ left: 5_000, free: 0, waived: null });
    expect(await withdrawableOf(ada)).toBe(0);
    await ayo.pool.query('UPDATE money_switch SET open = true, reason = NULL');
  });

  it('who finds no game that can be played', async () => {
    const [ada, bola] = [await depositor(5_000), await depositor(5_000)];
    await ayo.pool.query('UPDATE game SET enabled = false');
    await paidOut(ada, 'games');
    await ayo.pool.query(`UPDATE game SET enabled = true, hidden_until = '2090-01-01T00:00:00Z'`);
    await paidOut(bola, 'games');
    await ayo.pool.query('UPDATE game SET hidden_until = NULL');
  });

  it('who paid in by mistake', async () => {
    await paidOut(await depositor(5_000), 'mistake', { unplayed: 'mistake' });
  });

  it('who paid in less than a withdrawal usually is, by mistake: all of it can be asked back', async () => {
    const ada = await depositor(500);
    expect(await optionsOf(ada)).toMatchObject({ minAmount: 1_000, turnover: { minUnplayed: 500 } });
    expect((await ask(ada, 500, newKey(), { unplayed: 'mistake' })).data).toMatchObject({ state: 'checking' });
    expect(await readMoney(ada)).toEqual({ real: 0, held: 500 });
  });

  it('only after the identity check, as to everybody', async () => {
    const ada = await paidPlayer(ayo, { naira: 5_000, isPlayed: false, verified: false });
    await ada.client.call(exclude, { params: paramsOf(ada.client), body: { length: '6-months' }, key: newKey() });
    expect((await ask(ada, 5_000)).problem).toMatchObject({ code: 'nin-needed' });
  });
});

describe('who closes the account', () => {
  it('is paid out whatever was played; from then on nothing is played, paid in or claimed, and it can be closed once it is empty', async () => {
    const ada = await depositor(5_000);
    await giveBonus(ayo.platform, ada.userId, 1_000_00);
    const close = () => ada.client.call(closeAccount, { params: paramsOf(ada.client), body: { password: PASSWORD } });
    expect((await close()).problem).toMatchObject({ code: 'money-left' });
    expect((await ask(ada, 5_000)).problem).toMatchObject(unplayedRefusal);
    const { data } = await ask(ada, 5_000, newKey(), { unplayed: 'closing', endsBonuses: await acceptBonusEnds(ada, true) });
    expect(data.state).toBe('checking');
    expect(await optionsOf(ada)).toMatchObject({ closing: true });
    const [bonus] = (await ada.client.call(listBonuses, { params: paramsOf(ada.client), query: {} })).data.items;
    expect(bonus).toMatchObject({ status: 'forfeited', endReason: 'account-closed', lost: 1_000 });

    await win(ada.userId, 500);
    expect((await play(ada, 'dice', 100, { under: 5_000 })).problem).toMatchObject({ status: 403, code: 'account-closed', detail: expect.stringContaining('You asked us to pay everything out') as string });
    expect((await ask(ada, 500)).status).toBe(201);
    for (const adminId of [await makePlayer(ayo.pool, { role: 'admin' }), await makePlayer(ayo.pool, { role: 'admin' })]) {
      await approveWithdrawal(ayo.platform, { adminId, withdrawalId: data.withdrawalId });
    }
    while ((await sweepPayouts(ayo.platform)) > 0);
    expect(await readMoney(ada)).toEqual({ real: 0, held: 0 });
    expect((await close()).status).toBe(204);
  });
});

describe('a place', () => {
  it('can ask for no turnover: then a withdrawal goes by the usual rules, and still ends a bonus whose deposit was not played', async () => {
    const parsed = parsePlaces(JSON.stringify({
      default: { served: true, minimumAge: 18, licence: '', ceilings: {}, realityCheckMinutes: 60, depositTurnover: 0 }, states: { LA: { depositTurnover: 1 } },
    }));
    if ('errors' in parsed) throw new Error(parsed.errors.join());
    const free = await testPlatform({ database: ayo.database, parts: { places: parsed.book } });
    try {
      const player = async () => paidPlayer({ ...free, platform: ayo.platform }, { naira: 5_000, isPlayed: false });
      const ada = await player();
      expect((await ask(ada, 2_000)).data).toMatchObject({ state: 'sending' });
      await giveBonus(ayo.platform, ada.userId, 1_000_00);
      expect(await turnoverOf(ada)).toMatchObject({ free: 3_000, waived: 'place', endsBonuses: [{ name: 'Welcome bonus', current: 1_000 }] });
      expect((await ask(ada, 3_000)).problem).toMatchObject({ status: 409, code: 'bonus-would-end', current: [{ name: 'Welcome bonus', current: 1_000 }] });
      expect((await ask(ada, 3_000, newKey(), { endsBonuses: await acceptBonusEnds(ada) })).data).toMatchObject({ state: 'sending' });

      const lagos = await player();
      await ayo.pool.query(`UPDATE player SET street = '12 Broad Street', city = 'Lagos Island', state = 'LA' WHERE user_id = $1`, [lagos.userId]);
      expect((await ask(lagos, 2_000)).problem).toMatchObject(unplayedRefusal);
    } finally {
      await free.close();
    }
  });

  it('that comes with the program asks for one', () => {
    expect(standardBook().standard.depositTurnover).toBe(1);
  });

  it('that is not served pays out what can’t be played there', async () => {
    const abroad = await testPlatform({ database: ayo.database, config: { allowedCountries: ['NG'], countryHeader: 'cf-ipcountry', trustProxy: ['127.0.0.1'] } });
    try {
      const ada = await depositor(5_000);
      const client = { ...ada, client: await abroad.signIn((await ayo.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [ada.userId])).rows[0]?.username ?? '') };
      expect(await turnoverOf(client)).toMatchObject({ waived: 'barred' });
    } finally {
      await abroad.close();
    }
  });
});
