/** Two accounts that one person uses in one browser or network count as one, whatever was done there with either of them. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { acceptInvitation, confirmInvitation, inviteAdmin } from '../../src/core/contract/admins';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import { signIn, signOut } from '../../src/core/contract/auth';
import { requestPasswordReset, resetPassword } from '../../src/core/contract/passwords';
import { DAY_MS } from '../../src/core/time';
import { giveFactor, insertAdmin } from '../support/insert-admin';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { tokenIn } from '../support/logins';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ask, paidPlayer } from '../support/withdrawals';

const HOME = '197.210.70.4';
const PHONE = '105.112.9.8';

let ayo: TestPlatform;
/** An admin who is a person of their own and approves what others propose. */
let bode: TestClient;
beforeAll(async () => {
  ayo = await testPlatform({ config: { trustProxy: ['127.0.0.1'], adminOfficeNetworks: ['127.0.0.1'] } });
  bode = await ayo.signUpAdmin();
});
afterAll(() => ayo.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const deviceOf = (client: TestClient) => client.cookies.get('ayo_device') ?? '';
const outcomeOf = (answer: Awaited<ReturnType<typeof approve>>) =>
  answer.problem === null ? answer.data.state : [answer.problem.code, answer.problem.reason].join(' ');

const approve = (admin: TestClient, withdrawalId: string, address?: string) =>
  admin.call(approveWithdrawal, { params: { withdrawalId }, ...(address !== undefined && from(address)) });

/** Money asks for the password again after a while. */
const giveAgain = (admin: TestClient, address?: string) =>
  admin.request('POST', `/api/v1/player/${userIdOf(admin)}/confirm-password`, { body: { password: PASSWORD }, ...(address !== undefined && from(address)) });

async function waiting(): Promise<string> {
  const player = await paidPlayer(ayo, { naira: 500_000 });
  return (await ask(player, 150_000)).data.withdrawalId;
}

interface Account {
  readonly username: string;
  readonly email: string;
}

/** A browser with this device cookie and no session. */
function browser(device?: string): TestClient {
  const client = ayo.client();
  if (device !== undefined) client.cookies.set('ayo_device', device);
  return client;
}

/** Invites somebody, lets Bode approve, and accepts the invitation in the given browser. */
async function letIn(by: TestClient, client: TestClient, address?: string): Promise<Account> {
  const email = `chidi-${randomBytes(6).toString('hex')}@admin.example`;
  const { data } = await by.call(inviteAdmin, { body: { email, roles: [...ADMIN_ROLES] } });
  await bode.call(confirmInvitation, { params: { invitationId: data.invitationId } });
  const [mail] = await readMailbox(ayo.pool, email);
  const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const username = `chidi${randomBytes(5).toString('hex')}`;
  const body = { token, username, password: PASSWORD, firstname: 'Chidi', lastname: 'Nwosu' };
  const answer = await client.call(acceptInvitation, { body, ...(address !== undefined && from(address)) });
  client.session = answer.data;
  await giveFactor(ayo.pool, userIdOf(client));
  return { username, email };
}

async function signInAt(client: TestClient, { username }: Account, address?: string): Promise<TestClient> {
  client.session = (await client.call(signIn, { body: { username, password: PASSWORD }, ...(address !== undefined && from(address)) })).data;
  await giveFactor(ayo.pool, userIdOf(client));
  return client;
}

/** A day after its sign-in on a phone, the second account approves what the first has approved in its own browser. Returns the outcome. */
async function approveBoth(first: TestClient, second: Account): Promise<string | undefined> {
  const phone = await signInAt(browser(), second);
  ayo.pass(DAY_MS + 60_000);
  for (const admin of [first, phone, bode]) await giveAgain(admin);
  const id = await waiting();
  expect(outcomeOf(await approve(first, id))).toBe('checking');
  return outcomeOf(await approve(phone, id));
}

describe('one person does not give both approvals', () => {
  it('by accepting the invitation in the browser of the admin who sent it, and approving from a phone', async () => {
    const amina = await ayo.signUpAdmin();
    const chidi = browser(deviceOf(amina));
    const account = await letIn(amina, chidi);
    await chidi.request('GET', `/api/v1/player/${userIdOf(chidi)}/profile`);
    await chidi.call(signOut, {});
    expect(await approveBoth(amina, account)).toBe('not-counted device');
  });

  it('by accepting the invitation at home, where the other approval comes from, with another browser', async () => {
    const amina = await ayo.signUpAdmin();
    const account = await letIn(amina, browser(), HOME);
    const phone = await signInAt(browser(), account, PHONE);
    const id = await waiting();
    ayo.pass(DAY_MS - 60_000);
    await giveAgain(amina, HOME);
    expect(outcomeOf(await approve(amina, id, HOME))).toBe('checking');
    ayo.pass(2 * 60_000);
    for (const admin of [phone, bode]) await giveAgain(admin, PHONE);
    expect(outcomeOf(await approve(phone, id, PHONE))).toBe('not-counted network');
  });

  it('by only signing in to the second account in the browser of the first', async () => {
    const amina = await ayo.signUpAdmin();
    const account = await letIn(amina, browser());
    await signInAt(browser(deviceOf(amina)), account);
    expect(await approveBoth(amina, account)).toBe('not-counted device');
  });

  it('by only setting a password there with the link of a mail', async () => {
    const amina = await ayo.signUpAdmin();
    const account = await letIn(amina, browser());
    await browser().call(requestPasswordReset, { body: { email: account.email } });
    const [mail] = await readMailbox(ayo.pool, account.email);
    const token = tokenIn(mail?.text);
    const set = await browser(deviceOf(amina)).call(resetPassword, { body: { token, password: PASSWORD } });
    expect(set.status).toBe(204);
    expect(await approveBoth(amina, account)).toBe('not-counted device');
  });

  it('by only reading with a session of the second account, which was opened elsewhere', async () => {
    for (const path of ['/api/v1/games', 'profile']) {
      const amina = await ayo.signUpAdmin();
      const chidi = browser();
      const account = await letIn(amina, chidi);
      chidi.cookies.set('ayo_device', deviceOf(amina));
      expect((await chidi.request('GET', path.startsWith('/') ? path : `/api/v1/player/${userIdOf(chidi)}/${path}`)).status, path).toBe(200);
      expect(await approveBoth(amina, account), path).toBe('not-counted device');
    }
  });

  it('by having used the second account in the browser of the first before it had the role', async () => {
    const amina = await ayo.signUpAdmin();
    const chidi = browser(deviceOf(amina));
    const { username, email } = { username: `chidi${randomBytes(5).toString('hex')}`, email: `chidi-${randomBytes(6).toString('hex')}@admin.example` };
    const player = await ayo.signUp({ username, email });
    await signInAt(chidi, { username, email });
    await chidi.call(signOut, {});
    await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(player)]);
    await insertAdmin(ayo.pool, userIdOf(player));
    expect(await approveBoth(amina, { username, email })).toBe('not-counted device');
  });
});

it('two persons who share neither browser nor network give both approvals', async () => {
  const amina = await ayo.signUpAdmin();
  const account = await letIn(amina, browser());
  expect(await approveBoth(amina, account)).toBe('sending');
});
