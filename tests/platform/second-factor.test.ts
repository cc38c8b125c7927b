/** The second factor of admins: what somebody gains who has the password, a session, an old code or the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { DESK_TIMES } from '../../server/http/desk-times';
import { codeOfStep, STEP_MS, stepAt } from '../../server/second-factor/totp';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { listAdminGames } from '../../src/core/contract/admin';
import { listAdmins, noteDeskUse, setAdminRoles } from '../../src/core/contract/admins';
import { signIn } from '../../src/core/contract/auth';
import { changePassword } from '../../src/core/contract/passwords';
import { getAccount } from '../../src/core/contract/player';
import {
  enrolSecondFactor, getSecondFactor, giveSecondFactor, offerSecondFactor, renewRecoveryCodes, resetSecondFactor,
} from '../../src/core/contract/second-factor';
import { dumpTables } from '../support/dump';
import { bodyOf, filterCalls, headersOf, isChange, pathOf } from '../support/contract-table';
import { paramsOf, statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { FACTOR_SECRET } from '../support/insert-admin';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { appCode, enrolByCalls, readBase32 } from '../support/second-factor';

const MINUTE_MS = 60_000;
const WRONG = [401, 'invalid-credentials'];

let ayo: TestPlatform;
let owner: TestClient;
beforeAll(async () => {
  ayo = await testPlatform({ config: { publicUrl: 'https://play.example' }, parts: { deskTimes: DESK_TIMES } });
  owner = await ayo.signUpAdmin();
});
afterAll(() => ayo.close());

/** The code that the app of an admin of these tests shows, so many steps from now. */
const codeNow = (offset = 0): string => codeOfStep(FACTOR_SECRET, stepAt(ayo.platform.now()) + offset);
const give = (client: TestClient, code: string) => client.call(giveSecondFactor, { body: { code } });
const works = async (client: TestClient) => statusAndCode(await client.call(listAdminGames, {}));

async function usernameOf(client: TestClient): Promise<string> {
  const { rows } = await ayo.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(client)]);
  return rows[0]?.username ?? '';
}

async function mailsTo(client: TestClient): Promise<readonly string[]> {
  const { rows } = await ayo.pool.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [userIdOf(client)]);
  return (await readMailbox(ayo.pool, rows[0]?.email ?? '')).map(({ text }) => text);
}

/** A new session of an admin that has given the password alone. */
async function withPassword(admin: TestClient): Promise<TestClient> {
  const client = ayo.client();
  client.session = (await client.call(signIn, { body: { username: await usernameOf(admin), password: PASSWORD } })).data;
  return client;
}

/** An admin who has no second factor yet. */
async function withoutFactor(): Promise<TestClient> {
  const client = await ayo.signUpAdmin();
  await ayo.pool.query('DELETE FROM second_factor WHERE user_id = $1', [userIdOf(client)]);
  await ayo.pool.query('UPDATE session SET factor_at = NULL WHERE user_id = $1', [userIdOf(client)]);
  return client;
}

describe('an admin without a second factor', () => {
  it('can do nothing but enrol one, whatever the call: a stolen password of a new admin opens nothing silently', async () => {
    const admin = await withoutFactor();
    expect((await admin.call(getAccount, { params: paramsOf(admin) })).data.secondFactor).toBe('needed');
    for (const row of filterCalls((call) => (call.access === 'admin' || (call.access !== 'public' && isChange(call))) && call.beforeFactor === undefined)) {
      const answer = await admin.request(row.endpoint.method, pathOf(row.endpoint, paramsOf(admin)), { body: bodyOf(row), headers: headersOf(row) });
      expect({ name: row.name, code: statusAndCode(answer) }).toEqual({ name: row.name, code: [403, 'second-factor-needed'] });
    }
    expect(statusAndCode(await give(admin, '123456'))).toEqual([403, 'second-factor-needed']);
  });

  it('enrols the offered secret with a code of it, gets ten recovery codes once, and a mail', async () => {
    const admin = await withoutFactor();
    const other = await withPassword(admin);
    const { secret, uri } = (await admin.call(offerSecondFactor, {})).data;
    expect(readBase32(secret)).toHaveLength(20);
    expect(uri).toBe(`otpauth://totp/Ayo:${await usernameOf(admin)}?secret=${secret}&issuer=Ayo`);
    // A page that is loaded again shows the same secret, and another session another one.
    expect((await admin.call(offerSecondFactor, {})).data.secret).toBe(secret);
    expect((await other.call(offerSecondFactor, {})).data.secret).not.toBe(secret);
    const enrol = (code: string, client = admin) => client.call(enrolSecondFactor, { body: { code } });
    expect(statusAndCode(await enrol('000000'))).toEqual(WRONG);
    expect(statusAndCode(await enrol(appCode(secret, ayo.platform.now()), other))).toEqual(WRONG);
    const code = appCode(secret, ayo.platform.now());
    const { recoveryCodes } = (await enrol(code)).data;
    expect(recoveryCodes).toHaveLength(10);
    expect(await works(admin)).toEqual([200, undefined]);
    expect((await admin.call(getAccount, { params: paramsOf(admin) })).data).not.toHaveProperty('secondFactor');
    expect((await admin.call(getSecondFactor, {})).data).toEqual({ enrolledAt: ayo.platform.now().toISOString(), codesLeft: 10, passkeys: [] });
    // The code that enrolled it is used, and the other session is over, and told why.
    expect(statusAndCode(await give(admin, code))).toEqual(WRONG);
    expect((await other.call(getAccount, { params: paramsOf(other) })).problem).toMatchObject({ code: 'session-ended', reason: 'second-factor' });
    expect((await mailsTo(admin))[0]).toContain('A second factor was set up for your account.');
    const dump = await dumpTables(ayo.pool);
    for (const text of [secret, readBase32(secret).toString('hex'), ...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll('-', ''))]) {
      expect(dump).not.toContain(text);
      expect(ayo.logs.join('\n')).not.toContain(text);
    }
  });

  it('that two sessions enrol at the same moment is enrolled by one of them', async () => {
    const admin = await withoutFactor();
    const sessions = [admin, await withPassword(admin)];
    const secrets = await Promise.all(sessions.map(async (client) => (await client.call(offerSecondFactor, {})).data.secret));
    const answers = await Promise.all(sessions.map((client, at) => client.call(enrolSecondFactor, { body: { code: appCode(secrets[at] ?? '', ayo.platform.now()) } })));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('a session that gave the password alone', () => {
  it('is no admin’s: every call of the desk and every change of the account waits for the code', async () => {
    const thief = await withPassword(owner);
    expect((await thief.call(getAccount, { params: paramsOf(thief) })).data.secondFactor).toBe('due');
    for (const row of filterCalls((call) => (call.access === 'admin' || (call.access !== 'public' && isChange(call))) && call.beforeFactor !== 'always')) {
      const answer = await thief.request(row.endpoint.method, pathOf(row.endpoint, paramsOf(thief)), { body: bodyOf(row), headers: headersOf(row) });
      expect({ name: row.name, code: statusAndCode(answer) }).toEqual({ name: row.name, code: [403, 'second-factor-due'] });
    }
    expect(statusAndCode(await thief.call(changePassword, { params: paramsOf(thief), body: { current: PASSWORD, password: 'seven slow canoes' } }))).toEqual([403, 'second-factor-due']);
  });

  it('opens with a code of the app, for this session alone', async () => {
    const [one, two] = [await withPassword(owner), await withPassword(owner)];
    expect((await give(one, codeNow())).data).toEqual({ codesLeft: null });
    expect([await works(one), await works(two)]).toEqual([[200, undefined], [403, 'second-factor-due']]);
    ayo.pass(2 * STEP_MS);
  });

  it('can’t put a factor of its own in the place of the admin’s, nor can a session that gave its own long ago', async () => {
    const admin = await ayo.signUpAdmin();
    const thief = await withPassword(admin);
    for (const call of [() => thief.call(offerSecondFactor, {}), () => thief.call(enrolSecondFactor, { body: { code: '123456' } })]) {
      expect(statusAndCode(await call())).toEqual([403, 'second-factor-due']);
    }
    ayo.pass(DESK_TIMES.stepUpMs + 1);
    expect(statusAndCode(await admin.call(offerSecondFactor, {}))).toEqual([403, 'second-factor-again']);
    await give(admin, codeNow());
    const before = (await admin.call(renewRecoveryCodes, {})).data.recoveryCodes;
    await enrolByCalls(admin, ayo.platform.now());
    // What belonged to the old factor is worth nothing now.
    ayo.pass(STEP_MS);
    for (const code of [codeNow(), before[0] ?? '']) expect(statusAndCode(await give(admin, code))).toEqual(WRONG);
  });
});

describe('a code', () => {
  it('works once: not again in this session, not in another one, and of twenty at the same moment one', async () => {
    const admin = await ayo.signUpAdmin();
    const code = codeNow();
    expect((await give(admin, code)).status).toBe(200);
    expect(statusAndCode(await give(admin, code))).toEqual(WRONG);
    expect(statusAndCode(await give(await withPassword(admin), code))).toEqual(WRONG);
    ayo.pass(5 * MINUTE_MS);
    const next = codeNow();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => withPassword(admin)));
    const answers = await Promise.all(sessions.map((client) => give(client, next)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 401, 429]).toContain(status);
  });

  it('of the step to come is taken once, and then none before it; one further on is not, nor is an old one after the clock was set back', async () => {
    const admin = await ayo.signUpAdmin();
    const [before, now, next, later] = [codeNow(-1), codeNow(), codeNow(1), codeNow(2)];
    expect(statusAndCode(await give(admin, later))).toEqual(WRONG);
    expect((await give(admin, next)).status).toBe(200);
    for (const code of [before, now, next]) expect(statusAndCode(await give(admin, code))).toEqual(WRONG);
    ayo.pass(5 * MINUTE_MS);
    const used = codeNow();
    expect((await give(admin, used)).status).toBe(200);
    const step = stepAt(ayo.platform.now());
    ayo.pass(-STEP_MS);
    for (const code of [used, codeNow()]) expect(statusAndCode(await give(admin, code))).toEqual(WRONG);
    ayo.pass(5 * MINUTE_MS);
    expect(stepAt(ayo.platform.now())).toBeGreaterThan(step);
    expect((await give(admin, codeNow())).status).toBe(200);
  });

  it('that is wrong says the same, whatever is wrong with it', async () => {
    const admin = await ayo.signUpAdmin();
    const [used = '', ...others] = (await admin.call(renewRecoveryCodes, {})).data.recoveryCodes;
    expect((await give(admin, used)).data).toEqual({ codesLeft: 9 });
    const answers = [];
    for (const code of [used, used.toUpperCase(), '0000-0000-0000-0000', codeNow(3), 'words']) answers.push((await give(admin, code)).problem);
    expect(new Set(answers.map((problem) => JSON.stringify({ ...problem, requestId: '' }))).size).toBe(1);
    ayo.pass(10 * MINUTE_MS);
    expect((await give(admin, (others[0] ?? '').replaceAll('-', ' ').toUpperCase())).data).toEqual({ codesLeft: 8 });
    expect((await mailsTo(admin))[0]).toContain('A recovery code was used for your account.');
  });

  it('can’t be guessed: tries are delayed over all sessions, thirty a day are too many, and the admin is told and still gets in', async () => {
    const admin = await ayo.signUpAdmin();
    const [recovery = ''] = (await admin.call(renewRecoveryCodes, {})).data.recoveryCodes;
    const thieves = [await withPassword(admin), await withPassword(admin)];
    let wrong = 0;
    let waits = 0;
    let dayEnds = false;
    for (let n = 0; n < 200 && !dayEnds; n += 1) {
      const { status, headers } = await give(thieves[n % 2] ?? admin, codeNow(5));
      if (status === 401) wrong += 1;
      const seconds = Number(headers.get('retry-after') ?? 0);
      if (status === 429) waits += 1;
      dayEnds = seconds > 3600;
      ayo.pass(Math.min(seconds, 60) * 1000);
    }
    expect([wrong, dayEnds, waits > 10]).toEqual([30, true, true]);
    expect(ayo.logs.filter((line) => line.includes('"second-factor.guessed"') && line.includes(userIdOf(admin)))).toHaveLength(1);
    expect((await mailsTo(admin)).filter((text) => text.includes('many wrong codes'))).toHaveLength(1);
    ayo.pass(2 * MINUTE_MS);
    const honest = await withPassword(admin);
    expect((await give(honest, recovery)).status).toBe(200);
    // A session that has given the factor before counts for itself.
    expect((await give(admin, codeNow())).status).toBe(200);
  });
});

describe('what is about money, people or their data', () => {
  it('asks for the second factor again after ten minutes, and a clock that was set back makes them no longer', async () => {
    const admin = await ayo.signUpAdmin();
    const roles = () => admin.call(setAdminRoles, { params: { adminId: userIdOf(admin) }, body: { password: PASSWORD, roles: ['owner'], seen: [...ADMIN_ROLES] } });
    ayo.pass(DESK_TIMES.stepUpMs);
    expect((await roles()).status).toBe(200);
    ayo.pass(1);
    for (const row of filterCalls(({ stepUp, roles: needed }) => stepUp === true && (needed === 'any' || needed?.includes('owner') === true))) {
      const answer = await admin.request(row.endpoint.method, pathOf(row.endpoint, paramsOf(admin)), { body: bodyOf(row), headers: headersOf(row) });
      expect({ name: row.name, code: statusAndCode(answer) }).toEqual({ name: row.name, code: [403, 'second-factor-again'] });
    }
    expect((await admin.call(listAdmins, {})).status).toBe(200);
    await give(admin, codeNow());
    expect((await roles()).status).toBe(200);
    ayo.pass(-5 * MINUTE_MS);
    expect(statusAndCode(await roles())).toEqual([403, 'second-factor-again']);
    ayo.pass(5 * MINUTE_MS);
  });

  it('is stated by the contract', () => {
    expect(filterCalls(({ stepUp }) => stepUp === true).map(({ name }) => name).sort()).toEqual([
      'addPasskey', 'addPlayerNote', 'approveWithdrawal', 'assignRiskCase', 'breakForPlayer', 'closeRiskCase', 'confirmAdmin', 'confirmCorrection', 'confirmForPair', 'confirmInvitation',
      'confirmPromotion', 'decideRiskCase', 'exportAudit', 'exportReport', 'findCorrectedPlayer', 'getAdminPicture', 'inviteAdmin', 'lockPlayer', 'lowerPlayerLimit', 'offerPasskey', 'openPlayer', 'openPlayerRound', 'openRiskCase', 'openThread', 'proposeAdjustment',
      'proposeDepositSolution', 'proposeDifference', 'proposeForPair', 'proposePayoutReturn', 'proposePromotion', 'readLargePayments', 'readPlayerBonuses',
      'readPlayerDeposits', 'readPlayerEntries', 'readPlayerFlags', 'readPlayerNotes', 'readPlayerPayouts', 'readPlayerProtection', 'readPlayerRounds',
      'readPlayerSessions', 'readPlayerThreads', 'readReportEntries', 'refuseWithdrawal', 'releaseRiskHold', 'removeAdmin', 'removePasskey', 'renewRecoveryCodes', 'resendPlayerActivation',
      'resetSecondFactor', 'revealPlayer', 'searchPlayers', 'setAdminRoles', 'signPlayerOut', 'unlockPlayer', 'uploadStatement',
    ]);
  });
});

describe('an admin’s session', () => {
  it('ends after half an hour without an action, though it is polled, and twelve hours after the sign-in, and says so', async () => {
    const [idle, busy] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const end = async (client: TestClient) => (await client.call(listAdminGames, {})).problem?.reason;
    for (let n = 0; n < 29; n += 1) {
      ayo.pass(MINUTE_MS);
      expect((await idle.call(listAdminGames, {})).status).toBe(200);
    }
    ayo.pass(MINUTE_MS);
    expect(await end(idle)).toBe('desk-idle');
    expect(await end(busy)).toBe('desk-idle');
    const reader = await ayo.signUpAdmin();
    for (let n = 0; n < 3; n += 1) {
      ayo.pass(20 * MINUTE_MS);
      expect((await reader.call(noteDeskUse, {})).status).toBe(204);
    }
    const long = await ayo.signUpAdmin();
    for (let n = 0; n < 36; n += 1) {
      expect((await give(long, codeNow())).status).toBe(200);
      ayo.pass(20 * MINUTE_MS);
    }
    expect(await end(long)).toBe('desk-day');
    const player = await ayo.signUp();
    ayo.pass(13 * 60 * MINUTE_MS);
    expect((await player.call(getAccount, { params: paramsOf(player) })).status).toBe(200);
    owner = await ayo.signUpAdmin();
  });
});

describe('a second factor that was lost', () => {
  const reset = (by: TestClient, other: TestClient, password = PASSWORD) =>
    by.call(resetSecondFactor, { params: { adminId: userIdOf(other) }, body: { password, reason: 'The phone was stolen.' } });

  it('is taken away by another owner: the sessions end, the old codes work no more, and all owners read of it', async () => {
    const other = await ayo.signUpAdmin();
    const [code = ''] = (await other.call(renewRecoveryCodes, {})).data.recoveryCodes;
    expect(statusAndCode(await reset(owner, other, 'not the right one'))).toEqual(WRONG);
    expect(statusAndCode(await reset(owner, owner))).toEqual([409, 'conflict']);
    expect((await reset(owner, other)).status).toBe(204);
    expect((await other.call(listAdminGames, {})).problem).toMatchObject({ code: 'session-ended', reason: 'second-factor' });
    const again = await withPassword(other);
    for (const each of [codeNow(), code]) expect(statusAndCode(await give(again, each))).toEqual([403, 'second-factor-needed']);
    await enrolByCalls(again);
    expect(await works(again)).toEqual([200, undefined]);
    for (const client of [owner, other]) expect((await mailsTo(client)).join('\n')).toContain('The phone was stolen.');
    const { rows } = await ayo.pool.query(`SELECT user_id, after FROM admin_audit WHERE action = 'second-factor-reset' AND subject = $1`, [userIdOf(other)]);
    expect(rows).toEqual([{ user_id: userIdOf(owner), after: { reason: 'The phone was stolen.' } }]);
    expect(statusAndCode(await reset(owner, await withoutFactor()))).toEqual([404, 'not-found']);
  });
});
