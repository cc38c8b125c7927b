/** A mailbox that nobody has confirmed gets few mails, and its owner still opens an account. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activateEmail, resendActivation, signUp } from '../../src/core/contract/auth';
import { changePassword, requestPasswordReset } from '../../src/core/contract/passwords';
import { closeAccount } from '../../src/core/contract/sessions';
import { DAY_MS, HOUR_MS } from '../../src/core/time';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newestToken } from '../support/logins';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const AT_ONCE = 6;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { trustProxy: ['127.0.0.1'] } });
});
afterAll(() => site.close());

const close = (client: TestClient) => client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } });
const resend = (client: TestClient) => client.call(resendActivation, { params: paramsOf(client) });

async function open(email: string, address: string): Promise<TestClient> {
  const client = site.client();
  const answer = await client.call(signUp, { body: newPlayer({ email }), headers: { 'x-forwarded-for': address } });
  expect(answer.status).toBe(201);
  client.session = answer.data;
  return client;
}

async function subjectsTo(email: string): Promise<string[]> {
  const { rows } = await site.pool.query<{ subject: string }>('SELECT subject FROM mail WHERE recipient = $1 ORDER BY mail_id', [email]);
  return rows.map(({ subject }) => subject);
}

let rounds = 0;
/** Opens an account with a stranger's e-mail from a new network, does what sends mails, and closes it. */
async function bomb(email: string): Promise<void> {
  rounds += 1;
  const client = await open(email, `105.66.${rounds >> 8}.${rounds & 255}`);
  await resend(client);
  const changed = await client.call(changePassword, { params: paramsOf(client), body: { current: PASSWORD, password: 'quiet mango rivers' } });
  client.session = changed.data;
  expect((await client.call(closeAccount, { params: paramsOf(client), body: { password: 'quiet mango rivers' } })).status).toBe(204);
}

it('nobody fills a stranger’s mailbox by opening accounts with its address and closing them, from however many networks', async () => {
  const { email } = newPlayer();
  for (let n = 0; n < 5; n += 1) await bomb(email);
  const subjects = await subjectsTo(email);
  expect(subjects).toHaveLength(AT_ONCE);
  expect(subjects).not.toContain('Your Ayo account is closed');
  // This goes on for a day, with one try whenever a mail is allowed and one when none is.
  for (let hour = 0; hour < 24; hour += 1) {
    site.pass(HOUR_MS);
    await bomb(email);
  }
  expect((await subjectsTo(email)).length).toBe(AT_ONCE + (DAY_MS / HOUR_MS) * 2);
});

it('nobody keeps the owner of an address out by using its mails up: the account opens at once, and the mail comes within half an hour', async () => {
  const { email } = newPlayer();
  for (let n = 0; n < 3; n += 1) await bomb(email);
  const before = (await subjectsTo(email)).length;
  const owner = await open(email, '197.210.3.4');
  expect(await subjectsTo(email)).toHaveLength(before);
  const refused = await resend(owner);
  expect([refused.status, refused.problem?.code, refused.problem?.title]).toEqual([429, 'too-many-requests', 'This address has got several mails from us. Wait a little, then ask again.']);
  const waitSeconds = Number(refused.headers.get('retry-after'));
  expect(waitSeconds).toBeLessThanOrEqual(30 * 60);
  // While the owner's account is open nobody else opens one with the address, so nobody else takes the next mail.
  expect((await site.client().call(signUp, { body: newPlayer({ email }), headers: { 'x-forwarded-for': '105.67.1.1' } })).problem?.code).toBe('email-taken');
  site.pass(waitSeconds * 1000);
  expect((await resend(owner)).status).toBe(202);
  const token = await newestToken(site.pool, email);
  expect((await owner.call(activateEmail, { body: { token } })).status).toBe(204);
  expect((await close(owner)).status).toBe(204);
  expect((await subjectsTo(email)).at(-1)).toBe('Your Ayo account is closed');
});

it('people behind one address of a carrier get their mails whatever one of them sends to others', async () => {
  const [stranger, neighbour] = [newPlayer().email, newPlayer().email];
  for (let n = 0; n < 4; n += 1) await close(await open(stranger, '105.68.2.9'));
  await open(neighbour, '105.68.2.9');
  expect(await subjectsTo(neighbour)).toEqual(['Confirm your e-mail address for Ayo']);
});

describe('nobody fills a stranger’s mailbox with mails to its further addresses', () => {
  /** Addresses that one mailbox gets the mails of. */
  const addressesOf = (name: string): string[] => [
    ...Array.from({ length: 8 }, (_, n) => `${name}+${n}@gmail.com`), `${name.split('').join('.')}@gmail.com`, `${name}@googlemail.com`, `${name}@gmail.com`,
  ];
  const newName = (): string => `vic${randomUUID().slice(0, 8)}`;
  const countMails = async (emails: readonly string[]): Promise<number> => {
    const { rows } = await site.pool.query<{ mails: number }>('SELECT count(*)::int AS mails FROM mail WHERE recipient = ANY($1)', [emails]);
    return rows[0]?.mails ?? 0;
  };

  it('by opening an account with each', async () => {
    const emails = addressesOf(newName());
    for (const [n, email] of emails.entries()) await open(email, `105.70.1.${n}`);
    const [tagged, plain] = [emails.filter((email) => email.includes('+')), emails.filter((email) => !email.includes('+'))];
    expect(await countMails(tagged)).toBe(AT_ONCE);
    expect(await countMails(plain)).toBe(plain.length);
    for (let n = 0; n < AT_ONCE; n += 1) await bomb(plain[0]?.replace('v.', 'v') ?? '');
    expect(await countMails([...emails, plain[0]?.replace('v.', 'v') ?? ''])).toBe(2 * AT_ONCE);
  });

  it('and nobody keeps its owner out that way: the link comes though the mails to addresses with a tag are used up', async () => {
    const name = newName();
    for (let n = 0; n < 2 * AT_ONCE; n += 1) await open(`${name}+${n}@example.org`, `105.74.1.${n}`);
    const owner = `${name}@example.org`;
    await open(owner, '197.210.3.5');
    expect(await subjectsTo(owner)).toEqual(['Confirm your e-mail address for Ayo']);
  });

  it('by asking for a link of a reset for each', async () => {
    const emails = addressesOf(newName());
    for (const [n, email] of emails.entries()) await site.client().call(requestPasswordReset, { body: { email }, headers: { 'x-forwarded-for': `105.71.1.${n}` } });
    const once = newPlayer().email;
    for (let n = 0; n < emails.length; n += 1) await site.client().call(requestPasswordReset, { body: { email: once }, headers: { 'x-forwarded-for': `105.72.1.${n}` } });
    expect(await countMails(emails)).toBe(await countMails([once]));
    expect(await countMails(emails)).toBeLessThan(emails.length);
  });

  it('while two people whose addresses differ by a dot elsewhere each get their own', async () => {
    const emails = ['a.da', 'ad.a', 'ada'].map((name) => `${name}@example.org`);
    for (const [n, email] of emails.entries()) await open(email, `105.73.1.${n}`);
    expect(await countMails(emails)).toBe(emails.length);
    for (const email of emails) expect(await subjectsTo(email)).toHaveLength(1);
  });
});
