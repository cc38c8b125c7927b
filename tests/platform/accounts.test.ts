import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activateEmail, resendActivation, signIn, signUp } from '../../src/core/contract/auth';
import { getAccount } from '../../src/core/contract/player';
import { SIGN_INS_OF_ADDRESS } from '../../server/accounts/attempts';
import { hasherOf } from '../../server/accounts/password-hasher';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { readMailboxKey } from '../../server/gateways/mail/mailbox-key';
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

/** The next stretch of counting: tests come from one address. */
const aMinuteLater = () => site.pass(SIGN_INS_OF_ADDRESS.windowMs);
const mailsTo = (email: string) => readMailbox(site.pool, email);
const tokenIn = (text: string | undefined): string => /token=([0-9A-Za-z_-]+)/.exec(text ?? '')?.[1] ?? '';
/** What a stranger can see of an answer. */
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
    const known = newPlayer();
    await site.client().call(signUp, { body: known });
    const statuses: number[] = [];
    let last: TestAnswer | null = null;
    for (let n = 0; n < 6; n += 1) {
      last = await site.client().call(signUp, { body: newPlayer({ email: known.email }) });
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
    const known = newPlayer();
    await site.client().call(signUp, { body: known });
    const seen = new Set<string>();
    const hasher = hasherOf(site.platform);
    for (const username of [known.username, known.email, 'nobody-of-this-name', 'nobody@player.example']) {
      const before = hasher.runs();
      seen.add(outside(await site.client().call(signIn, { body: { username, password: 'wrong password' } })));
      expect(hasher.runs() - before).toBe(1);
    }
    expect([...seen]).toHaveLength(1);
    expect([...seen][0]).toContain('invalid-credentials');
  });

  it('refuses the right password during the delay, and a forged X-Forwarded-For changes nothing', async () => {
    aMinuteLater();
    const known = newPlayer();
    await site.client().call(signUp, { body: known });
    const attempt = (password: string, from: string) =>
      site.client().call(signIn, { body: { username: known.username, password }, headers: { 'x-forwarded-for': from } });
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

describe('the mailbox', () => {
  it('shows this machine its mails, as a page whose links work and as JSON', async () => {
    await site.signUp({ activated: false, email: 'box@player.example', firstname: '<b>Ada</b>' });
    const json = await site.client().request('GET', '/api/mailbox?to=box@player.example');
    const { items } = json.data as { items: { to: string; text: string }[] };
    expect(items).toMatchObject([{ to: 'box@player.example' }]);
    const page = await site.client().request('GET', '/api/mailbox', { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain(`activate-email?token=${tokenIn(items[0]?.text)}">`);
    expect(page.text).not.toContain('<b>Ada');
  });

  it('shows a mail as mail programs do, in a sandbox that runs and loads nothing', async () => {
    await site.signUp({ activated: false, email: 'html-box@player.example' });
    const { items } = (await site.client().request('GET', '/api/mailbox?to=html-box@player.example')).data as { items: { mailId: number }[] };
    const mail = await site.client().request('GET', `/api/mailbox/${items[0]!.mailId}`);
    expect(mail.text).toMatch(/^<!doctype html>[^]*Confirm my address<\/a>/);
    const policy = mail.headers.get('content-security-policy');
    expect(policy).toMatch(/default-src 'none'; style-src 'unsafe-inline'; .*sandbox /);
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|allow-forms/);
    for (const name of ['0', '01', '999999999', 'x', '1e3', '9'.repeat(30)]) {
      expect((await site.client().request('GET', `/api/mailbox/${name}`)).status).toBe(404);
    }
    const passedOn = await site.client().request('GET', `/api/mailbox/${items[0]!.mailId}`, { headers: { via: '1.1 proxy' } });
    expect(passedOn.status).toBe(404);
  });

  it('is not there where a mail server is set: what waits to be sent is the reader’s alone', async () => {
    const smtp = { host: '127.0.0.1', port: 9, tls: 'off', login: undefined, from: { name: 'Ayo', address: 'no-reply@ayo.example' } } as const;
    const sending = await testPlatform({ database: site.database, config: { smtp } });
    const statuses = [];
    for (const path of ['', '/1', '?to=box@player.example']) statuses.push((await sending.client().request('GET', `/api/mailbox${path}`)).status);
    expect(statuses).toEqual([404, 404, 404]);
    await sending.close();
  });

  it.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ])('is not there for what a proxy passed on: %o', async (headers) => {
    expect((await site.client().request('GET', '/api/mailbox', { headers })).status).toBe(404);
  });

  it('asks for the key that the start prints where players come from elsewhere: behind a silent proxy all look local', async () => {
    const open = await testPlatform({ config: { publicUrl: 'https://ayo.example' } });
    try {
      await open.signUp({ activated: false, email: 'public-box@player.example' });
      const key = await readMailboxKey(open.platform);
      const statusOf = async (query: string) => (await open.client().request('GET', `/api/mailbox${query}`)).status;
      expect(await Promise.all(['', '?key=', `?key=${'x'.repeat(32)}`, `?key=${key ?? ''}`, '/1', `/1?key=${key ?? ''}`].map(statusOf))).toEqual([404, 404, 404, 200, 404, 200]);
      const page = await open.client().request('GET', `/api/mailbox?key=${key ?? ''}`, { headers: { accept: 'text/html' } });
      expect(page.text).toContain(`href="/api/mailbox/1?key=${key ?? ''}"`);
      const passedOn = await open.client().request('GET', `/api/mailbox?key=${key ?? ''}`, { headers: { via: '1.1 proxy' } });
      expect(passedOn.status).toBe(404);
    } finally {
      await open.close();
    }
  });

  it('is not there for another machine, nor for a page elsewhere whose name points here', async () => {
    const elsewhere = await site.app.inject({ url: '/api/mailbox', remoteAddress: '192.168.1.7' });
    const rebound = await site.app.inject({ url: '/api/mailbox', headers: { host: 'evil.example:8080' } });
    const local = await site.app.inject({ url: '/api/mailbox', headers: { host: 'localhost:8080' } });
    expect([elsewhere.statusCode, rebound.statusCode, local.statusCode]).toEqual([404, 404, 200]);
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
