/** A bonus that is given once is not paid out twice by rules alone, however a person closes one account and opens the next. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { playRound } from '../../server/games/play-round';
import { readBalance } from '../../server/ledger/accounts';
import { findViolations } from '../../server/ledger/invariants';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import { closeAccount } from '../../src/core/contract/sessions';
import { getWithdrawalOptions } from '../../src/core/contract/withdrawals';
import { readWallets } from '../support/bonus-rows';
import { giveBonus } from '../support/bonuses';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { paramsOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { checkIdentityOn, newNin } from '../support/persons';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ask, findInQueue, invariantsOfGivenMoney, paidPlayer, stepsOf, readWithdrawal } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

const CYCLE_MS = 2_500;
const WEEK_MS = 7 * 86_400_000;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(async () => {
  expect(await findViolations(site.pool, invariantsOfGivenMoney())).toEqual([]);
  await site.close();
});

/** Gives one of ₦100 and wagers it with the player's own money, so that it becomes money. */
async function earn({ userId }: PaidPlayer, promotionId: 'welcome-bonus' | 'friday' = 'welcome-bonus'): Promise<void> {
  await giveBonus(site.platform, userId, 100_00, { promotionId, wagering: 1 });
  while (((await readWallets(site.pool, userId)) as { readonly state: string }[]).some(({ state }) => state === 'active')) {
    const { status, text } = await playRound(site.platform, { userId, gameId: 'adire-gold', key: newKey(), place: HERE, sessionHash: SESSION_HASH, body: { stake: 50, currency: 'NGN', bet: {} } });
    expect(status, text).toBe(201);
    site.pass(CYCLE_MS);
  }
}
const verify = (player: PaidPlayer, number: string) => checkIdentityOn(site, player, number);
/** Withdraws everything and closes the account. It was verified, so rules alone pay it out. */
async function withdrawAndClose(player: PaidPlayer): Promise<void> {
  const { client, userId } = player;
  const { data } = await ask(player, (await readBalance(site.pool, userId)).real / 100);
  expect(data.state).toBe('sending');
  await sweepPayouts(site.platform);
  expect((await client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } })).status).toBe(204);
}
const newPaidPlayer = () => paidPlayer(site, { naira: 20_000, verified: false });
const automatic = async ({ client }: PaidPlayer) => (await client.call(getWithdrawalOptions, { params: paramsOf(client) })).data.automaticUpTo;

it('nobody is paid the welcome bonus twice by rules alone who closes an account in order and shows the NIN with the next one', async () => {
  const number = newNin();
  const before = await newPaidPlayer();
  await earn(before);
  expect(await verify(before, number)).toBe(null);
  await withdrawAndClose(before);
  const after = await newPaidPlayer();
  await earn(after);
  expect(await verify(after, number)).toBe(null);
  expect(await automatic(after)).toBe(0);
  // People decide on the payout, and are told why.
  const { data } = await ask(after, 2_000);
  expect([data.state, stepsOf(data)]).toEqual(['checking', ['asked', 'held', 'review']]);
  const admin = await site.signUpAdmin();
  const shown = await findInQueue(admin, data.withdrawalId);
  expect(shown).toMatchObject({ approvalsNeeded: 2, player: { verification: 'verified', givenTwice: [{ name: 'Welcome bonus', converted: 100 }] } });
  for (const each of [admin, await site.signUpAdmin()]) {
    expect((await each.call(approveWithdrawal, { params: { withdrawalId: data.withdrawalId } })).status).toBe(200);
  }
  await sweepPayouts(site.platform);
  expect((await readWithdrawal(after, data.withdrawalId)).state).toBe('paid');
  // In small parts it is the same.
  expect((await ask(after, 1_000)).data.state).toBe('checking');
});

it('needs nobody’s approval where each account had another bonus, or the weekly one in another week', async () => {
  const number = newNin();
  const before = await newPaidPlayer();
  await earn(before, 'friday');
  expect(await verify(before, number)).toBe(null);
  await withdrawAndClose(before);
  site.pass(WEEK_MS);
  const after = await newPaidPlayer();
  await earn(after, 'friday');
  await earn(after, 'welcome-bonus');
  expect(await verify(after, number)).toBe(null);
  expect(await automatic(after)).toBe(50_000);
  expect((await ask(after, 2_000)).data.state).toBe('sending');
});

it('nobody sends a player’s payouts to people by claiming the same with a second account of the player’s NIN', async () => {
  const number = newNin();
  const owner = await newPaidPlayer();
  await earn(owner);
  expect(await verify(owner, number)).toBe(null);
  const stranger = await newPaidPlayer();
  await earn(stranger);
  expect(await verify(stranger, number)).toBe('nin-in-use');
  expect((await ask(owner, 2_000)).data.state).toBe('sending');
  const { data } = await ask(stranger, 2_000);
  expect(data.state).toBe('checking');
  const admin = await site.signUpAdmin();
  const shown = await findInQueue(admin, data.withdrawalId);
  expect(shown?.player.givenTwice).toEqual([{ name: 'Welcome bonus', converted: 100 }]);
});
