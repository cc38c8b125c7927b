/** The site stays its owner's: who may take whose role away, and how one that was taken wrongly is given back on the server. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmOnServer } from '../../server/admin/people';
import { restoreOnServer } from '../../server/admin/restore-admin';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { verifyAudit } from '../../server/audit';
import { markAsRestored } from '../../server/tools/backup/restore-backup';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import { listAdminGames } from '../../src/core/contract/admin';
import { acceptInvitation, getDesk, inviteAdmin, listAdmins, removeAdmin, setAdminRoles, setOwnPassword } from '../../src/core/contract/admins';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import { confirmCorrection, listCorrections, proposeAdjustment, withdrawCorrection } from '../../src/core/contract/corrections';
import { signIn } from '../../src/core/contract/auth';
import { closeAccount } from '../../src/core/contract/sessions';
import { DAY_MS } from '../../src/core/time';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { giveFactor } from '../support/insert-admin';
import { newKey } from '../support/keys';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { adminInvitedBy, makeAdminWith } from '../support/refusals/admins';
import { waitForNewRoles } from '../support/role-wait';
import { ask, paidPlayer } from '../support/withdrawals';

const REASON = 'Was never one of us.';
const OWN = 'seven slow canoes';

/** Adds a passkey and a recovery code to an admin's second factor. */
async function addWaysIn(userId: string): Promise<void> {
  await ayo.pool.query(
    `INSERT INTO passkey (passkey_id, user_id, credential_id, public_key, counter, transports, name, added_at) VALUES ($1, $1, $1, '', 0, '{}', 'Laptop', now())`, [userId],
  );
  await ayo.pool.query(`INSERT INTO recovery_code (user_id, code_hash) VALUES ($1, 'code')`, [userId]);
}

/** What still gives an admin's second factor: apps, passkeys and recovery codes. */
async function waysIn(userId: string): Promise<readonly number[]> {
  const { rows: [row] } = await ayo.pool.query<{ apps: number; passkeys: number; codes: number }>(
    `SELECT (SELECT count(*)::int FROM second_factor WHERE user_id = $1) AS apps, (SELECT count(*)::int FROM passkey WHERE user_id = $1) AS passkeys,
       (SELECT count(*)::int FROM recovery_code WHERE user_id = $1 AND used_at IS NULL) AS codes`, [userId],
  );
  return row === undefined ? [] : [row.apps, row.passkeys, row.codes];
}

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(() => ayo.close());

type Answered = { readonly status: number; readonly problem: { readonly code: string; readonly reason?: string | undefined } | null };
const codeOf = ({ status, problem }: Answered) => [status, problem?.code, problem?.reason];
const NOT_COUNTED = (by: string) => [403, 'not-counted', by];

const remove = (admin: TestClient, other: TestClient) =>
  admin.call(removeAdmin, { params: { adminId: userIdOf(other) }, body: { password: PASSWORD, reason: REASON } });
const works = async (admin: TestClient) => (await admin.call(listAdminGames, {})).status;

async function usernameOf(client: TestClient, on = ayo): Promise<string> {
  const { rows } = await on.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(client)]);
  return rows[0]?.username ?? '';
}

async function emailOf(client: TestClient): Promise<string> {
  const { rows } = await ayo.pool.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [userIdOf(client)]);
  return rows[0]?.email ?? '';
}

/** Lets somebody in with the mail that the only admin sends alone. */
async function letIn(site: TestPlatform, owner: TestClient): Promise<TestClient> {
  const email = `rogue-${randomBytes(6).toString('hex')}@admin.example`;
  await owner.call(inviteAdmin, { body: { email, roles: [...ADMIN_ROLES] } });
  const [mail] = await readMailbox(site.pool, email);
  const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const rogue = site.client();
  const body = { token, username: `r${randomBytes(5).toString('hex')}`, password: PASSWORD, firstname: 'Rogue', lastname: 'Okafor' };
  rogue.session = (await rogue.call(acceptInvitation, { body })).data;
  await giveFactor(site.pool, userIdOf(rogue));
  return rogue;
}

describe('a site with one owner', () => {
  it('is not taken by a new admin within a second, nor is anything else changed by the try', async () => {
    const site = await testPlatform();
    try {
      const owner = await site.signUpAdmin();
      const rogue = await letIn(site, owner);
      const refused = await remove(rogue, owner);
      expect(codeOf(refused)).toEqual(NOT_COUNTED('new'));
      expect(refused.problem?.detail).toMatch(/^You became an admin less than 24 hours ago\. You can take somebody’s role away from .+ \(Lagos\)\.$/);
      expect(await works(owner)).toBe(200);
      expect((await owner.call(listAdmins, {})).data.items).toHaveLength(2);
      const { rows } = await site.pool.query(`SELECT user_id, subject, after FROM admin_audit WHERE action = 'removal-not-counted'`);
      expect(rows).toEqual([{ user_id: userIdOf(rogue), subject: userIdOf(owner), after: { by: 'new' } }]);
      expect(site.logs.filter((line) => line.includes('"admin.removal-not-counted"') && line.includes('"alert":true'))).toHaveLength(1);
      // The owner may take the role from the new admin in that same second.
      expect((await remove(owner, rogue)).status).toBe(200);
      expect(codeOf(await rogue.call(listAdminGames, {})).slice(0, 2)).toEqual([401, 'session-ended']);
    } finally {
      await site.close();
    }
  });

  it('is not taken by a second account that somebody on the server confirmed on its first day; a day later it may', async () => {
    const site = await testPlatform();
    try {
      const owner = await site.signUpAdmin();
      const second = await letIn(site, owner);
      await confirmOnServer(site.platform, { username: await usernameOf(second, site), osUser: 'ops' });
      site.pass(DAY_MS - 1);
      expect(codeOf(await remove(second, owner))).toEqual(NOT_COUNTED('new'));
      site.pass(1);
      expect((await remove(second, owner)).status).toBe(200);
    } finally {
      await site.close();
    }
  });

  it('is not handed on by somebody whom its owner left alone: a new owner invites nobody alone on their first day', async () => {
    const site = await testPlatform();
    try {
      const owner = await site.signUpAdmin();
      const second = await letIn(site, owner);
      const roles = ADMIN_ROLES.filter((role) => role !== 'owner');
      const body = { roles, seen: [...ADMIN_ROLES], password: PASSWORD };
      const given = await owner.call(setAdminRoles, { params: { adminId: userIdOf(owner) }, body });
      expect(given.status, given.text).toBe(200);
      const invite = async () => (await second.call(inviteAdmin, { body: { email: 'third@admin.example', roles: ['payments', 'owner'] } })).data.state;
      expect(await invite()).toBe('waiting');
      expect(await readMailbox(site.pool, 'third@admin.example')).toEqual([]);
      await waitForNewRoles(site, [second]);
      expect(await invite()).toBe('sent');
    } finally {
      await site.close();
    }
  });

  it('is not taken later by somebody who counts as one person with its owner, not even by way of others', async () => {
    const owner = await ayo.signUpAdmin();
    const child = await adminInvitedBy(ayo, owner);
    const grandchild = await adminInvitedBy(ayo, child);
    for (const [who, whom] of [[child, owner], [grandchild, owner], [grandchild, child]] as const) {
      expect(codeOf(await remove(who, whom))).toEqual(NOT_COUNTED('unconfirmed'));
    }
    expect(await works(owner)).toBe(200);
    // An admin may remove everybody whom they let in, along the whole chain.
    expect((await remove(owner, grandchild)).status).toBe(200);
    expect((await remove(owner, child)).status).toBe(200);
  });

  it('is not taken by a confirmed account with its owner’s phone, but by another person it may be', async () => {
    const [owner, other] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const second = await makeAdminWith(ayo, { invitedBy: userIdOf(owner) });
    await ayo.pool.query('UPDATE player SET phone = (SELECT phone FROM player WHERE user_id = $2) WHERE user_id = $1', [userIdOf(second), userIdOf(owner)]);
    expect(codeOf(await remove(second, owner))).toEqual(NOT_COUNTED('phone'));
    expect((await remove(other, owner)).status).toBe(200);
  });
});

describe('a role that was taken away', () => {
  it('is given back on the server: one sign-in, an own password, and then the role of whoever took it can be taken', async () => {
    const owner = await ayo.signUpAdmin();
    const rogue = await makeAdminWith(ayo, { invitedBy: userIdOf(owner) });
    const username = await usernameOf(owner);
    const player = await paidPlayer(ayo, { naira: 500_000 });
    const { withdrawalId } = (await ask(player, 150_000)).data;
    const approve = (admin: TestClient) => admin.call(approveWithdrawal, { params: { withdrawalId } });
    await approve(owner);
    ayo.pass(1000);
    expect((await remove(rogue, owner)).data.approvals).toBe(1);
    expect(await restoreOnServer(ayo.platform, { username: 'nobody', osUser: 'ops' })).toBeNull();
    expect(await restoreOnServer(ayo.platform, { username: await usernameOf(rogue), osUser: 'ops' })).toBeNull();
    // Whoever took the role away may have set up a factor of their own, so that one goes with all that belongs to it.
    await addWaysIn(userIdOf(owner));
    expect(await waysIn(userIdOf(owner))).toEqual([1, 1, 1]);
    const lost = await restoreOnServer(ayo.platform, { username: ` ${username} `, osUser: 'ops' });
    expect(await waysIn(userIdOf(owner))).toEqual([0, 0, 0]);
    // The command runs again, as for somebody who lost the printed password.
    const restoredAdmin = await restoreOnServer(ayo.platform, { username, osUser: 'ops' });
    if (lost === null || restoredAdmin === null) throw new Error('the role was taken away');
    for (const password of [PASSWORD, lost.password]) {
      expect(codeOf(await ayo.client().call(signIn, { body: { username, password } })).slice(0, 2)).toEqual([401, 'invalid-credentials']);
    }
    expect((await owner.call(listAdminGames, {})).status).toBe(401);
    const back = await ayo.signIn(username, restoredAdmin.password);
    // A script of whoever took the role away would be quicker than a new password.
    expect(codeOf(await remove(rogue, owner))).toEqual(NOT_COUNTED('restored'));
    expect(codeOf(await ayo.client().call(signIn, { body: { username, password: restoredAdmin.password } })).slice(0, 2)).toEqual([401, 'invalid-credentials']);
    expect(codeOf(await back.call(listAdminGames, {})).slice(0, 2)).toEqual([403, 'own-password-due']);
    back.session = (await back.call(setOwnPassword, { body: { password: OWN } })).data;
    expect(await works(back)).toBe(200);
    expect(await restoreOnServer(ayo.platform, { username, osUser: 'ops' })).toBeNull();
    // Approvals from before, perhaps by a thief, stay undone.
    const third = await ayo.signUpAdmin();
    expect(codeOf(await approve(back)).slice(0, 2)).toEqual([409, 'conflict']);
    expect((await approve(third)).data).toMatchObject({ state: 'checking', approvals: [{ userId: userIdOf(third) }] });
    const taken = await back.call(removeAdmin, { params: { adminId: userIdOf(rogue) }, body: { password: OWN, reason: REASON } });
    expect(taken.status).toBe(200);
    const { rows } = await ayo.pool.query(`SELECT before, after FROM admin_audit WHERE action = 'admin-restored-on-server' ORDER BY 1`);
    expect(rows).toEqual([
      { before: { role: 'admin' }, after: { role: 'admin', osUser: 'ops' } },
      { before: { role: 'player', endedBy: userIdOf(rogue) }, after: { role: 'admin', osUser: 'ops', roles: [...ADMIN_ROLES] } },
    ]);
    const mails = (await readMailbox(ayo.pool, await emailOf(owner))).filter(({ subject }) => subject === 'You are an admin of Ayo again');
    expect(mails).toHaveLength(2);
    for (const { text } of mails) expect([text.includes(lost.password), text.includes(restoredAdmin.password)]).toEqual([false, false]);
    expect(ayo.logs.filter((line) => line.includes('"admin.restored"') && line.includes('"alert":true'))).toHaveLength(2);
    expect(ayo.logs.join('\n')).not.toContain(restoredAdmin.password);
    expect(await verifyAudit(ayo.pool)).toMatchObject({ ok: true });
  });

  it('keeps nobody out of their site: an owner whom a thief made something else, step by step, is an owner again, and is told each time', async () => {
    const [owner, thief] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const username = await usernameOf(owner);
    const set = (roles: AdminRole[], seen: AdminRole[]) =>
      thief.call(setAdminRoles, { params: { adminId: userIdOf(owner) }, body: { roles, seen, password: PASSWORD } });
    expect(await restoreOnServer(ayo.platform, { username, osUser: 'ops' })).toBeNull();
    expect((await set(['support', 'games'], [...ADMIN_ROLES])).status).toBe(200);
    ayo.pass(1000);
    expect((await set(['games'], ['support', 'games'])).status).toBe(200);
    const told = (await readMailbox(ayo.pool, await emailOf(owner))).filter(({ subject }) => subject === 'The roles of an admin of Ayo were changed');
    expect(told.map(({ text }) => /Now: (.*)/.exec(text)?.[1])).toEqual(['games', 'support, games']);
    const back = await restoreOnServer(ayo.platform, { username, osUser: 'ops' });
    expect(back?.roles).toEqual(['support', 'owner']);
    // The thief gets a mail, too, but can't take it again within a day.
    expect(codeOf(await set(['games'], ['support', 'games', 'owner']))).toEqual(NOT_COUNTED('restored'));
    const again = await ayo.signIn(username, back?.password ?? '');
    again.session = (await again.call(setOwnPassword, { body: { password: OWN } })).data;
    expect((await again.call(getDesk, {})).data.roles).toEqual(['support', 'games', 'owner']);
    expect(await restoreOnServer(ayo.platform, { username, osUser: 'ops' })).toBeNull();
  });

  it('is not given back to somebody who closed the account themselves', async () => {
    const [gone] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const username = await usernameOf(gone);
    expect((await gone.call(closeAccount, { params: paramsOf(gone), body: { password: PASSWORD } })).status).toBe(204);
    expect(await restoreOnServer(ayo.platform, { username, osUser: 'ops' })).toBeNull();
  });
});

describe('after a restore', () => {
  it('an admin who was removed since the backup is none again: nobody has a role, and an owner who gets theirs on the server gives the others theirs', async () => {
    const owner = await ayo.signUpAdmin();
    const removedLater = await makeAdminWith(ayo, { invitedBy: userIdOf(owner) });
    const player = await paidPlayer(ayo, { naira: 500_000 });
    const { withdrawalId } = (await ask(player, 150_000)).data;
    await removedLater.call(approveWithdrawal, { params: { withdrawalId } });
    const [username, otherName] = [await usernameOf(owner), await usernameOf(removedLater)];
    await addWaysIn(userIdOf(removedLater));
    await markAsRestored(ayo.pool, ayo.platform.now(), ayo.platform.now());

    // A recovery code that was used since, or a passkey that was removed, would work again.
    expect(await waysIn(userIdOf(removedLater))).toEqual([1, 0, 0]);
    expect(await works(await ayo.signIn(otherName))).toBe(403);
    expect(await works(await ayo.signIn(username))).toBe(403);
    const restoredAdmin = await restoreOnServer(ayo.platform, { username, osUser: 'ops' });
    expect(restoredAdmin?.roles).toEqual([...ADMIN_ROLES]);
    const back = await ayo.signIn(username, restoredAdmin?.password ?? '');
    back.session = (await back.call(setOwnPassword, { body: { password: OWN } })).data;
    const given = await back.call(setAdminRoles, { params: { adminId: userIdOf(removedLater) }, body: { roles: ['games'], seen: [], password: OWN } });
    const third = await ayo.signUpAdmin();
    expect((await third.call(approveWithdrawal, { params: { withdrawalId } })).data.approvals).toMatchObject([{ userId: userIdOf(third) }]);
    expect([given.status, await works(await ayo.signIn(otherName))]).toEqual([200, 200]);
  });
});

describe('a role that an owner has given today', () => {
  let owner: TestClient;
  beforeAll(async () => {
    owner = await ayo.signUpAdmin();
  });

  /** Makes an admin of long ago. */
  const makeOld = (role: AdminRole) => makeAdminWith(ayo, { roles: [role], invitedBy: userIdOf(owner) });
  const setRoles = async (other: TestClient, roles: AdminRole[]) => {
    const { roles: seen } = (await other.call(getDesk, {})).data;
    expect((await owner.call(setAdminRoles, { params: { adminId: userIdOf(other) }, body: { roles, seen, password: PASSWORD } })).status).toBe(200);
  };
  const propose = async (by: TestClient, userId: string) => (await by.call(proposeAdjustment, {
    body: {
      userId, direction: 'credit', amount: 600, reasonCode: 'game-error',
      note: 'The round was cut off.', playerText: 'Your round was cut off.',
    },
  })).data.proposalId;
  const confirm = (by: TestClient, proposalId: string) =>
    by.call(confirmCorrection, { params: { proposalId }, key: newKey(), headers: { 'if-match': '"1"' } });
  const why = async (by: TestClient, proposalId: string) =>
    (await by.call(listCorrections, { query: { part: 'adjustments' } })).data.items.find((item) => item.proposalId === proposalId)?.whyNot;
  const TOO_NEW =
    /^You were given the role “payments” less than 24 hours ago\. You can decide about money from \d\d\/\d\d\/2026, \d\d:\d\d \(Lagos\)\.$/;

  it('makes no second pair of eyes before tomorrow, neither to propose nor to confirm, and everybody reads until when', async () => {
    const [old, payer, player] = [await makeOld('support'), await makeOld('payments'), await paidPlayer(ayo, { naira: 1_000 })];
    await setRoles(old, ['support', 'payments']);
    const early = await propose(old, player.userId);
    expect((await confirm(owner, early)).problem).toMatchObject({ code: 'not-counted', reason: 'new' });
    expect(await why(owner, early)).toMatch(/had been given the role “payments” less than 24 hours before/);
    const other = await propose(payer, (await paidPlayer(ayo, { naira: 1_000 })).userId);
    expect((await confirm(old, other)).problem).toMatchObject({ code: 'not-counted', reason: 'new', detail: expect.stringMatching(TOO_NEW) });
    expect(await why(old, other)).toMatch(TOO_NEW);
    const big = await paidPlayer(ayo, { naira: 500_000 });
    const { withdrawalId } = (await ask(big, 150_000)).data;
    const approve = () => old.call(approveWithdrawal, { params: { withdrawalId } });
    expect((await approve()).problem).toMatchObject({ code: 'not-counted', reason: 'new', detail: expect.stringMatching(TOO_NEW) });
    const listed = async () => (await owner.call(listAdmins, {})).data.items.find(({ userId }) => userId === userIdOf(old));
    const tomorrow = new Date(ayo.platform.now().getTime() + DAY_MS).toISOString();
    expect(await listed()).toMatchObject({ moneyFrom: null, newRoles: [{ role: 'payments', from: tomorrow }] });

    await waitForNewRoles(ayo, [owner, old, payer]);
    expect((await listed())?.newRoles).toEqual([]);
    expect((await confirm(owner, early)).problem).toMatchObject({ code: 'not-counted', reason: 'new' });
    expect((await confirm(old, other)).status).toBe(200);
    expect((await approve()).data.state).toBe('checking');
    await payer.call(withdrawCorrection, { params: { proposalId: early } });
    expect((await confirm(owner, await propose(old, player.userId))).status).toBe(200);
  });

  it('takes nothing from what they have decided in another role before', async () => {
    const [old, payer, player] = [await makeOld('payments'), await makeOld('payments'), await paidPlayer(ayo, { naira: 1_000 })];
    await setRoles(old, ['payments', 'owner']);
    expect((await confirm(old, await propose(payer, player.userId))).status).toBe(200);
    // They have been no owner before, and take nobody's role away today.
    expect(codeOf(await remove(old, payer))).toEqual(NOT_COUNTED('new'));
    await waitForNewRoles(ayo, [old]);
    expect((await remove(old, payer)).status).toBe(200);
  });
});
