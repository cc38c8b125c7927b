import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmPassword } from '../../src/core/contract/auth';
import { changePassword, resetPassword } from '../../src/core/contract/passwords';
import { getAccount, getProfile } from '../../src/core/contract/player';
import { listSessions } from '../../src/core/contract/sessions';
import { getHasher } from '../../server/accounts/password-hasher';
import { endSessions } from '../../server/accounts/sessions';
import { paramsOf, statusAndCode } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { CHROME_ON_ANDROID, NEW_PASSWORD, newestMail, newLogin, resetTokenOf, trySignIn } from '../support/logins';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const readAs = (client: TestClient) => client.call(getProfile, { params: paramsOf(client) });
const set = (token: string, password = NEW_PASSWORD) => site.client().call(resetPassword, { body: { token, password } });

describe('changing the password', () => {
  const change = (client: TestClient, current: string, password: string, userAgent = 'test') =>
    client.call(changePassword, { params: paramsOf(client), body: { current, password }, headers: { 'user-agent': userAgent } });

  it('goes on here under a new id with a new cookie and token; the old id and every other session are over (row 8)', async () => {
    const { client, email, username } = await newLogin(site);
    const other = await site.signIn(username);
    const before = { ...client.session!, binding: client.cookies.get('ayo_bind'), token: client.cookies.get('XSRF-TOKEN') };
    const answer = await change(client, PASSWORD, NEW_PASSWORD, CHROME_ON_ANDROID);
    expect(answer.status).toBe(200);
    expect(answer.data.userId).toBe(before.userId);
    expect(answer.data.sessionId).not.toBe(before.sessionId);
    expect(client.cookies.get('ayo_bind')).not.toBe(before.binding);
    expect(client.cookies.get('XSRF-TOKEN')).not.toBe(before.token);

    const old = await readAs(client);
    expect(old.problem).toMatchObject({ status: 401, code: 'session-ended', reason: 'password-changed' });
    expect(old.problem).not.toHaveProperty('endedFrom');
    expect((await readAs(other)).problem).toMatchObject({ status: 401, reason: 'password-changed', endedFrom: 'Chrome on Android' });

    client.session = answer.data;
    expect((await readAs(client)).status).toBe(200);
    // Bound to the new cookie, with the new token.
    expect((await client.call(confirmPassword, { params: paramsOf(client), body: { password: NEW_PASSWORD } })).status).toBe(204);
    const stale = await client.request('POST', `/api/v1/player/${before.userId}/confirm-password`, {
      body: { password: NEW_PASSWORD }, headers: { 'x-xsrf-token': before.token },
    });
    expect(statusAndCode(stale)).toEqual([403, 'anti-forgery']);
    expect((await newestMail(site.pool, email))?.text).toContain('Device: Chrome on Android');
    expect([(await trySignIn(site, username, PASSWORD)).status, (await trySignIn(site, username, NEW_PASSWORD)).status]).toEqual([401, 200]);
  });

  it('is no sign-in, so the time of the previous sign-in stays', async () => {
    const { username } = await newLogin(site);
    site.pass(MINUTE_MS);
    const client = await site.signIn(username);
    const { previousSignIn } = (await client.call(getAccount, { params: paramsOf(client) })).data;
    expect(previousSignIn).not.toBeNull();
    const signedInAt = site.platform.now().toISOString();
    site.pass(MINUTE_MS);
    client.session = (await change(client, PASSWORD, NEW_PASSWORD)).data;
    expect((await client.call(getAccount, { params: paramsOf(client) })).data.previousSignIn).toBe(previousSignIn);
    const [current] = (await client.call(listSessions, { params: paramsOf(client) })).data.items;
    expect(current).toMatchObject({ current: true, signedInAt });
    const next = await trySignIn(site, username, NEW_PASSWORD);
    expect(next.data.previousSignIn).toBe(signedInAt);
  });

  it('counts a wrong current password in this session, runs the hasher once and changes nothing (row 11)', async () => {
    site.pass(HOUR_MS);
    const { client, username } = await newLogin(site);
    const hasher = getHasher(site.platform);
    for (let n = 0; n < 5; n += 1) {
      const runs = hasher.runs();
      const refused = await change(client, 'not the right one', NEW_PASSWORD);
      expect(refused.problem).toMatchObject({ status: 401, code: 'invalid-credentials', errors: [{ field: 'current' }] });
      expect(hasher.runs() - runs).toBe(1);
    }
    const delayed = await change(client, PASSWORD, NEW_PASSWORD);
    expect([...statusAndCode(delayed), delayed.headers.get('retry-after')]).toEqual([429, 'too-many-requests', '5']);
    expect((await trySignIn(site, username, PASSWORD)).status).toBe(200);
    site.pass(5_000);
    expect((await readAs(client)).status).toBe(200);
    expect((await change(client, PASSWORD, NEW_PASSWORD)).status).toBe(200);
  });

  it('refuses the same password again, also in another spelling, and what sign-up refuses', async () => {
    const password = 'pérformant goats';
    const { username } = newPlayer();
    const client = await site.signUp({ username, password });
    for (const again of [password, password.normalize('NFD'), 'password123', username]) {
      expect((await change(client, password, again)).problem).toMatchObject({ status: 400, code: 'weak-password', errors: [{ field: 'password' }] });
    }
    expect(statusAndCode(await change(client, password, '7 chars'))).toEqual([400, 'validation']);
    expect((await readAs(client)).status).toBe(200);
  });

  it('needs the cookie, and the player’s own path (rows 1 and 6)', async () => {
    const { client } = await newLogin(site);
    const thief = site.client();
    thief.session = client.session;
    expect(statusAndCode(await change(thief, PASSWORD, NEW_PASSWORD))).toEqual([401, 'binding-missing']);
    const { client: other } = await newLogin(site);
    const foreign = await other.call(changePassword, { params: paramsOf(client), body: { current: PASSWORD, password: NEW_PASSWORD } });
    expect(statusAndCode(foreign)).toEqual([403, 'forbidden']);
  });

  it('succeeds once from two devices at the same moment, and the other one learns that its session is over', async () => {
    for (let n = 0; n < 3; n += 1) {
      site.pass(MINUTE_MS);
      const { client, username } = await newLogin(site);
      const other = await site.signIn(username);
      const [mine, theirs] = await Promise.all([change(client, PASSWORD, 'quiet mango rivers'), change(other, PASSWORD, 'quiet mango lakes')]);
      const winners = [mine, theirs].filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      const loser = [mine, theirs].find(({ status }) => status !== 200)!;
      // The other device learned it while it waited, or found the password changed already.
      expect([['session-ended', 401], ['invalid-credentials', 401]]).toContainEqual([loser.problem?.code, loser.status]);
      const { rows } = await site.pool.query<{ n: number }>(
        `SELECT count(*) AS n FROM session WHERE user_id = $1 AND ended_at IS NULL`, [paramsOf(client).userId],
      );
      expect(rows[0]?.n).toBe(1);
    }
  });

  it('leaves at most one open session when a link from a mail is used at the same moment, and the later password applies', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { client, email, username } = await newLogin(site);
      const token = await resetTokenOf(site, email);
      const [changed, reset] = await Promise.all([change(client, PASSWORD, 'quiet mango rivers'), set(token, 'quiet mango lakes')]);
      expect([changed.status, reset.status].filter((status) => status < 300).length).toBeGreaterThanOrEqual(1);
      const entered = [];
      for (const password of ['quiet mango rivers', 'quiet mango lakes', PASSWORD]) entered.push((await trySignIn(site, username, password)).status);
      expect(entered.filter((status) => status === 200)).toHaveLength(1);
      // A reset ends the session that the change opened, in whichever order the two came.
      if (reset.status === 204 && entered[1] === 200) {
        if (changed.status === 200) client.session = changed.data;
        expect((await readAs(client)).status).toBe(401);
      }
    }
  });
});

describe('a sign-in with the old password', () => {
  it('that was let through while another is being set opens no session after all others were ended', async () => {
    const { client, username } = await newLogin(site);
    const { userId } = paramsOf(client);
    const other = await site.pool.connect();
    await other.query('BEGIN');
    await other.query('UPDATE player SET password_hash = $2 WHERE user_id = $1', [userId, await getHasher(site.platform).hash(NEW_PASSWORD, { lane: 'player', account: userId })]);
    const intruder = trySignIn(site, username, PASSWORD);
    const intrusion = { isAnswered: false, waiting: 0 };
    void intruder.then(() => (intrusion.isAnswered = true));
    // It has found that the old password fits, and waits for the row.
    while (intrusion.waiting === 0 && !intrusion.isAnswered) {
      const { rows } = await site.pool.query<{ n: number }>("SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
      intrusion.waiting = rows[0]?.n ?? 0;
    }
    await endSessions(other, userId, null, 'password-changed', site.platform.now());
    await other.query('COMMIT');
    other.release();
    expect(statusAndCode(await intruder)).toEqual([401, 'invalid-credentials']);
    const { rows } = await site.pool.query('SELECT 1 FROM session WHERE user_id = $1 AND ended_at IS NULL', [userId]);
    expect(rows).toEqual([]);
  });
});
