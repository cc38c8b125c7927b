/** Nobody gains anything by choosing what their account has in common with another one. Over HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setHolder } from '../../server/gateways/payment/simulator/payouts/payout-rows';
import { createDeposit } from '../../src/core/contract/cashier';
import { patchDetails } from '../../src/core/contract/details';
import { kobo } from '../../src/core/money';
import { addBankAccount } from '../../src/core/contract/withdrawals';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { IDENTITY_REFUSALS, makeLookalikes, NO_REFUSALS } from '../support/lookalikes';
import { newPhone } from '../support/phones';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const { newPerson, join, bar, verify, readRefusals } = makeLookalikes(() => site);

it('nobody who is excluded plays on under the middle name of three that the bank knows, paid out to the same account', async () => {
  const person = { dateOfBirth: '1975-01-02', phone: newPhone() };
  const bank = { bankCode: '058', accountNumber: '7012345600' };
  await setHolder(site.pool, bank.accountNumber, 'OKAFOR ADA CHIDINMA', site.platform.now());
  const ada = await join({ ...person, firstname: 'Ada', lastname: 'Okafor' });
  expect((await ada.call(addBankAccount, { params: paramsOf(ada), body: bank })).status).toBe(201);
  await bar(ada, 'permanent');
  const second = await join({ ...person, phone: newPhone(), firstname: 'Chidinma', lastname: 'Okafor' });
  expect((await second.call(addBankAccount, { params: paramsOf(second), body: bank })).status).toBe(201);
  expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
});

it('nobody who is excluded plays on under that middle name with the same phone', async () => {
  const person = { dateOfBirth: '1975-01-03', phone: newPhone() };
  const bank = { bankCode: '058', accountNumber: '7012345700' };
  await setHolder(site.pool, bank.accountNumber, 'OKAFOR ADA CHIDINMA', site.platform.now());
  const ada = await join({ ...person, firstname: 'Ada', lastname: 'Okafor' });
  expect((await ada.call(addBankAccount, { params: paramsOf(ada), body: bank })).status).toBe(201);
  await bar(ada, 'permanent');
  expect(await readRefusals(await join({ ...person, firstname: 'Chidinma', lastname: 'Okafor' }))).toEqual(IDENTITY_REFUSALS);
});

it('a stranger does not find out with a new account whether the player whom it looks like is excluded: it is asked for the same', async () => {
  const [person, excluded] = [newPerson(), newPerson()];
  const [, barred] = [await join(person), await join(excluded)];
  await bar(barred);
  const askedOf = async (client: TestClient) => {
    const { status, problem } = await client.call(createDeposit, { params: paramsOf(client), key: randomUUID(), body: { method: 'card', amount: 500, currency: 'NGN' } });
    return [status, problem?.detail, await readRefusals(client)];
  };
  const [one, other] = [await join(person, site.client(), kobo(0)), await join(excluded, site.client(), kobo(0))];
  expect(await askedOf(one)).toEqual([403, expect.stringContaining('Verify your NIN'), IDENTITY_REFUSALS]);
  expect(await askedOf(one)).toEqual(await askedOf(other));
});

it('a stranger does not find out whether a player is excluded by a new account in another name with their birthday and phone', async () => {
  const [person, excluded] = [newPerson(), newPerson()];
  await join(person);
  await bar(await join(excluded));
  const other = { firstname: 'Bola', lastname: 'Ige' };
  const askedOf = async (copied: { readonly dateOfBirth: string; readonly phone: string }) =>
    readRefusals(await join({ ...copied, ...other }, site.client(), kobo(0)));
  expect([await askedOf(person), await askedOf(excluded)]).toEqual([IDENTITY_REFUSALS, IDENTITY_REFUSALS]);
});

it('a stranger does not find out whether a player is excluded by taking their phone with an account that holds money, newer or older', async () => {
  const found = [];
  for (const [isOlder, isExcluded] of [[false, false], [false, true], [true, false], [true, true]] as const) {
    const person = newPerson();
    const early = isOlder ? await join({ ...person, phone: newPhone() }) : null;
    const player = await join(person);
    const stranger = early ?? (await join({ ...person, phone: newPhone() }));
    if (isExcluded) await bar(player);
    expect(await readRefusals(stranger)).toEqual(NO_REFUSALS);
    const changed = await stranger.call(patchDetails, { params: paramsOf(stranger), key: randomUUID(), headers: { 'if-match': '"1"' }, body: { phone: person.phone } });
    expect(changed.status).toBe(200);
    found.push(await readRefusals(stranger));
  }
  expect(found).toEqual([IDENTITY_REFUSALS, IDENTITY_REFUSALS, IDENTITY_REFUSALS, IDENTITY_REFUSALS]);
});

it('a stranger with a NIN of their own and another name does not stop the deposits of an older player by taking their birthday and phone', async () => {
  const person = newPerson();
  const player = await join(person);
  const stranger = await join({ ...person, firstname: 'Bola', lastname: 'Adeyemi' }, site.client(), kobo(0));
  expect(await verify(stranger)).toBe(null);
  expect(await readRefusals(player)).toEqual(NO_REFUSALS);
});

it('nobody has two limits by showing the NIN under a part of their name: the older account with the same name is asked', async () => {
  const person = newPerson();
  const player = await join({ ...person, firstname: 'Ada', lastname: 'Okafor Chidinma' });
  expect(await verify(await join({ ...person, firstname: 'Chidinma', lastname: 'Okafor' }, site.client(), kobo(0)))).toBe(null);
  expect(await readRefusals(player)).toEqual(['identity-needed', null]);
});

it('nobody who is excluded plays on with another name and date of birth, paid out to the same account', async () => {
  const bank = { bankCode: '058', accountNumber: '7012345800' };
  await setHolder(site.pool, bank.accountNumber, 'OKAFOR ADA CHIDINMA', site.platform.now());
  const [ada, second] = [await join({ ...newPerson(), firstname: 'Ada', lastname: 'Okafor' }), await join({ ...newPerson(), firstname: 'Ada', lastname: 'Chidinma' })];
  expect((await ada.call(addBankAccount, { params: paramsOf(ada), body: bank })).status).toBe(201);
  await bar(ada);
  expect(await readRefusals(second)).toEqual(NO_REFUSALS);
  expect((await second.call(addBankAccount, { params: paramsOf(second), body: bank })).status).toBe(201);
  expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
});
