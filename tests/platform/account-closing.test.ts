/** A withdrawal with which its player closes the account: what protects the player from a thief who asks for it, and what ends the closing again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveWithdrawal, refuseWithdrawal } from '../../server/admin/approvals';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { PASSWORD_VALID_MS } from '../../server/cashier/withdrawals/request-withdrawal';
import { findViolations } from '../../server/ledger/invariants';
import { confirmPassword } from '../../src/core/contract/auth';
import { listBonuses } from '../../src/core/contract/bonuses';
import { playRound } from '../../src/core/contract/games';
import { getWithdrawalOptions } from '../../src/core/contract/withdrawals';
import { giveBonus } from '../support/bonuses';
import { paramsOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { makePlayer } from '../support/players';
import { acceptBonusEnds, ask, invariantsOfGivenMoney, paidPlayer, readMoney, readWithdrawal } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

const isClosing = async ({ client }: PaidPlayer) => (await client.call(getWithdrawalOptions, { params: paramsOf(client) })).data.closing === true;
const close = async (player: PaidPlayer, naira: number) =>
  ask(player, naira, newKey(), { unplayed: 'closing', endsBonuses: await acceptBonusEnds(player, true) });

it('asks for the password, also where the bank account was paid out to before', async () => {
  const ada = await paidPlayer(ayo, { naira: 5_000, isPlayed: false });
  await ayo.pool.query('UPDATE bank_account SET used_at = added_at WHERE user_id = $1', [ada.userId]);
  await giveBonus(ayo.platform, ada.userId, 1_000_00);
  ayo.pass(PASSWORD_VALID_MS + 1);
  expect((await close(ada, 5_000)).problem).toMatchObject({ status: 401, code: 'password-needed', detail: 'You asked for your account to be closed.' });
  expect(await isClosing(ada)).toBe(false);
  expect((await ada.client.call(listBonuses, { params: paramsOf(ada.client), query: {} })).data.items).toMatchObject([{ status: 'active' }]);
  expect(await readMoney(ada)).toEqual({ real: 5_000, held: 0 });
  await ada.client.call(confirmPassword, { params: paramsOf(ada.client), body: { password: PASSWORD } });
  expect((await close(ada, 5_000)).data).toMatchObject({ state: 'checking' });
  expect(await isClosing(ada)).toBe(true);
});

describe('an account that is to be closed, when its payout comes back', () => {
  const refuse = async (withdrawalId: string) =>
    refuseWithdrawal(ayo.platform, { adminId: await makePlayer(ayo.pool, { role: 'admin' }), withdrawalId }, 'Tell us more, please.');
  const payOut = async (withdrawalId: string) => {
    for (const adminId of [await makePlayer(ayo.pool, { role: 'admin' }), await makePlayer(ayo.pool, { role: 'admin' })]) {
      await approveWithdrawal(ayo.platform, { adminId, withdrawalId });
    }
    while ((await sweepPayouts(ayo.platform)) > 0);
  };
  const closeWith = async (player: PaidPlayer, naira: number) => {
    ayo.pass(1_000);
    return (await close(player, naira)).data.withdrawalId;
  };

  it.each([['was not played', false], ['was won', true]])('goes on where people refused the payout of money that %s', async (_, isPlayed) => {
    const ada = await paidPlayer(ayo, { naira: 60_000, isPlayed });
    const withdrawalId = await closeWith(ada, 60_000);
    expect(await isClosing(ada)).toBe(true);
    await refuse(withdrawalId);
    expect(await isClosing(ada)).toBe(false);
    const params = { ...paramsOf(ada.client), gameId: 'dice' };
    expect((await ada.client.call(playRound, { params, body: { stake: 100, currency: 'NGN', bet: { under: 5_000 } }, key: newKey() })).status).toBe(201);
  });

  it('goes on where the bank rejected the payout', async () => {
    const ada = await paidPlayer(ayo, { naira: 5_000, isPlayed: false, ending: '02' });
    const withdrawalId = await closeWith(ada, 5_000);
    await payOut(withdrawalId);
    expect(await readWithdrawal(ada, withdrawalId)).toMatchObject({ state: 'failed' });
    expect(await isClosing(ada)).toBe(false);
  });

  it('is still to be closed while another payout of the closing is under way, or once one was paid', async () => {
    const ada = await paidPlayer(ayo, { naira: 5_000, isPlayed: false });
    const first = await closeWith(ada, 1_000);
    const second = await closeWith(ada, 1_000);
    await refuse((await ask(ada, 1_000)).data.withdrawalId);
    await refuse(first);
    expect(await isClosing(ada)).toBe(true);
    await refuse(second);
    expect(await isClosing(ada)).toBe(false);

    await payOut(await closeWith(ada, 1_000));
    await refuse(await closeWith(ada, 1_000));
    expect(await isClosing(ada)).toBe(true);
  });

  it('goes on, too, where all payouts of the closing are refused at the same moment', async () => {
    const ada = await paidPlayer(ayo, { naira: 5_000, isPlayed: false });
    const ids = [];
    for (let count = 0; count < 4; count += 1) ids.push(await closeWith(ada, 1_000));
    await Promise.all(ids.map(refuse));
    expect(await isClosing(ada)).toBe(false);
  });
});
