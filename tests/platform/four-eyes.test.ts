/** Decisions about money need several persons; what one person with several accounts tries, and what else looks like it. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { confirmOnServer } from '../../server/admin/people';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { acceptInvitation, confirmAdmin, confirmInvitation, inviteAdmin, listAdmins } from '../../src/core/contract/admins';
import { approveWithdrawal, refuseWithdrawal } from '../../src/core/contract/approvals';
import { DAY_MS } from '../../src/core/time';
import { giveFactor, insertAdmin } from '../support/insert-admin';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { isLong } from '../support/seeds';
import { ask, findInQueue, paidPlayer, readWithdrawal } from '../support/withdrawals';

const OFFICE = '102.89.1.0/24';

let ayo: TestPlatform;
/** The first admin, and another one who was confirmed. */
let amina: TestClient;
let bode: TestClient;
beforeAll(async () => {
  ayo = await testPlatform({ config: { trustProxy: ['127.0.0.1'], adminOfficeNetworks: ['127.0.0.1', OFFICE] } });
  [amina, bode] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
});
afterAll(() => ayo.close());

const address = () => `chidi-${randomBytes(6).toString('hex')}@admin.example`;
type Answered = { readonly status: number; readonly problem: { readonly code: string; readonly reason?: string | undefined } | null };
const codeOf = ({ status, problem }: Answered) => [status, problem?.code, problem?.reason];
const NOT_COUNTED = (by: string) => [403, 'not-counted', by];

const approve = (admin: TestClient, withdrawalId: string, from?: string) =>
  admin.call(approveWithdrawal, { params: { withdrawalId }, ...(from !== undefined && { headers: { 'x-forwarded-for': from } }) });
const invite = (admin: TestClient, email = address()) => admin.call(inviteAdmin, { body: { email, roles: [...ADMIN_ROLES] } });
const sayYes = (admin: TestClient, invitationId: string) => admin.call(confirmInvitation, { params: { invitationId } });
const confirm = (admin: TestClient, other: TestClient) => admin.call(confirmAdmin, { params: { adminId: userIdOf(other) } });

/** Accepts what was mailed to an address. */
async function accept(email: string, client = ayo.client()): Promise<TestClient> {
  const [mail] = await readMailbox(ayo.pool, email);
  const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const body = { token, username: `chidi${randomBytes(5).toString('hex')}`, password: PASSWORD, firstname: 'Chidi', lastname: 'Nwosu' };
  client.session = (await client.call(acceptInvitation, { body })).data;
  await giveFactor(ayo.pool, userIdOf(client));
  return client;
}

/** Makes an admin whom the given one let in alone. */
async function letInAlone(by: TestClient): Promise<TestClient> {
  const client = await ayo.signUp();
  await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(client)]);
  await insertAdmin(ayo.pool, userIdOf(client), { invitedBy: userIdOf(by), isConfirmed: false });
  return client;
}

/** A withdrawal that waits for people, of somebody new. */
async function waiting(): Promise<string> {
  const player = await paidPlayer(ayo, { naira: 500_000 });
  return (await ask(player, 150_000)).data.withdrawalId;
}

async function stateOf(withdrawalId: string): Promise<string | undefined> {
  await sweepPayouts(ayo.platform);
  const { rows } = await ayo.pool.query<{ state: string }>('SELECT state FROM withdrawal WHERE withdrawal_id = $1', [withdrawalId]);
  return rows[0]?.state;
}

const alertsOf = (event: string) => ayo.logs.filter((line) => line.includes(`"${event}"`) && line.includes('"alert":true')).length;

describe('one person', () => {
  it('does not pay ₦150,000 out with two addresses that they invited themselves', async () => {
    const own = [await invite(amina), await invite(amina)];
    for (const { data } of own) {
      expect(data).toMatchObject({ state: 'waiting', canConfirm: false });
      expect(await readMailbox(ayo.pool, data.email)).toEqual([]);
      expect(codeOf(await sayYes(amina, data.invitationId)).slice(0, 2)).toEqual([403, 'own-request']);
    }
    // Accounts that they let in alone don’t count separately, either.
    const [second, third] = [await letInAlone(amina), await letInAlone(amina)];
    expect(codeOf(await sayYes(second, own[0]?.data.invitationId ?? ''))).toEqual(NOT_COUNTED('unconfirmed'));
    const id = await waiting();
    expect((await approve(second, id)).data.state).toBe('checking');
    const before = alertsOf('approval.not-counted');
    expect(codeOf(await approve(third, id))).toEqual(NOT_COUNTED('unconfirmed'));
    const refused = await approve(amina, id);
    expect(codeOf(refused)).toEqual(NOT_COUNTED('unconfirmed'));
    expect(refused.problem?.detail).toMatch(/^You and p[0-9a-f]+ count as one person: .*npm run admin:confirm/);
    expect(alertsOf('approval.not-counted')).toBe(before + 2);
    const { rows } = await ayo.pool.query('SELECT user_id, after FROM admin_audit WHERE subject = $1 AND action = $2 ORDER BY audit_id', [id, 'approval-not-counted']);
    expect(rows).toEqual([third, amina].map((admin) => ({ user_id: userIdOf(admin), after: { by: 'unconfirmed', with: userIdOf(second) } })));
    expect(await stateOf(id)).toBe('checking');
    // The list says so before anybody presses the button, and refusing stays possible.
    const shown = await findInQueue(amina, id);
    expect(shown).toMatchObject({ locked: 'not-counted', lockedWhy: refused.problem?.detail });
    expect((await approve(bode, id)).data.state).toBe('sending');
  });

  it('does not get a chain of accounts counted as several: whoever an unconfirmed one lets in counts with the first, too', async () => {
    const second = await letInAlone(amina);
    const third = await letInAlone(second);
    const id = await waiting();
    await approve(third, id);
    expect(codeOf(await approve(amina, id))).toEqual(NOT_COUNTED('unconfirmed'));
    // Nor do they confirm each other.
    for (const [by, other] of [[amina, second], [second, third], [third, second], [amina, third]] as const) {
      expect(codeOf(await confirm(by, other))).toEqual(NOT_COUNTED('unconfirmed'));
    }
    expect(codeOf(await confirm(second, second)).slice(0, 2)).toEqual([403, 'own-request']);
    await bode.call(refuseWithdrawal, { params: { withdrawalId: id }, body: { reason: 'Not this one.' } });
  });

  it('does not write two approvals past the program either: the database counts persons', async () => {
    const [second, id] = [await letInAlone(amina), await waiting()];
    for (const admin of [amina, second]) {
      await ayo.pool.query('INSERT INTO withdrawal_approval (withdrawal_id, user_id, at) VALUES ($1, $2, now())', [id, userIdOf(admin)]);
    }
    const send = `UPDATE withdrawal SET state = 'sending', decided_at = now(), check_after = now() WHERE withdrawal_id = $1`;
    await expect(ayo.pool.query(send, [id])).rejects.toThrow('needs 2 approvals');
  });

  it('does not approve from the same browser under a second account that somebody else confirmed', async () => {
    const shared = await ayo.signUpAdmin();
    const device = shared.cookies.get('ayo_device') ?? '';
    const other = await ayo.signUpAdmin();
    other.cookies.set('ayo_device', device);
    const id = await waiting();
    expect((await approve(shared, id)).status).toBe(200);
    expect(codeOf(await approve(other, id))).toEqual(NOT_COUNTED('device'));
    // Another browser does not help while the memory of it lasts.
    other.cookies.set('ayo_device', randomBytes(32).toString('base64url'));
    expect(codeOf(await approve(other, id))).toEqual(NOT_COUNTED('device'));
    expect(await stateOf(id)).toBe('checking');
    // The server confirms that they are two persons, so traces from before no longer count.
    const { rows } = await ayo.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(other)]);
    ayo.pass(60_000);
    expect(await confirmOnServer(ayo.platform, { username: rows[0]?.username ?? '', osUser: 'ops' })).toBe('Ada Obi');
    expect((await approve(other, id)).data.state).toBe('sending');
  });

  it('does not approve with two accounts in one browser right after the server has confirmed one of them', async () => {
    const [one, two] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    two.cookies.set('ayo_device', one.cookies.get('ayo_device') ?? '');
    for (const each of [one, two]) await each.call(listAdmins, {});
    const { rows } = await ayo.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(two)]);
    // Again and again, each time less than the five minutes in which a trace is not written anew.
    for (let round = 0; round < 2; round += 1) {
      ayo.pass(60_000);
      expect(await confirmOnServer(ayo.platform, { username: rows[0]?.username ?? '', osUser: 'ops' })).toBe('Ada Obi');
      ayo.pass(60_000);
      const id = await waiting();
      expect((await approve(one, id)).status).toBe(200);
      expect(codeOf(await approve(two, id))).toEqual(NOT_COUNTED('device'));
    }
  });

  it('does not approve after the confirmation from the browser of an approval that was given before it', async () => {
    const [one, two] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const id = await waiting();
    expect((await approve(one, id)).status).toBe(200);
    const { rows } = await ayo.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(two)]);
    ayo.pass(60_000);
    expect(await confirmOnServer(ayo.platform, { username: rows[0]?.username ?? '', osUser: 'ops' })).toBe('Ada Obi');
    ayo.pass(60_000);
    two.cookies.set('ayo_device', one.cookies.get('ayo_device') ?? '');
    expect(codeOf(await approve(two, id))).toEqual(NOT_COUNTED('device'));
  });

  it('does not approve with two accounts of one phone', async () => {
    const [one, two] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    await ayo.pool.query(`UPDATE player SET phone = '+2348099887766' WHERE user_id = ANY($1)`, [[userIdOf(one), userIdOf(two)]]);
    const id = await waiting();
    await approve(one, id);
    expect(codeOf(await approve(two, id))).toEqual(NOT_COUNTED('phone'));
  });

  it('does not approve with two accounts of one verified identity', async () => {
    const [one, two] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const person = randomBytes(32);
    await ayo.pool.query(
      `INSERT INTO identity (user_id, person_hash, gateway, kind, last_four, wording_version, verified_at) VALUES ($1, $2, 'simulator', 'nin', '1234', '1', now())`,
      [userIdOf(one), person],
    );
    await ayo.pool.query(
      `INSERT INTO identity_check (user_id, at, gateway, kind, wording_version, outcome, person_hash) VALUES ($1, now(), 'simulator', 'nin', '1', 'in-use', $2)`,
      [userIdOf(two), person],
    );
    const id = await waiting();
    await approve(one, id);
    expect(codeOf(await approve(two, id))).toEqual(NOT_COUNTED('identity'));
  });

  it('does not approve twice from one network with two browsers; a configured office does not count against admins', async () => {
    const home = '197.210.52.9';
    const [one, two, three, four] = [await ayo.signUpAdmin(), await ayo.signUpAdmin(), await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const id = await waiting();
    expect((await approve(one, id, home)).status).toBe(200);
    const refused = await approve(two, id, home);
    expect(codeOf(refused)).toEqual(NOT_COUNTED('network'));
    expect(refused.problem?.detail).toContain('ADMIN_OFFICE_NETWORKS');
    // Nor from the phone, an hour after.
    ayo.pass(20 * 60_000);
    expect(codeOf(await approve(two, id, '105.112.3.4'))).toEqual(NOT_COUNTED('network'));
    expect((await approve(three, id, '41.58.9.1')).data.state).toBe('sending');
    const other = await waiting();
    await approve(three, other, '102.89.1.7');
    expect((await approve(four, other, '102.89.1.7')).data.state).toBe('sending');
    // An IPv6 network is the /64 that everybody in it may choose from.
    const last = await waiting();
    await approve(one, last, '2c0f:f5c0:1:2::a');
    expect(codeOf(await approve(four, last, '2c0f:f5c0:1:2:ffff::b'))).toEqual(NOT_COUNTED('network'));
  });

  /** Money asks for the password again after a while. */
  const giveAgain = (admin: TestClient) => admin.request('POST', `/api/v1/player/${userIdOf(admin)}/confirm-password`, { body: { password: PASSWORD } });

  it('does not get a second approval from the same network by waiting, because the network of the first approval is stored with it', async () => {
    const home = '197.210.60.4';
    const [one, two, three] = [await ayo.signUpAdmin(), await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const id = await waiting();
    expect((await approve(one, id, home)).status).toBe(200);
    ayo.pass(DAY_MS + 60_000);
    for (const admin of [two, three]) await giveAgain(admin);
    expect(codeOf(await approve(two, id, home))).toEqual(NOT_COUNTED('network'));
    // A day later, and from the phone, they still count as the person who was at home, and the list says so.
    ayo.pass(DAY_MS + 60_000);
    for (const admin of [one, two, three]) await giveAgain(admin);
    const refused = await approve(two, id, '105.112.7.8');
    expect(codeOf(refused)).toEqual(NOT_COUNTED('network'));
    const shown = await findInQueue(two, id);
    expect(shown).toMatchObject({ locked: 'not-counted', lockedWhy: refused.problem?.detail });
    expect(await stateOf(id)).toBe('checking');
    // For another withdrawal, which nobody approved from there, they count as two.
    expect((await approve(three, id, '41.58.10.1')).data.state).toBe('sending');
    const other = await waiting();
    expect((await approve(one, other, '41.58.11.1')).status).toBe(200);
    expect((await approve(two, other, '105.112.7.8')).data.state).toBe('sending');
    for (const admin of [amina, bode]) await giveAgain(admin);
  });

  it('does not get a second approval from the same browser either, once that browser is not remembered any more', async () => {
    const [one, two] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const id = await waiting();
    expect((await approve(one, id)).status).toBe(200);
    const forget = () => ayo.pool.query(`UPDATE admin_trace SET last_at = last_at - interval '40 days' WHERE user_id = $1`, [userIdOf(one)]);
    await forget();
    two.cookies.set('ayo_device', one.cookies.get('ayo_device') ?? '');
    expect(codeOf(await approve(two, id))).toEqual(NOT_COUNTED('device'));
    // The same holds for an invitation.
    const { data } = await invite(one);
    await forget();
    expect(codeOf(await sayYes(two, data.invitationId))).toEqual(NOT_COUNTED('device'));
    await expect(ayo.pool.query('UPDATE invitation SET device = NULL WHERE invitation_id = $1', [data.invitationId])).rejects.toThrow('where a yes came from stays');
  });

  it('does not approve the withdrawal of their own second account', async () => {
    const admin = await ayo.signUpAdmin();
    const player = await paidPlayer(ayo, { naira: 500_000 });
    const { withdrawalId } = (await ask(player, 150_000)).data;
    admin.cookies.set('ayo_device', player.client.cookies.get('ayo_device') ?? '');
    expect(codeOf(await approve(admin, withdrawalId)).slice(0, 2)).toEqual([403, 'own-request']);
    const other = await ayo.signUpAdmin();
    await ayo.pool.query('UPDATE player SET phone = (SELECT phone FROM player WHERE user_id = $2) WHERE user_id = $1', [userIdOf(other), player.userId]);
    expect(codeOf(await approve(other, withdrawalId)).slice(0, 2)).toEqual([403, 'own-request']);
    expect((await readWithdrawal(player, withdrawalId)).state).toBe('checking');
  });
});

describe('a new admin', () => {
  it('can’t decide about money for the first 24 hours, to the millisecond', async () => {
    const { data } = await invite(amina);
    expect((await sayYes(bode, data.invitationId)).data.state).toBe('sent');
    const chidi = await accept(data.email);
    const id = await waiting();
    await approve(amina, id);
    const refused = await approve(chidi, id);
    expect(codeOf(refused)).toEqual(NOT_COUNTED('new'));
    expect(refused.problem?.detail).toMatch(/^You became an admin less than 24 hours ago\. You can decide about money from \d\d\/\d\d\/2026, \d\d:\d\d \(Lagos\)\.$/);
    const confirmAll = async () => {
      for (const each of [amina, bode, chidi]) await each.request('POST', `/api/v1/player/${userIdOf(each)}/confirm-password`, { body: { password: PASSWORD } });
    };
    const { rows } = await ayo.pool.query<{ since: Date }>('SELECT since FROM admin WHERE user_id = $1', [userIdOf(chidi)]);
    ayo.pass((rows[0]?.since.getTime() ?? 0) + DAY_MS - 1 - ayo.platform.now().getTime());
    await confirmAll();
    expect(codeOf(await approve(chidi, id))).toEqual(NOT_COUNTED('new'));
    ayo.pass(1);
    expect((await approve(chidi, id)).data.state).toBe('sending');
    expect((await amina.call(listAdmins, {})).data.items.find(({ userId }) => userId === userIdOf(chidi))).toMatchObject({
      countsWith: null, confirmedBy: expect.any(String) as string, secondFactor: expect.any(String) as string, moneyFrom: null,
    });
  });

  it('needs another person’s approval: an invitation that only its sender wants makes nobody an admin', async () => {
    const { data } = await invite(amina);
    // A token from before, or one that leaked from a backup of the database, does not help, either.
    await ayo.pool.query('UPDATE invitation SET token_hash = encode(sha256($2), $3) WHERE invitation_id = $1', [data.invitationId, Buffer.from('x'.repeat(43)), 'hex']);
    const body = { token: 'x'.repeat(43), username: `c${randomBytes(5).toString('hex')}`, password: PASSWORD, firstname: 'Chidi', lastname: 'Nwosu' };
    const early = await ayo.client().call(acceptInvitation, { body });
    expect([early.status, early.problem?.code]).toEqual([400, 'token-invalid']);
    const answers = await Promise.all([bode, bode, await ayo.signUpAdmin()].map((admin) => sayYes(admin, data.invitationId)));
    expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(await readMailbox(ayo.pool, data.email)).toHaveLength(1);
  });

  it('has a password of 12 characters or more', async () => {
    const { data } = await invite(amina);
    await sayYes(bode, data.invitationId);
    const [mail] = await readMailbox(ayo.pool, data.email);
    const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const body = { token, username: 'bolanle.a', password: 'elf signs x', firstname: 'Bola', lastname: 'Ade' };
    expect((await ayo.client().call(acceptInvitation, { body })).problem).toMatchObject({ status: 400, errors: [{ field: 'password' }] });
    const weak = await amina.request('POST', `/api/v1/player/${userIdOf(amina)}/password`, { body: { current: PASSWORD, password: 'elf signs x' } });
    expect([weak.status, weak.problem?.code]).toEqual([400, 'weak-password']);
  });
});

describe('two persons', () => {
  it('confirm an admin whom one of them let in alone; then that admin’s approvals count beside theirs', async () => {
    const chidi = await letInAlone(amina);
    const stranger = await ayo.signUpAdmin();
    stranger.cookies.set('ayo_device', amina.cookies.get('ayo_device') ?? '');
    await stranger.call(listAdmins, {});
    // An admin who shares a browser with the inviter can’t confirm the new admin.
    expect(codeOf(await confirm(stranger, chidi))).toEqual(NOT_COUNTED('device'));
    expect((await confirm(bode, chidi)).status).toBe(204);
    const id = await waiting();
    await approve(amina, id);
    expect((await approve(chidi, id)).data.state).toBe('sending');
  });
});

it('two approvals of one person at the same moment are one, and one of two persons each are two', async () => {
  for (let round = 0; round < (isLong ? 20 : 3); round += 1) {
    const second = await letInAlone(amina);
    const id = await waiting();
    const answers = await Promise.all([approve(amina, id), approve(second, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await stateOf(id)).toBe('checking');
    expect((await approve(bode, id)).data.state).toBe('sending');
  }
}, 60_000);
