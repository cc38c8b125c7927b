/** Refusals of the calls that move money in and out. */
import { createDeposit } from '../../../src/core/contract/cashier';
import { patchDetails } from '../../../src/core/contract/details';
import { setLimit } from '../../../src/core/contract/protection';
import { addBankAccount, enquireAccount } from '../../../src/core/contract/withdrawals';
import { giveBonus } from '../bonuses';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { GTBANK, accountOfAda, ask, paidPlayer } from '../withdrawals';
import type { PaidPlayer } from '../withdrawals';
import { BONUS_REFUSALS, versionOf } from './bonuses';
import { HELD_REFUSALS } from './held';
import { playerOnBreak, newKey, paramsOf } from './people';
import { refusal } from './refusal';
import type { Refusal } from './refusal';

const HOUR_MS = 60 * 60_000;

const deposit = (client: TestClient, body: Readonly<Record<string, unknown>> = {}) => ({
  client, body: { method: 'mobile-money', amount: 500, currency: 'NGN', ...body },
});

const turnMoneyOff = (site: TestPlatform) => site.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);

const begin = (client: TestClient, key = newKey()) =>
  client.call(createDeposit, { params: paramsOf(client), body: { method: 'mobile-money', amount: 500, currency: 'NGN' }, key });

const DEPOSITS: readonly Refusal[] = [
  refusal('createDeposit', 'of too little', 'validation', async (site) => deposit(await site.signUp(), { amount: 1 })),
  refusal('createDeposit', 'by USSD of no bank', 'validation', async (site) => deposit(await site.signUp(), { method: 'ussd' })),
  refusal('createDeposit', 'the e-mail is not confirmed', 'email-not-activated', async (site) => deposit(await site.signUp({ activated: false }))),
  refusal('createDeposit', 'on a break', 'cool-off', async (site) => deposit(await playerOnBreak(site))),
  refusal('createDeposit', 'excluded', 'self-excluded', async (site) => deposit(await playerOnBreak(site, '6-months'))),
  refusal('createDeposit', 'equal to one of a moment ago', 'repeated-deposit', async (site) => {
    const client = await site.signUp();
    await begin(client);
    return deposit(client);
  }),
  refusal('createDeposit', 'beyond a limit', 'limit-exceeded', async (site) => {
    const client = await site.signUp();
    await client.call(setLimit, { params: { ...paramsOf(client), kind: 'deposit', period: 'day' }, body: { amount: 1_000, currency: 'NGN' }, key: newKey() });
    return deposit(client, { amount: 1_001 });
  }),
  refusal('createDeposit', 'with a bonus on terms that have changed: neither is begun', 'conflict', async (site) =>
    deposit(await site.signUp(), { promotion: { promotionId: 'welcome-bonus', version: 77 } })),
  refusal('createDeposit', 'with a promotion that is no match', 'validation', async (site) =>
    deposit(await site.signUp(), { promotion: { promotionId: 'free-spins', version: await versionOf(site, 'free-spins') } })),
  refusal('createDeposit', 'under a key of something else', 'key-reused', async (site) => {
    const client = await site.signUp();
    const key = newKey();
    await begin(client, key);
    return { ...deposit(client, { amount: 600 }), key };
  }),
  refusal('createDeposit', 'money is turned off', 'money-unavailable', async (site) => {
    const client = await site.signUp();
    await turnMoneyOff(site);
    return deposit(client);
  }),
  refusal('claimDeposit', 'there is none', 'not-found', async (site) => ({ client: await site.signUp() })),
  refusal('claimDeposit', 'it is somebody else’s', 'not-found', async (site) => {
    const other = await site.signUp();
    const { data } = await begin(other);
    return { client: await site.signUp(), params: { depositId: data.depositId } };
  }),
];

const withdrawal = ({ client, account }: PaidPlayer, amount = 5_000) => ({ client, body: { bankAccountId: account.bankAccountId, amount, currency: 'NGN' } });

/** Returns the details of a bank account whose number has this ending. */
const at = (ending: string) => ({ bankCode: GTBANK, accountNumber: accountOfAda(ending) });

const WITHDRAWALS: readonly Refusal[] = [
  refusal('createWithdrawal', 'of more than there is', 'insufficient-funds', async (site) => withdrawal(await paidPlayer(site, { naira: 4_000 }))),
  refusal('createWithdrawal', 'of money that was paid in and not played', 'turnover-needed', async (site) => withdrawal(await paidPlayer(site, { isPlayed: false }))),
  refusal('createWithdrawal', 'of unplayed money beside a bonus that would end with it', 'bonus-would-end', async (site) => {
    const player = await paidPlayer(site, { isPlayed: false });
    await giveBonus(site.platform, player.userId, 5_000_00);
    const { client, body } = withdrawal(player);
    return { client, body: { ...body, unplayed: 'mistake' } };
  }),
  refusal('createWithdrawal', 'of too little', 'validation', async (site) => withdrawal(await paidPlayer(site), 10)),
  refusal('createWithdrawal', 'to an account that is not kept', 'not-found', async (site) => ({ client: (await paidPlayer(site)).client })),
  refusal('createWithdrawal', 'to somebody else’s account', 'not-found', async (site) => {
    const other = await paidPlayer(site);
    return withdrawal({ ...(await paidPlayer(site)), account: other.account });
  }),
  refusal('createWithdrawal', 'before the identity is proven', 'nin-needed', async (site) => withdrawal(await paidPlayer(site, { verified: false }))),
  refusal('createWithdrawal', 'to a new account, long after the password was given', 'password-needed', async (site) => {
    const player = await paidPlayer(site);
    site.pass(6 * 60_000);
    return withdrawal(player);
  }),
  refusal('createWithdrawal', 'after half an hour of nothing', 'password-needed', async (site) => {
    const player = await paidPlayer(site);
    site.pass(HOUR_MS);
    return withdrawal(player);
  }),
  refusal('createWithdrawal', 'the name is another by now', 'name-mismatch', async (site) => {
    const player = await paidPlayer(site, { verified: false });
    const renamed = await player.client.call(patchDetails, {
      params: paramsOf(player.client), body: { firstname: 'Bisi', lastname: 'Bello' }, key: newKey(), headers: { 'if-match': '"1"' },
    });
    if (renamed.status !== 200) throw new Error(renamed.text);
    await site.pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [player.userId]);
    return withdrawal(player);
  }),
  refusal('createWithdrawal', 'under a key of something else', 'key-reused', async (site) => {
    const player = await paidPlayer(site);
    const key = newKey();
    await ask(player, 2_000, key);
    return { ...withdrawal(player), key };
  }),
  refusal('createWithdrawal', 'money is turned off', 'money-unavailable', async (site) => {
    const player = await paidPlayer(site);
    await turnMoneyOff(site);
    return withdrawal(player);
  }),
  ...(['enquireAccount', 'addBankAccount'] as const).flatMap((call) => [
    refusal(call, 'the e-mail is not confirmed', 'email-not-activated', async (site) => ({ client: await site.signUp({ activated: false }), body: at('00') })),
    refusal(call, 'before the first deposit', 'deposit-needed', async (site) => ({ client: await site.signUp(), body: at('00') })),
    refusal(call, 'after many', 'too-many-requests', async (site) => {
      const { client } = await paidPlayer(site);
      for (let n = 0; n < 10; n += 1) await client.call(enquireAccount, { params: paramsOf(client), body: at('00') });
      return { client, body: at('00') };
    }),
  ]),
  refusal('enquireAccount', 'the bank is silent', 'gateway-unavailable', async (site) => ({ client: (await paidPlayer(site)).client, body: at('92') })),
  refusal('enquireAccount', 'of no bank', 'validation', async (site) => ({ client: (await paidPlayer(site)).client, body: { ...at('00'), bankCode: '999' } })),
  refusal('addBankAccount', 'the bank does not know it: told as somebody else’s is', 'name-mismatch', async (site) => ({ client: (await paidPlayer(site)).client })),
  refusal('addBankAccount', 'the bank is silent', 'gateway-unavailable', async (site) => ({ client: (await paidPlayer(site)).client, body: at('92') })),
  refusal('addBankAccount', 'it is in another name', 'name-mismatch', async (site) => ({ client: (await paidPlayer(site)).client, body: at('91') })),
  refusal('addBankAccount', 'there are five', 'conflict', async (site) => {
    const { client } = await paidPlayer(site);
    for (let n = 0; n < 4; n += 1) await client.call(addBankAccount, { params: paramsOf(client), body: at('00') });
    return { client, body: at('00') };
  }),
  refusal('removeBankAccount', 'there is none', 'not-found', async (site) => ({ client: await site.signUp() })),
  refusal('removeBankAccount', 'it is somebody else’s', 'not-found', async (site) => ({
    client: await site.signUp(), params: { bankAccountId: (await paidPlayer(site)).account.bankAccountId },
  })),
];

export const MONEY_REFUSALS: readonly Refusal[] = [...DEPOSITS, ...HELD_REFUSALS, ...WITHDRAWALS, ...BONUS_REFUSALS];
