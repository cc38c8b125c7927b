/** What somebody gains by choosing what their account has in common with another one: nothing. Over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nameHolder } from '../../server/gateways/payment/simulator/payout-rows';
import { addBankAccount } from '../../src/core/contract/withdrawals';
import { ALL, makeLookalikes, paramsOf } from '../support/lookalikes';
import { newPhone } from '../support/phones';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const { join, bar, stops } = makeLookalikes(() => site);

it('nobody who is excluded plays on under the middle name of three that the bank knows, paid out to the same account', async () => {
  const person = { dateOfBirth: '1975-01-02', phone: newPhone() };
  const bank = { bankCode: '058', accountNumber: '7012345600' };
  await nameHolder(site.pool, bank.accountNumber, 'OKAFOR ADA CHIDINMA', site.platform.now());
  const ada = await join({ ...person, firstname: 'Ada', lastname: 'Okafor' });
  expect((await ada.call(addBankAccount, { params: paramsOf(ada), body: bank })).status).toBe(201);
  await bar(ada, 'permanent');
  const second = await join({ ...person, phone: newPhone(), firstname: 'Chidinma', lastname: 'Okafor' });
  expect((await second.call(addBankAccount, { params: paramsOf(second), body: bank })).status).toBe(201);
  expect(await stops(second)).toEqual(ALL);
});

it('nobody who is excluded plays on under that middle name with the same phone', async () => {
  const person = { dateOfBirth: '1975-01-03', phone: newPhone() };
  const bank = { bankCode: '058', accountNumber: '7012345700' };
  await nameHolder(site.pool, bank.accountNumber, 'OKAFOR ADA CHIDINMA', site.platform.now());
  const ada = await join({ ...person, firstname: 'Ada', lastname: 'Okafor' });
  expect((await ada.call(addBankAccount, { params: paramsOf(ada), body: bank })).status).toBe(201);
  await bar(ada, 'permanent');
  expect(await stops(await join({ ...person, firstname: 'Chidinma', lastname: 'Okafor' }))).toEqual(ALL);
});
