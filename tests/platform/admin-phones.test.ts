/** The number in an admin's details tells whether two admins are one person, so nobody writes another admin's there. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAudit } from '../../src/core/contract/admin';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import { getDetails, patchDetails } from '../../src/core/contract/details';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newPhone } from '../support/phones';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ask, paidPlayer } from '../support/withdrawals';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const detailsOf = async (client: TestClient) => (await client.call(getDetails, { params: paramsOf(client) })).data;
async function writePhone(client: TestClient, phone: string, key = randomUUID()) {
  const { version } = await detailsOf(client);
  return client.call(patchDetails, { params: paramsOf(client), key, headers: { 'if-match': `"${version}"` }, body: { phone } });
}
const approve = (admin: TestClient, withdrawalId: string) => admin.call(approveWithdrawal, { params: { withdrawalId } });
const waiting = async (): Promise<string> => (await ask(await paidPlayer(site, { naira: 500_000 }), 150_000)).data.withdrawalId;
const triesOf = async (client: TestClient) =>
  (await site.pool.query<{ subject: string; after: unknown }>(
    `SELECT subject, after FROM admin_audit WHERE action = 'phone-of-another-admin' AND user_id = $1`, [userIdOf(client)])).rows;

it('no admin makes themselves and another one count as one person by writing that one’s number into their details', async () => {
  const [writer, owner] = [await site.signUpAdmin(), await site.signUpAdmin()];
  const own = await detailsOf(writer);
  const { phone } = await detailsOf(owner);
  if (phone === null) throw new Error('whoever signs up gives a phone');
  const key = randomUUID();
  const refused = await writePhone(writer, phone, key);
  expect(refused.problem).toMatchObject({ status: 400, code: 'validation', errors: [{ field: 'phone' }] });
  expect(await detailsOf(writer)).toEqual(own);
  // The refusal was recorded once for its key, and tells nobody whose the number is.
  expect((await writePhone(writer, phone, key)).text).toBe(refused.text);
  expect(await triesOf(writer)).toEqual([{ subject: userIdOf(writer), after: { changed: false } }]);
  const [line] = (await writer.call(listAudit, { query: { limit: 20 } })).data.items;
  for (const text of [refused.text, JSON.stringify(line)]) expect(text).not.toContain(userIdOf(owner));
  const alerts = site.logs.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === 'admin.phone-of-another');
  expect(alerts).toMatchObject([{ alert: true, adminId: userIdOf(writer), otherId: userIdOf(owner) }]);
  expect(JSON.stringify(alerts)).not.toContain(phone);
  // The two still count as two persons.
  const id = await waiting();
  expect((await approve(owner, id)).status).toBe(200);
  expect((await approve(writer, id)).status).toBe(200);
});

it('of two admins who save one number at the same moment only one has it afterwards', async () => {
  const [one, two] = [await site.signUpAdmin(), await site.signUpAdmin()];
  const phone = newPhone();
  const statuses = (await Promise.all([writePhone(one, phone), writePhone(two, phone)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 400]);
});

it('two admins who have had one number since before this rule count as one person until one of them changes it; a number of a closed account, or a player’s, is free', async () => {
  const [one, two] = [await site.signUpAdmin(), await site.signUpAdmin()];
  const phone = newPhone();
  await site.pool.query('UPDATE player SET phone = $2 WHERE user_id = ANY($1)', [[userIdOf(one), userIdOf(two)], `+234${phone.slice(1)}`]);
  const id = await waiting();
  expect((await approve(one, id)).status).toBe(200);
  expect((await approve(two, id)).problem).toMatchObject({ code: 'not-counted', reason: 'phone' });
  const other = newPhone();
  expect((await writePhone(await site.signUp(), other)).status).toBe(200);
  expect((await writePhone(two, other)).status).toBe(200);
  expect((await approve(two, id)).status).toBe(200);
  await site.pool.query(`UPDATE player SET closed_at = $2 WHERE user_id = $1`, [userIdOf(one), site.platform.now()]);
  expect((await writePhone(two, phone)).status).toBe(200);
});
