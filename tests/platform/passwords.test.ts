import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESET_GATE } from '../../server/accounts/busy-gate';
import { NETWORK_RESET_LIMIT } from '../../server/accounts/passwords/reset-password';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { secretHash } from '../../server/secrets';
import { activateEmail, antiForgery, signUp } from '../../src/core/contract/auth';
import { changePassword, requestPasswordReset, resetPassword } from '../../src/core/contract/passwords';
import { getAccount, getProfile } from '../../src/core/contract/player';
import { countWork } from '../support/count-work';
import { testDatabase } from '../support/database';
import { paramsOf, statusAndCode } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { CHROME_ON_ANDROID, NEW_PASSWORD, newestMail, newestToken, newLogin, resetTokenOf, tokenIn, trySignIn } from '../support/logins';
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
const ask = (email: string, client = site.client()) => client.call(requestPasswordReset, { body: { email } });
const set = (token: string, password = NEW_PASSWORD, client = site.client()) => client.call(resetPassword, { body: { token, password } });

describe('asking for a new password (row 10)', () => {
  it('looks the same from outside and costs the same work for a known, an unknown and a closed account, and sends to the known one alone', async () => {
    const database = await testDatabase();
    const work = countWork(database.pool);
    const own = await testPlatform({ database, pool: work.pool, parts: { randomBytes: work.randomBytes } });
    const existingPlayer = newPlayer();
    const closed = newPlayer();
    await own.signUp(existingPlayer);
    const gone = await own.signUp(closed);
    await own.pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [paramsOf(gone).userId, own.platform.now()]);
    const client = own.client();
    await client.call(antiForgery, {});
    const mailsBefore = (await readMailbox(own.pool, null)).length;
    const answers = new Set<string>();
    for (const email of [existingPlayer.email, 'nobody@player.example', closed.email, existingPlayer.email.toUpperCase()]) {
      const done = await work.during(own.platform, async () => {
        const { status, headers, text } = await client.call(requestPasswordReset, { body: { email } });
        const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
        answers.add(JSON.stringify([status, text, names]));
      });
      answers.add(JSON.stringify(done));
      expect(done.statements.length).toBeGreaterThan(4);
    }
    expect([...answers]).toHaveLength(2);
    expect([...answers][0]).toMatch(/^\[202,""/);
    const mails = (await readMailbox(own.pool, null)).slice(0, -mailsBefore);
    expect(mails.map(({ to }) => to)).toEqual([existingPlayer.email, existingPlayer.email]);
    const { rows } = await own.pool.query<{ n: number }>(`SELECT count(*) AS n FROM email_token WHERE purpose = 'reset'`);
    expect(rows[0]?.n).toBe(2);
    await own.close();
    await database.close();
  });

  it('is answered with 429 after four for one address of mail, known or not, and after thirty from one place', async () => {
    site.pass(HOUR_MS);
    const { email } = await newLogin(site);
    const bodies = new Set<string>();
    for (const address of [email, 'nobody-at-all@player.example']) {
      const answers: TestAnswer[] = [];
      for (let n = 0; n < 5; n += 1) answers.push(await ask(address));
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 429]);
      expect(answers[4]?.headers.get('retry-after')).toBe('3600');
      bodies.add(JSON.stringify({ ...answers[4]?.problem, requestId: '' }));
    }
    expect(bodies.size).toBe(1);
    const statuses = new Set<number>();
    for (let n = 8; n <= RESET_GATE.perAddress.freeCalls; n += 1) statuses.add((await ask(`n${n}@player.example`)).status);
    expect([...statuses]).toEqual([202, 429]);
    site.pass(HOUR_MS);
    expect((await ask(email)).status).toBe(202);
    expect(NETWORK_RESET_LIMIT.limit).toBe(4);
  });

  it('needs a token against forgery, and an address', async () => {
    expect(statusAndCode(await site.client().request('POST', '/api/v1/auth/reset-requests', { body: { email: 'a@b.example' } }))).toEqual([403, 'anti-forgery']);
    for (const email of ['', 'ada', 'ada@localhost', `${'x'.repeat(250)}@b.example`, 7]) {
      const client = site.client();
      await client.call(antiForgery, {});
      expect((await client.request('POST', '/api/v1/auth/reset-requests', { body: { email } })).status).toBe(400);
    }
  });
});

describe('the link in the mail', () => {
  it('leads to this site, says that any browser will do, and is stored as a hash alone', async () => {
    const { email } = await newLogin(site);
    const token = await resetTokenOf(site, email);
    const mail = await newestMail(site.pool, email);
    expect(mail?.subject).toBe('Set a new password for Ayo');
    expect(mail?.text).toContain(`\nhttp://127.0.0.1:0/reset-password?token=${token}\n`);
    expect(mail?.text).toContain('opens in any browser');
    expect(mail?.html).toContain(`href="http://127.0.0.1:0/reset-password?token=${token}"`);
    const { rows } = await site.pool.query('SELECT * FROM email_token WHERE token_hash = $1', [secretHash(token)]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('sets the password where nobody is signed in: every session ends with the reason and the device, and the player gets a mail', async () => {
    const { client, email, username } = await newLogin(site);
    const laptop = await site.signIn(username);
    const token = await resetTokenOf(site, email);
    const elsewhere = site.client();
    await elsewhere.call(antiForgery, {});
    const done = await elsewhere.call(resetPassword, { body: { token, password: NEW_PASSWORD }, headers: { 'user-agent': CHROME_ON_ANDROID } });
    expect(done.status).toBe(204);
    for (const each of [client, laptop]) {
      expect((await readAs(each)).problem).toMatchObject({
        status: 401, code: 'session-ended', reason: 'password-changed', endedFrom: 'Chrome on Android', endedAt: site.platform.now().toISOString(),
      });
    }
    const mail = await newestMail(site.pool, email);
    expect((await trySignIn(site, username, PASSWORD)).status).toBe(401);
    expect((await trySignIn(site, username, NEW_PASSWORD)).status).toBe(200);
    expect(mail?.subject).toBe('Your Ayo password was changed');
    expect(mail?.text).toContain('Device: Chrome on Android');
    expect(mail?.text).toContain('http://127.0.0.1:0/reset-password\n');
    expect(mail?.text).not.toContain('token=');
  });

  it('clears the failures that were counted, and activates the address', async () => {
    const { email, username } = newPlayer();
    const client = await site.signUp({ email, username, activated: false });
    const activation = await newestToken(site.pool, email);
    const token = await resetTokenOf(site, email);
    for (let n = 0; n < 5; n += 1) await trySignIn(site, username, 'wrong password');
    expect((await trySignIn(site, username, PASSWORD)).status).toBe(429);
    expect((await set(token)).status).toBe(204);
    const back = await site.signIn(username, NEW_PASSWORD);
    expect((await back.call(getAccount, { params: paramsOf(back) })).data.emailActivated).toBe(true);
    expect(paramsOf(back)).toEqual(paramsOf(client));
    // The other link to the same address has nothing left to do.
    expect(statusAndCode(await site.client().call(activateEmail, { body: { token: activation } }))).toEqual([400, 'token-invalid']);
  });
});

describe('a token to set a password with (row 12)', () => {
  it('that was used, is cut, of another kind or of another player who is signed in here is refused', async () => {
    const { email } = await newLogin(site);
    const { email: theirs, client: stranger } = await newLogin(site);
    const token = await resetTokenOf(site, email);
    const { email: fresh } = newPlayer();
    await site.signUp({ email: fresh, activated: false });
    const activation = tokenIn((await newestMail(site.pool, fresh))?.text);
    for (const bad of [token.slice(0, -1), `${token}A`, token.toLowerCase(), activation, 'A'.repeat(43)]) {
      expect(statusAndCode(await set(bad))).toEqual([400, 'token-invalid']);
    }
    expect(statusAndCode(await site.client().call(activateEmail, { body: { token } }))).toEqual([400, 'token-invalid']);
    expect(statusAndCode(await set(token, NEW_PASSWORD, stranger))).toEqual([400, 'token-invalid']);
    expect((await set(token)).status).toBe(204);
    expect(statusAndCode(await set(token, 'another quiet mango'))).toEqual([400, 'token-invalid']);
    expect((await trySignIn(site, theirs, PASSWORD)).status).toBe(200);
  });

  it('works to the last moment of an hour and not after it', async () => {
    const [early, late] = [await newLogin(site), await newLogin(site)];
    site.pass(HOUR_MS);
    for (const { email } of [early, late]) await ask(email);
    const [first, second] = [await newestMail(site.pool, early.email), await newestMail(site.pool, late.email)].map((mail) => tokenIn(mail?.text));
    site.pass(HOUR_MS - 1);
    expect((await set(first!)).status).toBe(204);
    site.pass(1);
    const answer = await set(second!);
    expect([...statusAndCode(answer), answer.problem?.detail]).toEqual([400, 'token-invalid', 'It is older than one hour. Ask for a new one.']);
  });

  it('is over once another one was used, once the password was changed, and once the account has another address', async () => {
    const one = await newLogin(site);
    const first = await resetTokenOf(site, one.email);
    await ask(one.email);
    const second = tokenIn((await newestMail(site.pool, one.email))?.text);
    expect((await set(second)).status).toBe(204);
    expect(statusAndCode(await set(first))).toEqual([400, 'token-invalid']);
    const two = await newLogin(site);
    const third = await resetTokenOf(site, two.email);
    await two.client.call(changePassword, { params: paramsOf(two.client), body: { current: PASSWORD, password: NEW_PASSWORD } });
    expect(statusAndCode(await set(third))).toEqual([400, 'token-invalid']);
    const three = await newLogin(site);
    const fourth = await resetTokenOf(site, three.email);
    await site.pool.query(`UPDATE player SET email = 'elsewhere@player.example' WHERE user_id = $1`, [paramsOf(three.client).userId]);
    expect(statusAndCode(await set(fourth))).toEqual([400, 'token-invalid']);
  });

  it('outlives a password that is refused: too short, too common, one’s own name (row 13)', async () => {
    const { email, username } = await newLogin(site);
    const token = await resetTokenOf(site, email);
    for (const [password, code] of [['7 chars', 'validation'], ['x'.repeat(129), 'validation'], ['password123', 'weak-password'], [username, 'weak-password'], ['Ada Obi', 'validation'], ['17051990', 'weak-password']] as const) {
      expect((await set(token, password)).problem, password).toMatchObject({ status: 400, code, errors: [{ field: 'password' }] });
    }
    const long = `${'🎲 '.repeat(60)}eight ok`;
    expect(Array.from(long)).toHaveLength(128);
    expect((await set(token, long)).status).toBe(204);
    expect((await trySignIn(site, username, long)).status).toBe(200);
  });

  it('that eight browsers use at the same moment sets one password', async () => {
    const { email, username } = await newLogin(site);
    const token = await resetTokenOf(site, email);
    const passwords = Array.from({ length: 8 }, (_, n) => `quiet mango river ${n}`);
    const answers = await Promise.all(passwords.map((password) => set(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400, 400, 400, 400, 400]);
    const winner = passwords[answers.findIndex(({ status }) => status === 204)]!;
    expect((await trySignIn(site, username, winner)).status).toBe(200);
    const { rows } = await site.pool.query<{ n: number }>(`SELECT count(*) AS n FROM mail WHERE recipient = $1 AND subject LIKE '%was changed'`, [email]);
    expect(rows[0]?.n).toBe(1);
  });
});

describe('the rules of sign-up for passwords', () => {
  it('hold for every way to set a password (row 13)', async () => {
    const long = `${'🎲 '.repeat(60)}eight ok`;
    expect((await site.client().call(signUp, { body: newPlayer({ password: long }) })).status).toBe(201);
    const { client } = await newLogin(site);
    const answer = await client.call(changePassword, { params: paramsOf(client), body: { current: PASSWORD, password: long } });
    expect(answer.status).toBe(200);
  });
});
