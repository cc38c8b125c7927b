import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activateEmail, resendActivation, signIn, signUp } from '../../src/core/contract/auth';
import { getAccount } from '../../src/core/contract/player';
import { getHasher } from '../../server/accounts/password-hasher';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { tokenIn } from '../support/logins';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import type { TestAnswer } from '../support/http-client';

let site: TestPlatform;

beforeAll(async () => {
  site = await testPlatform();
});
afterAll(async () => {
  await site.close();
});

/** Moves the clock to the next window of the counters, because all tests come from one address. */
const aMinuteLater = () => site.pass(60_000);
const mailsTo = (email: string) => readMailbox(site.pool, email);
/** Returns the parts of an answer by which a stranger could tell accounts apart. */
const outside = ({ status, headers, problem }: TestAnswer) => {
  const { requestId: _, ...body } = problem ?? { requestId: undefined };
  const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
  return JSON.stringify([status, body, names, headers.get('content-length')]);
};

describe('sign-up', () => {
  it('signs in at once: id in the body, binding in a cookie that scripts can’t read, a token in one that they can', async () => {
    const client = site.client();
    const answer = await client.call(signUp, { body: newPlayer({ consents: ['sms'] }) });
    expect([answer.status, Object.keys(answer.data).sort()]).toEqual([201, ['sessionId', 'userId']]);
    const cookies = answer.headers.getSetCookie();
    const binding = cookies.find((line) => line.startsWith('ayo_bind='));
    expect(binding).toMatch(/^ayo_bind=[\w-]{43}; Path=\/; SameSite=Strict; Max-Age=2592000; HttpOnly$/);
    expect(cookies.find((line) => line.startsWith('XSRF-TOKEN='))).not.toContain('HttpOnly');
    client.session = answer.data;
    const account = await client.call(getAccount, { params: { userId: answer.data.userId } });
    expect(account.data).toMatchObject({
      role: 'player', emailActivated: false, verification: 'none', protection: 'none', previousSignIn: null,
    });
  });

  it.each([
    { role: 'admin' }, { balance: 1_000 }, { isAdmin: true }, { verified: true }, { emailActivated: true }, { userId: 'u' },
    { password: '7 chars' }, { password: 'x'.repeat(129) }, { acceptTerms: false }, { consents: ['everything'] },
    { dateOfBirth: '2030-02-30' }, { email: 'ada@' }, { username: 'a b' }, { firstname: ' ' }, { phone: '+4470000' },
  ])('refuses %o with 400', async (changes) => {
    const client = site.client();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    const answer = await client.request('POST', '/api/v1/auth/sign-up', { body: { ...newPlayer(), ...changes } });
    expect([answer.status, answer.problem?.code]).toEqual([400, 'validation']);
  });

  it('needs a token, like everything that changes something', async () => {
    const answer = await site.client().request('POST', '/api/v1/auth/sign-up', { body: newPlayer() });
    expect([answer.status, answer.problem?.code]).toEqual([403, 'anti-forgery']);
  });

  it('answers the sixth known e-mail in an hour with 429 and Retry-After, and no account comes of it', async () => {
    const existingPlayer = newPlayer();
    await site.client().call(signUp, { body: existingPlayer });
    const statuses: number[] = [];
    let last: TestAnswer | null = null;
    for (let n = 0; n < 6; n += 1) {
      last = await site.client().call(signUp, { body: newPlayer({ email: existingPlayer.email }) });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
    expect(last?.headers.get('retry-after')).toBe('3600');
    site.pass(3_600_000);
    expect((await site.client().call(signUp, { body: newPlayer() })).status).toBe(201);
  });
});

describe('sign-in', () => {
  it('looks the same from outside for a wrong password and for an unknown account, and costs one hash', async () => {
    const existingPlayer = newPlayer();
    await site.client().call(signUp, { body: existingPlayer });
    const answers = new Set<string>();
    const hasher = getHasher(site.platform);
    for (const username of [existingPlayer.username, existingPlayer.email, 'nobody-of-this-name', 'nobody@player.example']) {
      const before = hasher.runs();
      answers.add(outside(await site.client().call(signIn, { body: { username, password: 'wrong password' } })));
      expect(hasher.runs() - before).toBe(1);
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('invalid-credentials');
  });

  it('refuses the right password during the delay, and a forged X-Forwarded-For changes nothing', async () => {
    aMinuteLater();
    const existingPlayer = newPlayer();
    await site.client().call(signUp, { body: existingPlayer });
    const attempt = (password: string, from: string) =>
      site.client().call(signIn, { body: { username: existingPlayer.username, password }, headers: { 'x-forwarded-for': from } });
    for (let n = 0; n < 5; n += 1) expect((await attempt('wrong', `41.0.0.${n}`)).status).toBe(401);
    const during = await attempt(PASSWORD, '41.0.0.99');
    expect([during.status, during.headers.get('retry-after')]).toEqual([429, '5']);
    site.pass(5_000);
    expect((await attempt(PASSWORD, '41.0.0.99')).status).toBe(200);
  });

  it('lets 30 of 200 tries a minute over 200 accounts through, whatever X-Forwarded-For says', async () => {
    aMinuteLater();
    const client = site.client();
    const statuses: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      const answer = await client.call(signIn, {
        body: { username: `victim-${n}`, password: 'guess' }, headers: { 'x-forwarded-for': `102.89.${n}.1` },
      });
      statuses.push(answer.status);
    }
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    expect([count(401), count(429)]).toEqual([30, 170]);
    aMinuteLater();
  });
});

describe('the activation mail', () => {
  it('leads to this site, whatever Host the request named, and works once', async () => {
    const client = await site.signUp({ activated: false, email: 'link@player.example' });
    const [mail] = await mailsTo('link@player.example');
    expect(mail?.text).toMatch(/\nhttp:\/\/127\.0\.0\.1:0\/activate-email\?token=[\w-]{43}\n/);
    const activate = (token: string) => client.call(activateEmail, { body: { token } });
    expect((await activate(tokenIn(mail?.text))).status).toBe(204);
    const { data } = await client.call(getAccount, { params: { userId: client.session?.userId ?? '' } });
    expect(data.emailActivated).toBe(true);
    const again = await activate(tokenIn(mail?.text));
    expect([again.status, again.problem?.code]).toEqual([400, 'token-invalid']);
  });

  it('is refused to somebody else who is signed in, cut, and late', async () => {
    await site.signUp({ activated: false, email: 'other@player.example' });
    const token = tokenIn((await mailsTo('other@player.example'))[0]?.text);
    const stranger = await site.signUp();
    expect((await stranger.call(activateEmail, { body: { token } })).problem?.code).toBe('token-invalid');
    expect((await site.client().call(activateEmail, { body: { token: token.slice(0, 30) } })).status).toBe(400);
    site.pass(24 * 3_600_000);
    expect((await site.client().call(activateEmail, { body: { token } })).status).toBe(400);
  });

  it('is sent again, five times an hour, until the address is confirmed', async () => {
    const client = await site.signUp({ activated: false, email: 'again@player.example' });
    const params = { userId: client.session?.userId ?? '' };
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await client.call(resendActivation, { params }));
    expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202, 202, 202, 429]);
    expect(answers[0]?.data).toEqual({ sentTo: 'a***@player.example' });
    const mails = await mailsTo('again@player.example');
    expect(new Set(mails.map((mail) => tokenIn(mail.text))).size).toBe(6);
    expect((await client.call(activateEmail, { body: { token: tokenIn(mails[3]?.text) } })).status).toBe(204);
    expect((await client.call(resendActivation, { params })).problem?.code).toBe('conflict');
  });

  it('needs the cookie of the session: a stolen id sends nothing', async () => {
    const client = await site.signUp({ activated: false });
    const thief = site.client();
    thief.session = client.session;
    const answer = await thief.call(resendActivation, { params: { userId: client.session?.userId ?? '' } });
    expect([answer.status, answer.problem?.code]).toEqual([401, 'binding-missing']);
  });
});

describe('the log', () => {
  it('has no password, e-mail, session id or token in it', async () => {
    const client = await site.signUp({ activated: false, email: 'canary-mail@player.example', password: 'canary-pass-phrase' });
    const token = tokenIn((await mailsTo('canary-mail@player.example'))[0]?.text);
    await client.call(activateEmail, { body: { token } });
    await site.client().call(signIn, { body: { username: 'canary-mail@player.example', password: 'canary-wrong' } });
    const log = site.logs.join('\n');
    for (const secret of ['canary', token, client.session?.sessionId ?? '', client.cookies.get('ayo_bind') ?? '']) {
      expect(log).not.toContain(secret);
    }
  });
});
