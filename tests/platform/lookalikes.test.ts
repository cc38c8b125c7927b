/** Accounts that look like one person's: what opens the check, what it stops, and what ends it. Over HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeposit } from '../../src/core/contract/cashier';
import { patchDetails } from '../../src/core/contract/details';
import { claimPromotion, listPromotions } from '../../src/core/contract/promotions';
import { closeAccount } from '../../src/core/contract/sessions';
import { addBankAccount, createWithdrawal } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { paramsOf } from '../support/http-client';
import { IDENTITY_REFUSALS, codeOf, makeLookalikes, NO_REFUSALS } from '../support/lookalikes';
import { newNin } from '../support/persons';
import { newPhone } from '../support/phones';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const DAY_MS = 86_400_000;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const { newPerson, join, bar, verify, readRefusals } = makeLookalikes(() => site);

describe('nobody who is excluded plays on with a second account that', () => {
  it('has the same phone', async () => {
    const person = newPerson();
    const ada = await join(person);
    await bar(ada);
    const second = await join(person);
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
    const { problem } = await second.call(createDeposit, { params: paramsOf(second), key: randomUUID(), body: { method: 'card', amount: 500, currency: 'NGN' } });
    expect(problem).toMatchObject({
      status: 403, detail: 'Another account looks like yours: it has your name or date of birth, and your phone, browser or bank account. Verify your NIN to continue. You can still withdraw.',
    });
    const { data } = await second.call(listPromotions, {});
    const version = data.items.find(({ promotionId }) => promotionId === 'free-spins')?.version ?? 0;
    const claimed = await second.call(claimPromotion, { params: { ...paramsOf(second), promotionId: 'free-spins' }, key: randomUUID(), body: { version } });
    expect(codeOf(claimed)).toBe('identity-needed');
  });

  it('writes the name in another way', async () => {
    const person = newPerson();
    const ada = await join({ ...person, firstname: 'Ọláyínká', lastname: 'Adé-Bello' });
    await bar(ada);
    expect(await readRefusals(await join({ ...person, firstname: 'ADE BELLO', lastname: 'olayinka' }))).toEqual(IDENTITY_REFUSALS);
    expect(await readRefusals(await join({ ...person, firstname: 'Olayinka Musa', lastname: 'Ade Bello' }))).toEqual(IDENTITY_REFUSALS);
    expect(await readRefusals(await join({ ...person, firstname: 'Olayinka', lastname: 'Adebello' }))).toEqual(IDENTITY_REFUSALS);
  });

  it('is opened in the same browser', async () => {
    const person = newPerson();
    const browser = await join(person);
    await bar(browser);
    expect(await readRefusals(await join({ ...person, phone: newPhone() }, browser))).toEqual(IDENTITY_REFUSALS);
  });

  it('is paid out to the same bank account', async () => {
    const person = newPerson();
    const bank = { bankCode: '058', accountNumber: '0000000000' };
    const ada = await join(person);
    expect((await ada.call(addBankAccount, { params: paramsOf(ada), body: bank })).status).toBe(201);
    await bar(ada);
    const second = await join({ ...person, phone: newPhone() });
    expect(await readRefusals(second)).toEqual(NO_REFUSALS);
    expect((await second.call(addBankAccount, { params: paramsOf(second), body: bank })).status).toBe(201);
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
  });

  it('was there before, and that took the phone over later', async () => {
    const person = newPerson();
    const [ada, second] = [await join(person), await join({ ...person, phone: newPhone() })];
    await bar(ada);
    expect(await readRefusals(second)).toEqual(NO_REFUSALS);
    const changed = await second.call(patchDetails, {
      params: paramsOf(second), key: randomUUID(), headers: { 'if-match': '"1"' }, body: { phone: person.phone },
    });
    expect(changed.status).toBe(200);
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
  });

  it('is the first one: the exclusion is made on the second', async () => {
    const person = newPerson();
    const ada = await join(person);
    const second = await join(person);
    expect(await readRefusals(ada)).toEqual(NO_REFUSALS);
    await bar(second);
    expect(await readRefusals(ada)).toEqual(IDENTITY_REFUSALS);
  });
});

describe('the check', () => {
  it('stops what comes in of two accounts of one name, birthday and phone: nobody claims twice before saying who they are', async () => {
    const person = newPerson();
    const [older, newer] = [await join(person), await join(person)];
    expect(await readRefusals(older)).toEqual(NO_REFUSALS);
    expect(await readRefusals(newer)).toEqual(IDENTITY_REFUSALS);
  });

  it('ends when identity shows another person', async () => {
    const person = newPerson();
    const ada = await join(person);
    expect(await verify(ada)).toBe(null);
    await bar(ada);
    const twin = await join(person);
    expect(await readRefusals(twin)).toEqual(IDENTITY_REFUSALS);
    expect(await verify(twin)).toBe(null);
    expect(await readRefusals(twin)).toEqual(NO_REFUSALS);
    const { rows } = await site.pool.query('SELECT kind, how FROM person_hint JOIN person_hint_end USING (hint_id) WHERE user_id = $1', [paramsOf(twin).userId]);
    expect(rows).toEqual([{ kind: 'phone', how: 'another-person' }]);
  });

  it('becomes the end of all play when identity shows the same person', async () => {
    const person = newPerson();
    const ada = await join(person);
    const number = newNin();
    expect(await verify(ada, number)).toBe(null);
    await bar(ada);
    const second = await join(person);
    expect(await verify(second, number)).toBe('nin-in-use');
    expect(await readRefusals(second)).toEqual(['nin-in-use', 'nin-in-use']);
  });

  it('is not ended by whoever is excluded without ever having been verified, with the own NIN on the second account', async () => {
    const person = newPerson();
    const ada = await join(person);
    await bar(ada);
    const username = `second${randomUUID().slice(0, 8)}`;
    const second = await join({ ...person, username });
    const number = newNin();
    expect(await verify(second, number)).toBe(null);
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
    const { problem } = await second.call(createDeposit, { params: paramsOf(second), key: randomUUID(), body: { method: 'card', amount: 500, currency: 'NGN' } });
    expect(problem?.detail).toContain('Write to');
    // The excluded account shows whose it is, to be paid out.
    expect(await verify(ada, number)).toBe('nin-in-use');
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
    expect(await readRefusals(await site.signIn(username))).toEqual(IDENTITY_REFUSALS);
  });

  it('of an innocent namesake ends when the excluded account is verified as another person’s, or its break is over', async () => {
    const person = newPerson();
    const ada = await join(person);
    await bar(ada);
    const twin = await join(person);
    await verify(twin);
    expect(await readRefusals(twin)).toEqual(IDENTITY_REFUSALS);
    expect(await verify(ada)).toBe(null);
    expect(await readRefusals(twin)).toEqual(NO_REFUSALS);

    const other = newPerson();
    const short = await join(other);
    await bar(short, '24-hours');
    const username = `twin${randomUUID().slice(0, 8)}`;
    const patient = await join({ ...other, username });
    await verify(patient);
    expect(await readRefusals(patient)).toEqual(IDENTITY_REFUSALS);
    site.pass(2 * DAY_MS);
    expect(await readRefusals(await site.signIn(username))).toEqual(NO_REFUSALS);
  });

  it('never stops money from going out', async () => {
    const person = newPerson();
    const ada = await join(person);
    expect(await verify(ada)).toBe(null);
    await bar(ada);
    const second = await join(person);
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
    expect(await verify(second)).toBe(null);
    const added = await second.call(addBankAccount, { params: paramsOf(second), body: { bankCode: '058', accountNumber: '0000000000' } });
    const { bankAccountId } = added.data;
    const answer = await second.call(createWithdrawal, { params: paramsOf(second), key: randomUUID(), body: { bankAccountId, amount: 4_000, currency: 'NGN' } });
    expect(answer.status).toBe(201);
  });

  it('is not opened by a name and a birthday, or by a phone alone', async () => {
    const person = newPerson();
    const ada = await join(person);
    await bar(ada);
    expect(await readRefusals(await join({ ...person, phone: newPhone() }))).toEqual(NO_REFUSALS);
    expect(await readRefusals(await join({ ...newPerson(), phone: person.phone, firstname: 'Bola' }))).toEqual(NO_REFUSALS);
  });

  it('is opened by the same name and phone: nobody plays on with another date of birth', async () => {
    const person = newPerson();
    const ada = await join(person);
    await bar(ada);
    expect(await readRefusals(await join({ ...newPerson(), phone: person.phone }))).toEqual(IDENTITY_REFUSALS);
    expect(await readRefusals(await join({ ...newPerson(), phone: person.phone, firstname: 'Ada Chidinma' }))).toEqual(IDENTITY_REFUSALS);
  });

  it('is opened for somebody who is excluded and writes the name with another letter: nobody plays on with the same phone', async () => {
    const person = newPerson();
    const ada = await join(person);
    expect(await verify(ada)).toBe(null);
    await bar(ada);
    expect(await readRefusals(await join({ ...person, firstname: 'Adah' }))).toEqual(IDENTITY_REFUSALS);
  });

  it('is opened after an account that was closed in order: nobody leaves limits and claims behind by closing', async () => {
    const person = newPerson();
    const closed = await join(person, site.client(), kobo(50_00));
    expect((await closed.call(closeAccount, { params: paramsOf(closed), body: { password: PASSWORD } })).status).toBeLessThan(300);
    const next = await join(person);
    expect(await readRefusals(next)).toEqual(IDENTITY_REFUSALS);
    expect(await verify(next)).toBe(null);
    expect(await readRefusals(next)).toEqual(NO_REFUSALS);
  });

  it('is history that nobody edits', async () => {
    for (const table of ['person_hint', 'person_hint_end', 'person_link']) {
      await expect(site.pool.query(`DELETE FROM ${table}`)).rejects.toThrow();
    }
  });
});
