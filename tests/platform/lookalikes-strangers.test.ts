/**
 * A stranger can do nothing that lasts to somebody whose name, birthday, phone and account number they know. And somebody who
 * is excluded gains nothing by what frees the honest one. Over HTTP.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setHolder } from '../../server/gateways/payment/simulator/payouts/payout-rows';
import { signIn } from '../../src/core/contract/auth';
import { patchDetails } from '../../src/core/contract/details';
import { addBankAccount } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { PLAY_WINDOW_MS } from '../../src/core/play-times';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { IDENTITY_REFUSALS, makeLookalikes, NO_REFUSALS } from '../support/lookalikes';
import { newPhone } from '../support/phones';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const { newPerson, join, bar, verify, play, readRefusals } = makeLookalikes(() => site);
const NO_MONEY = kobo(0);
let named = 0;

/** An account at a bank, whose holder has this name. */
async function newBankAccount(holder: string) {
  named += 1;
  const bank = { bankCode: '058', accountNumber: `70200000${String(named).padStart(2, '0')}` };
  await setHolder(site.pool, bank.accountNumber, holder, site.platform.now());
  return bank;
}
const add = async (client: TestClient, bank: { bankCode: string; accountNumber: string }) =>
  expect((await client.call(addBankAccount, { params: paramsOf(client), body: bank })).status).toBe(201);
const takePhone = async (client: TestClient, phone: string, version = 1) =>
  expect((await client.call(patchDetails, {
    params: paramsOf(client), key: `key-${paramsOf(client).userId}-${version}`, headers: { 'if-match': `"${version}"` }, body: { phone },
  })).status).toBe(200);

describe('a stranger who knows somebody’s name, birthday and phone', () => {
  it('freezes nobody for good by excluding an account with these: a NIN frees', async () => {
    const person = newPerson();
    const victim = await join(person);
    await bar(await join(person, site.client(), NO_MONEY), 'permanent');
    expect(await readRefusals(victim)).toEqual(IDENTITY_REFUSALS);
    expect(await verify(victim)).toBe(null);
    expect(await readRefusals(victim)).toEqual(NO_REFUSALS);
  });

  it('stops nobody who was verified before, not even with money in the account', async () => {
    const username = `victim${newPhone().slice(-8)}`;
    const person = newPerson();
    const victim = await join({ ...person, username });
    expect(await verify(victim)).toBe(null);
    const stranger = await join({ ...person, phone: newPhone() });
    await takePhone(stranger, person.phone);
    await bar(stranger, 'permanent');
    expect(await readRefusals(victim)).toEqual(NO_REFUSALS);
    site.pass(PLAY_WINDOW_MS);
    expect(await readRefusals(await site.signIn(username))).toEqual(NO_REFUSALS);
  });

  it('stops nobody who was verified before by excluding first and taking the phone afterwards', async () => {
    const person = newPerson();
    const victim = await join(person);
    expect(await verify(victim)).toBe(null);
    const stranger = await join({ ...person, phone: newPhone() });
    await bar(stranger, 'permanent');
    await takePhone(stranger, person.phone);
    expect(await readRefusals(victim)).toEqual(NO_REFUSALS);
  });

  it('stops nobody who was verified before with an account opened earlier and played with, which takes the phone afterwards', async () => {
    const person = newPerson();
    const stranger = await join({ ...person, phone: newPhone() });
    const victim = await join(person);
    expect(await verify(victim)).toBe(null);
    site.pass(1_000);
    await takePhone(stranger, person.phone);
    await bar(stranger, '24-hours');
    expect(await readRefusals(victim)).toEqual(NO_REFUSALS);
  });

  it('stops nobody who was verified before by adding the account number that they are paid out to', async () => {
    const person = newPerson();
    const bank = await newBankAccount('BELLO NGOZI');
    const names = { firstname: 'Ngozi', lastname: 'Bello' };
    const victim = await join({ ...person, ...names });
    expect(await verify(victim)).toBe(null);
    await add(victim, bank);
    const stranger = await join({ ...person, ...names, phone: newPhone() });
    await add(stranger, bank);
    await bar(stranger, 'permanent');
    expect(await readRefusals(victim)).toEqual(NO_REFUSALS);
  });
});

describe('nobody who is excluded plays on with a verified account', () => {
  it('that is the newer one', async () => {
    const person = newPerson();
    const [first, second] = [await join(person, site.client(), NO_MONEY), await join(person)];
    await bar(first);
    expect(await verify(second)).toBe(null);
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
  });

  it('that is the older one, where they played with the newer one', async () => {
    const person = newPerson();
    const [old, played] = [await join(person), await join(person)];
    await bar(played);
    expect(await verify(old)).toBe(null);
    expect(await readRefusals(old)).toEqual(IDENTITY_REFUSALS);
  });

  it('to which they add afterwards the account that the excluded one is paid out to', async () => {
    const person = newPerson();
    const bank = await newBankAccount('BELLO AMAKA');
    const names = { firstname: 'Amaka', lastname: 'Bello' };
    const verified = await join({ ...person, ...names });
    expect(await verify(verified)).toBe(null);
    const played = await join({ ...person, ...names, phone: newPhone() });
    await add(played, bank);
    await bar(played);
    expect(await readRefusals(verified)).toEqual(NO_REFUSALS);
    await add(verified, bank);
    expect(await readRefusals(verified)).toEqual(IDENTITY_REFUSALS);
  });

  it('in the browser of the excluded one', async () => {
    const person = newPerson();
    const browser = site.client();
    const username = `again${newPhone().slice(-8)}`;
    const verified = await join({ ...person, username });
    expect(await verify(verified)).toBe(null);
    const played = await join({ ...person, phone: newPhone() }, browser, NO_MONEY);
    await bar(played);
    browser.session = null;
    const { data } = await browser.call(signIn, { body: { username, password: PASSWORD } });
    browser.session = { sessionId: data.sessionId, userId: data.userId };
    expect(await readRefusals(browser)).toEqual(IDENTITY_REFUSALS);
  });

  it('though they have just taken the phone of the excluded one, whose exclusion is running', async () => {
    const person = newPerson();
    const first = await join(person);
    await bar(first);
    const second = await join({ ...person, phone: newPhone() });
    expect(await verify(second)).toBe(null);
    await takePhone(second, person.phone);
    expect(await play(second)).toBe('identity-needed');
  });
});
