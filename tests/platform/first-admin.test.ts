/** The sign-in that the start prints: what somebody gains who reads it in a log, or starts a second process. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureFirstAdmin, OWN_PASSWORD_TIMEOUT_MS } from '../../server/accounts/first-admin';
import type { FirstAdmin, FirstAdminResult } from '../../server/accounts/first-admin';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { listAdminGames, switchAdminGames } from '../../src/core/contract/admin';
import { inviteAdmin, listAdmins, setOwnPassword } from '../../src/core/contract/admins';
import { signIn } from '../../src/core/contract/auth';
import { getAccount } from '../../src/core/contract/player';
import { bodyOf, filterCalls, isChange, headersOf, pathOf } from '../support/contract-table';
import { paramsOf, statusAndCode } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const OWN = 'seven slow canoes';

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(() => ayo.close());

const results: FirstAdminResult[] = [];

async function startFirstAdmin({ platform }: TestPlatform): Promise<FirstAdminResult> {
  const result = await ensureFirstAdmin(platform);
  results.push(result);
  return result;
}

/** Closing a platform waits for the connection that holds the lock, so a failed assertion must release it, too. */
async function releaseAll(): Promise<void> {
  for (const result of results.splice(0)) await result.release();
}
afterEach(releaseAll);

const trySignIn = (body: FirstAdmin, on = ayo) => on.client().call(signIn, { body });

function printed({ signIn: firstAdmin }: { readonly signIn: FirstAdmin | null }): FirstAdmin {
  if (firstAdmin === null) throw new Error('nothing was printed');
  return firstAdmin;
}

describe('the printed sign-in', () => {
  it('is of no use to whoever reads it later: it works once, and an own password must be set before anything else', async () => {
    const hold = await startFirstAdmin(ayo);
    const first = printed(hold);
    const admin = await ayo.signIn(first.username, first.password);
    for (let again = 0; again < 3; again += 1) expect(statusAndCode(await trySignIn(first))).toEqual([401, 'invalid-credentials']);
    expect((await admin.call(getAccount, { params: paramsOf(admin) })).data).toMatchObject({ role: 'admin', ownPasswordDue: true });
    // These are all calls of admins, and all that change something of the account, so a new call is covered, too.
    for (const row of filterCalls((call) => (call.access === 'admin' || (call.access !== 'public' && isChange(call))) && call.beforeOwnPassword !== true)) {
      const answer = await admin.request(row.endpoint.method, pathOf(row.endpoint, paramsOf(admin)), { body: bodyOf(row), headers: headersOf(row) });
      expect({ name: row.name, code: statusAndCode(answer) }).toEqual({ name: row.name, code: [403, 'own-password-due'] });
    }
    for (const password of ['elf letters', first.username.repeat(2), 'password1234']) {
      expect((await admin.call(setOwnPassword, { body: { password } })).status).toBe(400);
    }
    const before = admin.session?.sessionId;
    admin.session = (await admin.call(setOwnPassword, { body: { password: OWN } })).data;
    expect(admin.session.sessionId).not.toBe(before);
    expect((await admin.call(listAdminGames, {})).status).toBe(200);
    expect((await admin.call(getAccount, { params: paramsOf(admin) })).data).not.toHaveProperty('ownPasswordDue');
    expect(statusAndCode(await admin.call(setOwnPassword, { body: { password: `${OWN}!` } }))).toEqual([409, 'conflict']);
    expect(statusAndCode(await trySignIn(first))).toEqual([401, 'invalid-credentials']);
    expect((await trySignIn({ username: first.username, password: OWN })).status).toBe(200);
    // A later start prints nothing.
    await hold.release();
    expect((await startFirstAdmin(ayo)).signIn).toBeNull();
    expect(ayo.logs.join('\n')).not.toContain(first.password);
  });

  it('is printed by one of several processes that start on one database, and replaced by a start after that one has ended', async () => {
    const [one, two] = [await testPlatform(), null];
    const other = await testPlatform({ database: one.database });
    try {
      const starts = await Promise.all([startFirstAdmin(one), startFirstAdmin(other), startFirstAdmin(other)]);
      const holds = starts.filter(({ signIn: each }) => each !== null);
      expect([holds.length, starts.filter(({ isPrintedElsewhere }) => isPrintedElsewhere).length]).toEqual([1, 2]);
      const first = printed(holds[0] ?? { signIn: two });
      // A process that starts later prints nothing while that one runs.
      expect(await startFirstAdmin(other)).toMatchObject({ signIn: null, isPrintedElsewhere: true });
      // After that process has ended, the next start prints a new password, and the old one no longer works.
      for (const hold of starts) await hold.release();
      const again = await startFirstAdmin(other);
      expect(statusAndCode(await trySignIn(first, one))).toEqual([401, 'invalid-credentials']);
      expect((await trySignIn(printed(again), one)).status).toBe(200);
    } finally {
      await releaseAll();
      await other.close();
      await one.close();
    }
  });

  it('used by five at the same moment opens one session', async () => {
    const own = await testPlatform();
    try {
      const hold = await startFirstAdmin(own);
      // The account's own delay lets a few through at a time; that is not what is shown here.
      const answers = await Promise.all(Array.from({ length: 5 }, () => trySignIn(printed(hold), own)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const { rows } = await own.pool.query('SELECT count(*) AS n FROM session');
      expect(rows).toEqual([{ n: 1 }]);
    } finally {
      await releaseAll();
      await own.close();
    }
  });

  it('locks nobody out for good: who lost the browser before setting a password gets another one at a start an hour later', async () => {
    const own = await testPlatform();
    try {
      const hold = await startFirstAdmin(own);
      const lost = await own.signIn(printed(hold).username, printed(hold).password);
      await hold.release();
      own.pass(OWN_PASSWORD_TIMEOUT_MS);
      expect((await startFirstAdmin(own)).signIn).toBeNull();
      own.pass(1);
      const again = await startFirstAdmin(own);
      expect(statusAndCode(await lost.call(setOwnPassword, { body: { password: OWN } }))).toEqual([401, 'session-ended']);
      const admin = await own.signIn(printed(again).username, printed(again).password);
      admin.session = (await admin.call(setOwnPassword, { body: { password: OWN } })).data;
      // The only admin lets one in, and money waits.
      expect((await admin.call(inviteAdmin, { body: { email: 'bisi@admin.example', roles: [...ADMIN_ROLES] } })).data.state).toBe('sent');
      expect((await admin.call(listAdmins, {})).data.persons).toBe(1);
    } finally {
      await releaseAll();
      await own.close();
    }
  });
});

it('an unattended admin session switches no games off and changes no limits: after half an hour the password is asked for', async () => {
  const admin = await ayo.signUpAdmin();
  ayo.pass(31 * 60_000);
  expect(statusAndCode(await admin.call(switchAdminGames, { body: { enabled: false } }))).toEqual([401, 'password-needed']);
  const patch = await admin.request('PATCH', '/api/v1/admin/games/adire-gold', { body: { contribution: 1 }, headers: { 'if-match': '"1"' } });
  expect(statusAndCode(patch)).toEqual([401, 'password-needed']);
});
