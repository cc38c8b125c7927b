import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { antiForgery } from '../../src/core/contract/anti-forgery';
import { signOut } from '../../src/core/contract/auth';
import { postConsent } from '../../src/core/contract/consents';
import { getProfile } from '../../src/core/contract/player';
import { bodyOf, filterCalls, isChange, headersOf, pathOf } from '../support/contract-table';
import type { TableRow } from '../support/contract-table';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { rawRequest } from '../support/raw-request';

const CHANGING = filterCalls(isChange);
const NAMES = (rows: readonly TableRow[]) => rows.map((row) => [row.name, row] as const);
const EVIL = 'https://evil.example';

let test: TestPlatform;
let ada: TestClient;
let bola: TestClient;
let admin: TestClient;
let guest: TestClient;
beforeAll(async () => {
  test = await testPlatform();
  ada = await test.signUp();
  bola = await test.signUp();
  admin = await test.signUpAdmin();
  guest = test.client();
  await guest.call(antiForgery, {});
});
afterAll(() => test.close());

function clientFor({ endpoint }: TableRow): TestClient {
  if (endpoint.access === 'public') return guest;
  return endpoint.access === 'admin' ? admin : ada;
}

function send(row: TableRow, headers: Record<string, string | undefined>, body: unknown = bodyOf(row)) {
  const client = clientFor(row);
  return client.request(row.endpoint.method, pathOf(row.endpoint, { userId: client.session?.userId ?? '' }), {
    body,
    headers: { ...headersOf(row), ...headers },
  });
}

const CORS = /^access-control-/i;

describe('other sites (row 27)', () => {
  it('are told nothing by a preflight, on any path', async () => {
    for (const { endpoint } of filterCalls(() => true)) {
      const { status, headers } = await rawRequest(test.baseUrl, {
        method: 'OPTIONS',
        path: pathOf(endpoint, { userId: 'anybody' }),
        headers: ['origin', EVIL, 'access-control-request-method', endpoint.method, 'access-control-request-headers', 'x-sessionid'],
      });
      expect(status).toBe(405);
      expect(Object.keys(headers).filter((name) => CORS.test(name))).toEqual([]);
    }
    const unknown = await rawRequest(test.baseUrl, { method: 'OPTIONS', path: '/api/unknown', headers: ['origin', EVIL] });
    expect(Object.keys(unknown.headers).filter((name) => CORS.test(name))).toEqual([]);
  });

  it('may not read an answer either', async () => {
    for (const { endpoint } of filterCalls(({ method, access }) => method === 'GET' && access === 'public')) {
      const { headers } = await guest.request('GET', pathOf(endpoint, {}), { headers: { origin: EVIL } });
      expect([...headers.keys()].filter((name) => CORS.test(name))).toEqual([]);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it.each(NAMES(CHANGING))('%s is answered with 403 to a request that another site made the browser send', async (_, row) => {
    for (const site of ['cross-site', 'same-site']) {
      const { status, problem } = await send(row, { 'sec-fetch-site': site });
      expect({ site, status, code: problem?.code }).toEqual({ site, status: 403, code: 'cross-site' });
    }
  });

  it('may link to what is read', async () => {
    const { userId } = ada.session!;
    const { status } = await ada.call(getProfile, { params: { userId }, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(status).toBe(200);
  });
});

describe('JSON that does not say that it is JSON (row 27)', () => {
  it.each(NAMES(filterCalls(({ body }) => body !== undefined)))('%s is answered with 415', async (_, row) => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json', 'application/jsonp'];
    for (const type of types) {
      const { status, problem } = await send(row, { 'content-type': type });
      expect({ type, status, code: problem?.code }).toEqual({ type, status: 415, code: 'unsupported-media-type' });
    }
  });
});

describe('the anti-forgery token (row 27)', () => {
  it.each(NAMES(CHANGING))('%s is answered with 403 without one, and with a foreign or another session’s', async (_, row) => {
    const { signature, nonce } = partsOf(clientFor(row).cookies.get('XSRF-TOKEN')!);
    const wrong = [undefined, '', 'x', bola.cookies.get('XSRF-TOKEN'), `${nonce}.`, `${nonce}.${'A'.repeat(43)}`, `AAAA.${signature}`];
    for (const token of wrong) {
      const { status, problem } = await send(row, { 'x-xsrf-token': token });
      expect({ token, status, code: problem?.code }).toEqual({ token, status: 403, code: 'anti-forgery' });
    }
  });

  it.each(NAMES(CHANGING))('%s is answered with 403 to a header and a cookie that agree but were not made for this browser', async (_, row) => {
    const client = clientFor(row);
    const foreign = bola.cookies.get('XSRF-TOKEN')!;
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${name === 'XSRF-TOKEN' ? foreign : value}`).join('; ');
    const { status, problem } = await send(row, { 'x-xsrf-token': foreign, cookie });
    expect({ status, code: problem?.code }).toEqual({ status: 403, code: 'anti-forgery' });
  });

  it('of a guest is worth nothing to a session, and the other way round', async () => {
    const mixed = test.client();
    mixed.session = ada.session;
    await mixed.call(antiForgery, {});
    mixed.cookies.set('ayo_bind', ada.cookies.get('ayo_bind')!);
    const params = { userId: ada.session!.userId };
    const body = { items: [{ tagCode: 'sms' as const, status: 'Accepted' as const }] };
    expect((await mixed.call(postConsent, { params, body })).problem?.code).toBe('anti-forgery');
  });

  it('can be had again, and then works', async () => {
    const client = await test.signUp();
    const params = { userId: client.session!.userId };
    const body = { items: [{ tagCode: 'sms' as const, status: 'Accepted' as const }] };
    client.cookies.set('XSRF-TOKEN', 'something-very-old.that-is-not-signed');
    expect((await client.call(postConsent, { params, body })).problem?.code).toBe('anti-forgery');
    await client.call(antiForgery, {});
    expect((await client.call(postConsent, { params, body })).status).toBe(200);
  });

  it('is a guest’s again after signing out', async () => {
    const client = await test.signUp();
    await client.call(signOut, {});
    expect(client.cookies.has('ayo_bind')).toBe(false);
    client.session = null;
    expect((await client.call(signOut, {})).status).toBe(204);
  });
});

describe('the four given calls with the session id alone', () => {
  const body = { items: [{ tagCode: 'sms' as const, status: 'Accepted' as const }] };

  it('work for a program, which has no cookies', async () => {
    const program = test.client();
    program.session = ada.session;
    const { userId } = ada.session!;
    for (const name of ['profile', 'balance', 'bonusWallet']) {
      expect((await program.request('GET', `/api/v1/player/${userId}/${name}`)).status).toBe(200);
    }
    expect((await program.request('POST', `/api/v1/player/${userId}/consent`, { body })).status).toBe(200);
    expect(program.cookies.size).toBe(0);
  });

  it('don’t change anything for a browser that brings no token', async () => {
    const path = `/api/v1/player/${ada.session!.userId}/consent`;
    for (const sign of [{ origin: test.baseUrl }, { 'sec-fetch-site': 'same-origin' }, { referer: `${test.baseUrl}/` }, { cookie: 'a=b' }]) {
      const browser = test.client();
      browser.session = ada.session;
      const { status, problem } = await browser.request('POST', path, { body, headers: sign });
      expect({ sign, status, code: problem?.code }).toEqual({ sign, status: 403, code: 'anti-forgery' });
    }
  });
});

function partsOf(token: string): { nonce: string; signature: string } {
  const [nonce = '', signature = ''] = token.split('.');
  return { nonce, signature };
}
