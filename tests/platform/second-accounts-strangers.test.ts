/** A stranger shows a player's NIN on an account of their own: that must do no harm to the player. Over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../../src/core/contract/auth';
import { addBankAccount, enquireAccount } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { paramsOf } from '../support/http-client';
import { codeOf, makeLookalikes } from '../support/lookalikes';
import { newNin } from '../support/persons';
import { newPhone } from '../support/phones';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const { newPerson, join, bar, verify } = makeLookalikes(() => site);

it('a stranger’s browser is no hint about the player whose NIN was shown in it: a break taken there finds no account that looks like that player', async () => {
  const [person, number] = [newPerson(), newNin()];
  const player = await join(person);
  expect(await verify(player, number)).toBe(null);
  const browser = site.client();
  const username = `stranger${newPhone().slice(-8)}`;
  expect(await verify(await join({ ...newPerson(), username }, browser, kobo(0)), number)).toBe('nin-in-use');
  const copy = await join({ ...person, phone: newPhone() }, browser);
  const { userId: copyId } = paramsOf(copy);
  browser.session = null;
  const { data } = await browser.call(signIn, { body: { username, password: PASSWORD } });
  browser.session = { sessionId: data.sessionId, userId: data.userId };
  await bar(browser, '24-hours');
  const { rows } = await site.pool.query('SELECT kind FROM person_hint WHERE $1 IN (user_id, other_id)', [paramsOf(player).userId]);
  // The number is what the stranger's account has in common with the player; the copy has nothing.
  expect(rows).toEqual([{ kind: 'nin' }]);
  const { rows: pairs } = await site.pool.query('SELECT kind FROM person_hint WHERE $1 IN (user_id, other_id) AND $2 IN (user_id, other_id)', [paramsOf(player).userId, copyId]);
  expect(pairs).toEqual([]);
});

it('a stranger with a second account does not use up the tries of the player to add a bank account', async () => {
  const [player, stranger, number] = [await join(newPerson()), await join(newPerson()), newNin()];
  expect([await verify(player, number), await verify(stranger, number)]).toEqual([null, 'nin-in-use']);
  const bank = { bankCode: '058', accountNumber: '0000000000' };
  const answers = [];
  for (let tries = 0; tries < 11; tries += 1) answers.push(codeOf(await stranger.call(enquireAccount, { params: paramsOf(stranger), body: bank })));
  expect(answers.at(-1)).toBe('too-many-requests');
  expect((await player.call(addBankAccount, { params: paramsOf(player), body: bank })).status).toBe(201);
});
