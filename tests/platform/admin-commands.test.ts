/** The commands about one admin, started as an operator starts them: who is named, what is printed, and how they end. */
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { removeAdmin, setOwnPassword } from '../../src/core/contract/admins';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { runBuiltCommand, runOperatorCommand } from '../support/operator-command';
import type { CommandResult } from '../support/operator-command';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { makeAdminWith } from '../support/refusals/admins';

let site: TestPlatform;
beforeAll(async () => {
  // The commands have a clock of their own.
  site = await testPlatform({ startMs: Date.now() });
});
afterAll(() => site.close());

const env = () => ({ DATABASE_URL: site.database.databaseUrl, PUBLIC_URL: 'https://play.example' });
/** Runs `npm run NAME -- ...names`. */
const run = (name: string, ...names: string[]): Promise<CommandResult> => runOperatorCommand(name, names, env());
const runBuilt = (name: string, ...names: string[]): Promise<CommandResult> => runBuiltCommand(name, names, env());

async function accountOf(client: TestClient): Promise<{ readonly username: string; readonly email: string }> {
  const { rows } = await site.pool.query<{ username: string; email: string }>('SELECT username, email FROM player WHERE user_id = $1', [userIdOf(client)]);
  const [account] = rows;
  if (account === undefined) throw new Error('the session has no player');
  return account;
}
async function trailOf(client: TestClient, action: string): Promise<unknown[]> {
  const { rows } = await site.pool.query<{ after: unknown }>('SELECT after FROM admin_audit WHERE subject = $1 AND action = $2', [userIdOf(client), action]);
  return rows.map(({ after }) => after);
}

describe.each(['admin:confirm', 'admin:restore', 'admin:reset'])('%s', (name) => {
  it('without a name, or with two, says how it is used', async () => {
    const usage = { code: 1, stdout: '', stderr: `Usage: npm run ${name} -- USERNAME\n` };
    expect(await runBuilt(name)).toEqual(usage);
    expect(await runBuilt(name, 'ada', 'obi')).toEqual(usage);
  });

  it('with a name that nobody has says so in one line, and leaves no line in the trail', async () => {
    const ran = await runBuilt(name, 'nobody');
    expect([ran.code, ran.stdout]).toEqual([1, '']);
    expect(ran.stderr).toMatch(/^There is .+ with the username nobody.*\.\n$/);
    expect((await site.pool.query('SELECT FROM admin_audit')).rowCount).toBe(0);
  });
});

describe('admin:confirm', () => {
  it('confirms an admin as a person of their own', async () => {
    const admin = await makeAdminWith(site, { invitedBy: userIdOf(await site.signUpAdmin()), isConfirmed: false });
    const { username } = await accountOf(admin);
    expect(await run('admin:confirm', username)).toEqual({
      code: 0, stdout: `${username} (Ada Obi) is confirmed as a person of their own. It stands in the audit trail.\n`, stderr: '',
    });
    expect(await trailOf(admin, 'admin-confirmed-on-server')).toEqual([{ osUser: userInfo().username }]);
  });
});

describe('admin:restore', () => {
  it('gives the role back, prints a sign-in that works, and tells the admin by mail', async () => {
    const [taken, other] = [await site.signUpAdmin(), await site.signUpAdmin()];
    const { username, email } = await accountOf(taken);
    const removed = await other.call(removeAdmin, { params: { adminId: userIdOf(taken) }, body: { password: PASSWORD, reason: 'Was never one of us.' } });
    expect(removed.status).toBe(200);
    const { code, stdout, stderr } = await run('admin:restore', username);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${username} (Ada Obi) is an admin again. Given back: support, payments, risk, games, owner. It stands in the audit trail.\n`)]);
    expect(JSON.parse(stderr)).toMatchObject({ level: 'error', event: 'admin.restored', alert: true, adminId: userIdOf(taken) });
    expect(await trailOf(taken, 'admin-restored-on-server')).toEqual([{ role: 'admin', osUser: userInfo().username, roles: [...ADMIN_ROLES] }]);

    const password = stdout.trim().split(' / ').at(-1) ?? '';
    const mails = await readMailbox(site.pool, email);
    expect(mails.map(({ subject }) => subject)).toContain('The roles of an admin of Ayo were changed');
    const mail = mails.find(({ subject }) => subject === 'You are an admin of Ayo again');
    expect(mail?.text).toContain('https://play.example/admin');
    expect(mail?.text).not.toContain(password);
    const back = await site.signIn(username, password);
    expect((await back.call(setOwnPassword, { body: { password: 'seven slow canoes' } })).status).toBe(200);
  });
});

describe('admin:reset', () => {
  it('takes a lost second factor away, so that the last owner can set up another one', async () => {
    const lost = await site.signUpAdmin();
    const { username, email } = await accountOf(lost);
    const { code, stdout, stderr } = await run('admin:reset', username);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`The second factor of ${username} (Ada Obi) is taken away. It stands in the audit trail.`)]);
    expect(JSON.parse(stderr)).toMatchObject({ level: 'error', event: 'admin.factor-reset', alert: true, admin: userIdOf(lost) });
    expect(await trailOf(lost, 'second-factor-reset-on-server')).toEqual([{ osUser: userInfo().username }]);
    expect((await readMailbox(site.pool, email))[0]?.text).toContain('Somebody who may run commands on the server has taken the second factor of');
    const { rows } = await site.pool.query('SELECT end_reason FROM session WHERE user_id = $1', [userIdOf(lost)]);
    expect(rows).toEqual([{ end_reason: 'second-factor' }]);
    expect((await site.pool.query('SELECT FROM second_factor WHERE user_id = $1', [userIdOf(lost)])).rowCount).toBe(0);
  });
});
