import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INVITATION_LIMIT, INVITATION_LIFETIME_MS } from '../../server/admin/invitations';
import { ensureFirstAdmin } from '../../server/accounts/first-admin';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { STALE_AFTER_MS } from '../../server/http/guards';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { listAdminGames } from '../../src/core/contract/admin';
import { acceptInvitation, confirmInvitation, inviteAdmin, listAdmins, revokeInvitation, setOwnPassword } from '../../src/core/contract/admins';
import type { Invitation } from '../../src/core/contract/admins';
import { activateEmail, confirmPassword, signIn, signUp } from '../../src/core/contract/auth';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { getAccount } from '../../src/core/contract/player';
import { dumpTables } from '../support/dump';
import { statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { giveFactor } from '../support/insert-admin';
import { tokenIn } from '../support/logins';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const SITE = 'https://play.example';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let test: TestPlatform;
let admin: TestClient;
let second: TestClient;
beforeAll(async () => {
  test = await testPlatform({ config: { publicUrl: SITE } });
  [admin, second] = [await test.signUpAdmin(), await test.signUpAdmin()];
});
afterAll(() => test.close());

const address = () => `chidi-${randomBytes(6).toString('hex')}@admin.example`;
const invite = (email: string, as = admin) => as.call(inviteAdmin, { body: { email, roles: [...ADMIN_ROLES] } });
const sayYes = ({ invitationId }: Pick<Invitation, 'invitationId'>, as = second) => as.call(confirmInvitation, { params: { invitationId } });
const peopleSeenBy = async (client: TestClient) => (await client.call(listAdmins, {})).data;

/** The token of the newest mail to an address. */
async function tokenTo(email: string): Promise<string> {
  const [mail] = await readMailbox(test.pool, email);
  const token = /\/sign-up\?invitation=([0-9A-Za-z_-]+)$/m.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no invitation was sent to ${email}`);
  return token;
}

async function invited(email = address()): Promise<{ email: string; token: string; invitation: Invitation }> {
  const { data } = await invite(email);
  const { data: invitation } = await sayYes(data);
  return { email, token: await tokenTo(email), invitation };
}

type AcceptBody = BodyOf<typeof acceptInvitation>;
const bodyFor = (token: string, more: Partial<AcceptBody> = {}): AcceptBody => ({
  token, username: `chidi${randomBytes(5).toString('hex')}`, password: PASSWORD, firstname: 'Chidi', lastname: 'Nwosu', ...more,
});
const accept = (body: AcceptBody, client = test.client()) => client.call(acceptInvitation, { body });

/** Somebody who came in by an invitation, signed in. */
async function letIn(more: Partial<AcceptBody> = {}) {
  const { email, token, invitation } = await invited();
  const client = test.client();
  const body = bodyFor(token, more);
  client.session = (await accept(body, client)).data;
  await giveFactor(test.pool, userIdOf(client));
  return { client, email, body, invitation, userId: client.session.userId };
}


describe('an invitation', () => {
  it('is a mail in the product’s words, with a link that works once for 72 hours', async () => {
    const email = address();
    const { data } = await invite(`  ${email.toUpperCase()} `);
    expect(data).toEqual({
      invitationId: expect.stringMatching(/^[\w-]{22}$/) as string, email, roles: [...ADMIN_ROLES], invitedBy: expect.any(String) as string,
      createdAt: test.platform.now().toISOString(),
      expiresAt: new Date(test.platform.now().getTime() + 72 * 60 * MINUTE_MS).toISOString(),
      state: 'waiting', confirmedBy: null, canConfirm: false, whyNot: 'You have invited them yourself. Another admin has to approve it.',
    });
    // No mail goes out before a second admin approves.
    expect(await readMailbox(test.pool, email)).toEqual([]);
    expect((await sayYes(data)).data).toMatchObject({ state: 'sent', canConfirm: false, whyNot: null });
    const [mail] = await readMailbox(test.pool, email);
    expect(mail?.subject).toBe('Invitation to look after Ayo');
    expect(mail?.text).toContain('Ada Obi invites you to become an admin of Ayo.');
    expect(mail?.text).toMatch(/^https:\/\/play\.example\/sign-up\?invitation=[\w-]{43}$/m);
    expect((await peopleSeenBy(admin)).invitations.find(({ invitationId }) => invitationId === data.invitationId)).toMatchObject({ email, state: 'sent' });
  });

  it('is kept without its token: only a hash of it is there, and the mail has it', async () => {
    const { token } = await invited();
    const hash = createHash('sha256').update(token).digest('hex');
    const lines = (await dumpTables(test.pool)).split('\n');
    expect(lines.filter((line) => line.includes(token)).map((line) => line.split(':')[0])).toEqual(['mail']);
    expect(lines.filter((line) => line.includes(hash)).map((line) => line.split(':')[0])).toEqual(['invitation']);
    expect(test.logs.join('\n')).not.toContain(token);
  });

  it('makes an admin: a new account with an activated e-mail and a session that is bound to the browser', async () => {
    const { client, userId, body, invitation } = await letIn();
    expect([...client.cookies.keys()].sort()).toEqual(['XSRF-TOKEN', 'ayo_bind', 'ayo_device']);
    expect((await client.call(getAccount, { params: { userId } })).data).toMatchObject({ role: 'admin', emailActivated: true });
    const inviter = (await peopleSeenBy(admin)).items.find((person) => person.userId === admin.session?.userId);
    const { items, invitations } = await peopleSeenBy(client);
    expect(items).toContainEqual({
      userId, username: body.username, name: 'Chidi Nwosu', roles: [...ADMIN_ROLES], since: test.platform.now().toISOString(), invitedBy: inviter?.username,
      countsWith: null, confirmedBy: expect.any(String) as string, secondFactor: expect.any(String) as string,
      moneyFrom: new Date(test.platform.now().getTime() + DAY_MS).toISOString(), newRoles: [],
      canConfirm: false, whyNot: null,
    });
    expect(inviter?.invitedBy).toBeNull();
    expect(invitations.map(({ invitationId }) => invitationId)).not.toContain(invitation.invitationId);
    // From then on they work as any admin does.
    expect((await client.call(listAdminGames, {})).status).toBe(200);
    expect((await invite(address(), client)).status).toBe(201);
    const again = await test.client().call(signIn, { body: { username: body.username, password: PASSWORD } });
    expect(again.data.userId).toBe(userId);
    const stolen = test.client();
    stolen.session = client.session;
    expect(statusAndCode(await stolen.call(listAdmins, {}))).toEqual([401, 'binding-missing']);
  });

  it('leaves a line in the audit trail for each step, with who did it', async () => {
    const { userId, invitation, body } = await letIn();
    const { invitation: other } = await invited();
    await admin.call(revokeInvitation, { params: { invitationId: other.invitationId } });
    const { rows } = await test.pool.query(
      'SELECT user_id, action, subject, before, after FROM admin_audit WHERE subject = ANY($1) ORDER BY audit_id',
      [[invitation.invitationId, other.invitationId]],
    );
    const [by, yes] = [admin.session?.userId, second.session?.userId];
    const inviting = (openInvitation: Invitation) => [
      { user_id: by, action: 'admin-invited', subject: openInvitation.invitationId, before: null, after: { email: openInvitation.email, roles: [...ADMIN_ROLES], expiresAt: openInvitation.expiresAt, waits: true } },
      { user_id: yes, action: 'invitation-confirmed', subject: openInvitation.invitationId, before: null, after: { email: openInvitation.email, invitedBy: by } },
    ];
    expect(rows).toEqual([
      ...inviting(invitation),
      {
        user_id: userId, action: 'invitation-accepted', subject: invitation.invitationId,
        before: null, after: { userId, username: body.username, invitedBy: by, confirmedBy: yes, roles: [...ADMIN_ROLES] },
      },
      ...inviting(other),
      { user_id: by, action: 'invitation-revoked', subject: other.invitationId, before: { email: other.email, expiresAt: other.expiresAt }, after: null },
    ]);
  });

  it('can be sent by the first admin, who has no e-mail', async () => {
    const own = await testPlatform();
    const { signIn: first, release } = await ensureFirstAdmin(own.platform);
    await release();
    const client = await own.signIn(first!.username, first!.password);
    client.session = (await client.call(setOwnPassword, { body: { password: PASSWORD } })).data;
    expect((await peopleSeenBy(client)).items).toMatchObject([{ username: 'admin', name: 'First Admin', invitedBy: null, countsWith: null }]);
    expect((await client.call(inviteAdmin, { body: { email: 'second@admin.example', roles: [...ADMIN_ROLES] } })).status).toBe(201);
    await own.close();
  });
});

describe('inviting an admin', () => {
  it('is for admins alone, as listing and revoking are: a player gets 403, a guest 401, and neither gets any data (row 4)', async () => {
    const { invitation, email } = await invited();
    const [player, guest] = [await test.signUp(), test.client()];
    for (const [client, status] of [[player, 403], [guest, 401]] as const) {
      const answers = [
        await client.call(listAdmins, {}), await invite(address(), client),
        await client.call(revokeInvitation, { params: { invitationId: invitation.invitationId } }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
      expect(answers.map(({ text }) => text).join()).not.toContain(email);
    }
    expect((await peopleSeenBy(admin)).invitations).toContainEqual(invitation);
  });

  it('asks for the password after half an hour without an action', async () => {
    const own = await test.signUpAdmin();
    test.pass(STALE_AFTER_MS + 1);
    expect(statusAndCode(await invite(address(), own))).toEqual([401, 'password-needed']);
    await own.call(confirmPassword, { params: { userId: own.session!.userId }, body: { password: PASSWORD } });
    expect((await invite(address(), own)).status).toBe(201);
    for (const each of [admin, second]) await each.call(confirmPassword, { params: { userId: each.session!.userId }, body: { password: PASSWORD } });
  });

  it('is refused for an address that has an account, before and after the mail', async () => {
    const player = newPlayer();
    await test.client().call(signUp, { body: player });
    expect((await invite(player.email)).problem).toMatchObject({ status: 409, code: 'email-taken', errors: [{ field: 'email' }] });
    const { email, token } = await invited();
    await test.client().call(signUp, { body: newPlayer({ email }) });
    expect(statusAndCode(await accept(bodyFor(token)))).toEqual([409, 'email-taken']);
    const { rows } = await test.pool.query('SELECT role FROM player WHERE email = $1', [email]);
    expect(rows).toEqual([{ role: 'player' }]);
  });

  it('fills no mailboxes: 20 in an hour, then 429', async () => {
    const own = await test.signUpAdmin();
    for (let sent = 0; sent < INVITATION_LIMIT.limit; sent += 1) expect((await invite(address(), own)).status).toBe(201);
    const over = await invite(address(), own);
    expect([...statusAndCode(over), over.headers.get('retry-after')]).toEqual([429, 'too-many-requests', '3600']);
  });
});

describe('a token', () => {
  it('is refused in the same way when it is incomplete, of another kind, or unknown', async () => {
    const { token } = await invited();
    const player = newPlayer();
    const client = test.client();
    await client.call(signUp, { body: player });
    const [mail] = await readMailbox(test.pool, player.email);
    const activation = tokenIn(mail?.text);
    const texts = new Set<string>();
    for (const wrong of [token.slice(0, -1), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, activation, token.toLowerCase(), 'x'.repeat(43)]) {
      const answer = await accept(bodyFor(wrong));
      expect(statusAndCode(answer)).toEqual([400, 'token-invalid']);
      texts.add(JSON.stringify({ ...answer.problem, requestId: '' }));
    }
    expect(texts.size).toBe(1);
    expect(statusAndCode(await client.call(activateEmail, { body: { token } }))).toEqual([400, 'token-invalid']);
    for (const odd of ['', 'short', 'x'.repeat(65), `${token}' OR 1=1`, 7]) {
      const answer = await client.request('POST', '/api/v1/auth/invitation', { body: { ...bodyFor(token), token: odd } });
      expect(statusAndCode(answer)).toEqual([400, 'validation']);
    }
    expect((await accept(bodyFor(token))).status).toBe(201);
  });

  it('works to the last moment of 72 hours and not after it', async () => {
    const [early, late] = [await invited(), await invited()];
    test.pass(INVITATION_LIFETIME_MS - 1);
    expect((await accept(bodyFor(early.token))).status).toBe(201);
    test.pass(1);
    const answer = await accept(bodyFor(late.token));
    expect([...statusAndCode(answer), answer.problem?.detail]).toEqual([400, 'token-invalid', 'It is older than 72 hours. Ask for a new one.']);
    await admin.call(confirmPassword, { params: { userId: admin.session!.userId }, body: { password: PASSWORD } });
    expect((await peopleSeenBy(admin)).invitations.map(({ email }) => email)).not.toContain(late.email);
    // The address can be invited again.
    await second.call(confirmPassword, { params: { userId: second.session!.userId }, body: { password: PASSWORD } });
    await sayYes((await invite(late.email)).data);
    expect((await accept(bodyFor(await tokenTo(late.email)))).status).toBe(201);
  });

  it('makes nobody else an admin once it was used; the same request sent again within two minutes opens another session of the new admin', async () => {
    const { token } = await invited();
    const body = bodyFor(token);
    const first = (await accept(body)).data;
    expect(statusAndCode(await accept(bodyFor(token)))).toEqual([400, 'token-invalid']);
    expect(statusAndCode(await accept({ ...body, password: `${PASSWORD}!` }))).toEqual([400, 'token-invalid']);
    const again = (await accept(body)).data;
    expect(again.userId).toBe(first.userId);
    expect(again.sessionId).not.toBe(first.sessionId);
    test.pass(2 * MINUTE_MS);
    expect(statusAndCode(await accept(body))).toEqual([400, 'token-invalid']);
  });

  it('is replaced by a newer one for the address, whoever sent it', async () => {
    const { email, token: older } = await invited();
    const other = await test.signUpAdmin();
    const { data: newer } = await invite(email, other);
    expect((await peopleSeenBy(other)).invitations.filter((each) => each.email === email)).toEqual([newer]);
    const refused = await accept(bodyFor(older));
    expect([...statusAndCode(refused), refused.problem?.detail]).toEqual([400, 'token-invalid', 'There is a newer mail with another link. Use that one.']);
    await sayYes(newer);
    expect((await accept(bodyFor(await tokenTo(email)))).status).toBe(201);
  });

  it('lets nobody in once it was taken back; taking it back again changes nothing, and after its use it is too late', async () => {
    const { token, invitation } = await invited();
    const take = (invitationId: string) => admin.call(revokeInvitation, { params: { invitationId } });
    expect((await take(invitation.invitationId)).status).toBe(204);
    expect((await take(invitation.invitationId)).status).toBe(204);
    expect(statusAndCode(await accept(bodyFor(token)))).toEqual([400, 'token-invalid']);
    expect(statusAndCode(await take('no-such-invitation'))).toEqual([404, 'not-found']);
    const used = await letIn();
    expect(statusAndCode(await take(used.invitation.invitationId))).toEqual([409, 'conflict']);
    expect((await used.client.call(listAdmins, {})).status).toBe(200);
  });

  it('lets nobody in when its sender is not an admin any more', async () => {
    const gone = await test.signUpAdmin();
    const email = address();
    await sayYes((await invite(email, gone)).data);
    const token = await tokenTo(email);
    await test.pool.query(`UPDATE player SET role = 'player' WHERE user_id = $1`, [userIdOf(gone)]);
    expect(statusAndCode(await accept(bodyFor(token)))).toEqual([400, 'token-invalid']);
    expect((await peopleSeenBy(admin)).invitations.map((open) => open.email)).not.toContain(email);
    // Another admin may still want to invite the person.
    await sayYes((await invite(email)).data);
    expect((await accept(bodyFor(await tokenTo(email)))).status).toBe(201);
  });

  it('outlives a password that is too weak and a username that is taken', async () => {
    const { token, email } = await invited();
    const { body: taken } = await letIn();
    for (const password of ['passwordpassword', email]) {
      expect((await accept(bodyFor(token, { password }))).problem).toMatchObject({ status: 400, code: 'weak-password', errors: [{ field: 'password' }] });
    }
    expect((await accept(bodyFor(token, { username: taken.username.toUpperCase() }))).problem).toMatchObject({
      status: 409, code: 'username-taken', errors: [{ field: 'username' }],
    });
    const extra = await admin.request('POST', '/api/v1/auth/invitation', { body: { ...bodyFor(token), role: 'admin' } });
    expect(statusAndCode(extra)).toEqual([400, 'validation']);
    expect((await accept(bodyFor(token))).status).toBe(201);
  });

  it('makes one admin when 8 people use it at the same moment, and also when one person sends it 8 times', async () => {
    const { token, email } = await invited();
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(bodyFor(token))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    const { token: second, email: secondEmail } = await invited();
    const body = bodyFor(second);
    const same = await Promise.all(Array.from({ length: 8 }, () => accept(body)));
    expect(new Set(same.map(({ data }) => data.userId)).size).toBe(1);
    const { rows } = await test.pool.query<{ n: number }>('SELECT count(*) AS n FROM player WHERE email = ANY($1)', [[email, secondEmail]]);
    expect(rows).toEqual([{ n: 2 }]);
  });

  it('is either taken back or used when both happen at the same moment', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { token, email, invitation } = await invited();
      const [used, taken] = await Promise.all([
        accept(bodyFor(token)), admin.call(revokeInvitation, { params: { invitationId: invitation.invitationId } }),
      ]);
      const { rowCount } = await test.pool.query('SELECT 1 FROM player WHERE email = $1', [email]);
      expect([[201, 409, 1], [400, 204, 0]]).toContainEqual([used.status, taken.status, rowCount]);
      await test.pool.query(`DELETE FROM attempt WHERE kind = 'invitation'`);
    }
  });

  it('works in one mail only when two are sent to an address at the same moment', async () => {
    const email = address();
    const sent = await Promise.all([invite(email), invite(email), invite(email)]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    const approvals = await Promise.all(sent.map(({ data }) => sayYes(data)));
    expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const tokens = (await readMailbox(test.pool, email)).map(({ text }) => /invitation=([\w-]+)/.exec(text)?.[1] ?? '');
    const statuses: number[] = [];
    for (const token of tokens) statuses.push((await accept(bodyFor(token))).status);
    expect(statuses).toEqual([201]);
  });
});

describe('an admin’s account', () => {
  it('stays in the books with who let it in: an invitation is never changed after its end', async () => {
    const { invitation } = await letIn();
    const { rows } = await test.pool.query<{ invitation_id: string }>('SELECT invitation_id FROM invitation WHERE invitation_id = $1', [invitation.invitationId]);
    expect(rows).toHaveLength(1);
    await expect(test.pool.query(`UPDATE invitation SET ended_at = now() WHERE invitation_id = $1`, [invitation.invitationId])).rejects.toThrow('ends once');
    await expect(test.pool.query('DELETE FROM invitation')).rejects.toThrow('ends once');
  });
});
