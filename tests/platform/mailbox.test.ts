/** The mails that are kept where no mail server is set up: they have links in them that open accounts, an admin's too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMailboxKey } from '../../server/gateways/mail/mailbox-key';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const AS_PAGE = { accept: 'text/html,application/xhtml+xml' };
const WRONG = 'x'.repeat(32);

let site: TestPlatform;
let key: string;
beforeAll(async () => {
  site = await testPlatform();
  key = await readMailboxKey(site.platform);
});
afterAll(() => site.close());

const get = (query: string, headers: Record<string, string> = {}) => site.client().request('GET', `/api/mailbox${query}`, { headers });
const mailsTo = async (email: string) =>
  ((await get(`?to=${email}&key=${key}`)).data as { items: { mailId: number; to: string; text: string }[] }).items;

describe('the mailbox', () => {
  it('opens no account to a stranger behind a proxy that names nobody, while PUBLIC_URL is unset', async () => {
    await site.signUp({ activated: false, email: 'silent@player.example' });
    for (const query of ['', '?to=silent@player.example', '?key=', `?key=${WRONG}`, `?key=${key.slice(1)}`, `?key=${key}&key=${key}`, '/1', `/1?key=${WRONG}`]) {
      const answer = await get(query);
      expect([query, answer.status, answer.problem?.code]).toEqual([query, 401, 'unauthorised']);
      expect(answer.text).not.toContain('token');
    }
    const page = await get('', AS_PAGE);
    expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Open the link that the start of Ayo printed, on this machine.');
    expect(page.text).not.toContain('silent@player.example');
  });

  it('shows its mails to a program with the key, and to no other site', async () => {
    const answer = await get(`?key=${key}&to=silent@player.example`);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    expect(answer.data).toMatchObject({ items: [{ to: 'silent@player.example' }] });
  });

  it('takes the key out of a browser’s address, and keeps it where neither scripts nor other addresses get it', async () => {
    await site.signUp({ activated: false, email: 'box@player.example', firstname: '<b>Ada</b>' });
    const browser = site.client();
    const came = await browser.request('GET', `/api/mailbox?key=${key}&to=box%40player.example`, { headers: AS_PAGE });
    expect([came.status, came.headers.get('location'), came.text]).toEqual([303, '/api/mailbox?to=box%40player.example', '']);
    expect(came.headers.get('set-cookie')).toMatch(/^ayo_mailbox=[\w-]{32}; Path=\/api\/mailbox; SameSite=Strict; HttpOnly$/);
    const page = await browser.request('GET', '/api/mailbox?to=box%40player.example', { headers: AS_PAGE });
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page.text).toMatch(/activate-email\?token=[\w-]+">/);
    expect(page.text).not.toContain('<b>Ada');
    expect(page.text).not.toContain(key);
    const [mail] = await mailsTo('box@player.example');
    expect(page.text).toContain(`href="/api/mailbox/${mail?.mailId}"`);
    expect((await browser.request('GET', `/api/mailbox/${mail?.mailId}`, { headers: AS_PAGE })).text).toMatch(/^<!doctype html>/);
    const direct = await site.client().request('GET', `/api/mailbox/${mail?.mailId}?key=${key}`, { headers: AS_PAGE });
    expect([direct.status, direct.headers.get('location')]).toEqual([303, `/api/mailbox/${mail?.mailId}`]);
    const forged = await get('', { ...AS_PAGE, cookie: `ayo_mailbox=${WRONG}` });
    expect([forged.status, forged.headers.get('set-cookie')]).toEqual([401, null]);
  });

  it('shows a mail as mail programs do, in a sandbox that runs and loads nothing', async () => {
    await site.signUp({ activated: false, email: 'html-box@player.example' });
    const [item] = await mailsTo('html-box@player.example');
    const mail = await get(`/${item!.mailId}?key=${key}`);
    expect(mail.text).toMatch(/^<!doctype html>[^]*Confirm my e-mail<\/a>/);
    const policy = mail.headers.get('content-security-policy');
    expect(policy).toMatch(/default-src 'none'; style-src 'unsafe-inline'; .*sandbox /);
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|allow-forms/);
    for (const name of ['0', '01', '999999999', 'x', '1e3', '9'.repeat(30)]) expect((await get(`/${name}?key=${key}`)).status).toBe(404);
  });

  it('lets nobody guess: wrong keys are counted over all visitors, and the right one is never locked out by them', async () => {
    const guessed = await testPlatform();
    try {
      const right = await readMailboxKey(guessed.platform);
      const guess = async (headers: Record<string, string> = {}) => guessed.client().request('GET', `/api/mailbox?key=${WRONG}`, { headers });
      const statuses = [];
      for (let n = 0; n < 32; n += 1) statuses.push((await guess()).status);
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429]);
      const page = await guess(AS_PAGE);
      expect([page.status, page.headers.get('retry-after'), page.text.includes('Too many wrong keys.')]).toEqual([429, '60', true]);
      expect((await guessed.client().request('GET', '/api/mailbox')).status).toBe(401);
      expect((await guessed.client().request('GET', `/api/mailbox?key=${right}`)).status).toBe(200);
      guessed.pass(61_000);
      expect((await guess()).status).toBe(401);
      expect(guessed.logs.join('\n')).not.toContain(right);
    } finally {
      await guessed.close();
    }
  });

  it('does not exist where a mail server is set: mails that wait to be sent are for their readers alone', async () => {
    const smtp = { host: '127.0.0.1', port: 9, tls: 'off', login: undefined, from: { name: 'Ayo', address: 'no-reply@ayo.example' } } as const;
    const sending = await testPlatform({ database: site.database, config: { smtp } });
    const statuses = [];
    for (const path of [`?key=${key}`, `/1?key=${key}`, `?to=box@player.example&key=${key}`]) {
      statuses.push((await sending.client().request('GET', `/api/mailbox${path}`)).status);
    }
    expect(statuses).toEqual([404, 404, 404]);
    await sending.close();
  });

  it.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ])('is not there for what a proxy passed on, even with the key: %o', async (headers) => {
    expect((await get(`?key=${key}`, headers)).status).toBe(404);
    expect((await get(`?key=${key}`, { ...AS_PAGE, ...headers })).status).toBe(404);
  });

  it('does not exist for another machine, nor for a page elsewhere whose name points here', async () => {
    const url = `/api/mailbox?key=${key}`;
    const elsewhere = await site.app.inject({ url, remoteAddress: '192.168.1.7' });
    const rebound = await site.app.inject({ url, headers: { host: 'evil.example:8080' } });
    const local = await site.app.inject({ url, headers: { host: 'localhost:8080' } });
    expect([elsewhere.statusCode, rebound.statusCode, local.statusCode]).toEqual([404, 404, 200]);
  });
});
