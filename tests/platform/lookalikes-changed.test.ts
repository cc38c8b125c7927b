/** An excluded account whose details are changed: the next one is opened with the old ones. Over HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patchDetails } from '../../src/core/contract/details';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { addBankAccount, removeBankAccount } from '../../src/core/contract/withdrawals';
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

const { newPerson, join, bar, readRefusals } = makeLookalikes(() => site);

/** The first change of an account's details; the answer's status. */
async function change(client: TestClient, body: BodyOf<typeof patchDetails>): Promise<number> {
  return (await client.call(patchDetails, { params: paramsOf(client), key: randomUUID(), headers: { 'if-match': '"1"' }, body })).status;
}

describe('nobody who is excluded plays on at once', () => {
  it.each([['last name and phone', { lastname: 'Zulu' }], ['all names and phone', { firstname: 'Xaver', lastname: 'Zulu' }]])(
    'with its old details after a change of its %s', async (_, names) => {
      const person = newPerson();
      const ada = await join(person);
      await bar(ada);
      expect(await change(ada, { ...names, phone: newPhone() })).toBe(200);
      expect(await readRefusals(await join(person))).toEqual(IDENTITY_REFUSALS);
    },
  );

  it('with its old last name, in the same browser and with another phone', async () => {
    const person = newPerson();
    const ada = await join(person);
    await bar(ada);
    expect(await change(ada, { lastname: 'Zulu' })).toBe(200);
    expect(await readRefusals(await join({ ...person, phone: newPhone() }, ada))).toEqual(IDENTITY_REFUSALS);
  });

  it.each([false, true])('with its old bank account, removed and never paid out to, and with another phone; the next account was there before: %s', async (wasThere) => {
    const person = newPerson();
    const bank = { bankCode: '058', accountNumber: wasThere ? '0000000000' : '0000010000' };
    const pays = async (client: TestClient) => (await client.call(addBankAccount, { params: paramsOf(client), body: bank })).data.bankAccountId;
    const ada = await join(person);
    const next = wasThere ? await join({ ...person, phone: newPhone() }) : null;
    const bankAccountId = await pays(ada);
    expect((await ada.call(removeBankAccount, { params: { ...paramsOf(ada), bankAccountId } })).status).toBe(204);
    await bar(ada);
    const second = next ?? (await join({ ...person, phone: newPhone() }));
    expect(await readRefusals(second)).toEqual(NO_REFUSALS);
    await pays(second);
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
  });

  it('with an account that took a bank account over, removed it, and was there when the other one added it', async () => {
    const person = newPerson();
    const bank = { bankCode: '058', accountNumber: '0000020000' };
    const pays = async (client: TestClient) => (await client.call(addBankAccount, { params: paramsOf(client), body: bank })).data.bankAccountId;
    const [ada, second] = [await join(person), await join({ ...person, phone: newPhone() })];
    const bankAccountId = await pays(second);
    await second.call(removeBankAccount, { params: { ...paramsOf(second), bankAccountId } });
    await pays(ada);
    await bar(ada);
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
  });

  it('with an account that took the old details over', async () => {
    const person = newPerson();
    const ada = await join(person);
    await bar(ada);
    expect(await change(ada, { firstname: 'Xaver', lastname: 'Zulu', phone: newPhone() })).toBe(200);
    const second = await join({ dateOfBirth: person.dateOfBirth, phone: newPhone(), firstname: 'Amaka', lastname: 'Eze' });
    expect(await readRefusals(second)).toEqual(NO_REFUSALS);
    expect(await change(second, { phone: person.phone })).toBe(200);
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
  });
});
