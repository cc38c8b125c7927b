import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import pg from 'pg';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/core/contract';
import { antiForgery } from '../../src/core/contract/anti-forgery';
import { getDepositOptions } from '../../src/core/contract/cashier';
import { endpoint } from '../../src/core/contract/endpoint';
import { listGames } from '../../src/core/contract/games';
import { getHealth } from '../../src/core/contract/platform';
import { getAccount, getProfile } from '../../src/core/contract/player';
import { signIn, signUp } from '../../src/core/contract/auth';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { makeRouter } from '../../server/http/endpoint-router';
import type { RouterOptions } from '../../server/http/endpoint-router';
import { answerError } from '../../server/http/errors';
import type { Guards } from '../../server/http/guards';
import { RawAnswer } from '../../server/http/router';
import { createPlaces, standardBook } from '../../server/place/places';
import { newPlayer, testPlatform, TEST_CONFIG } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { rawRequest } from '../support/raw-request';

let test: TestPlatform;
beforeAll(async () => {
  test = await testPlatform();
});
afterAll(() => test.close());

describe('the platform over HTTP', () => {
  it('reports that it is healthy', async () => {
    const { status, data } = await test.client().call(getHealth, {});
    expect(status).toBe(200);
    expect(data).toEqual({ status: 'ok', version: 'test', database: 'up', money: true });
  });

  it('lets no route take connections beside the lanes: each outside the contract names its own', () => {
    expect(test.router.withoutLane).toEqual([]);
  });

  it('gives every answer an id, and the errors the same id in the body', async () => {
    const well = await test.client().request('GET', '/api/health');
    expect(well.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/);
    const missing = await test.client().request('GET', '/api/nothing');
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(missing.problem).toEqual({
      type: 'about:blank', title: 'There is nothing here.', status: 404, code: 'not-found',
      requestId: missing.headers.get('x-request-id'),
    });
  });

  it('answers the methods that a path does not have with 405 and those that it has', async () => {
    for (const path of new Set(Object.values(ENDPOINTS).map((each) => each.path))) {
      const allowed = Object.values(ENDPOINTS).filter((each) => each.path === path).map((each) => each.method);
      const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find((each) => !allowed.some((allowedMethod) => allowedMethod === each))!;
      const { status, headers, problem } = await test.client().request(method, `/api${path.replace(/:\w+/g, 'x')}`);
      expect({ path, status, code: problem?.code }).toEqual({ path, status: 405, code: 'method-not-allowed' });
      for (const each of allowed) expect(headers.get('allow')).toContain(each);
    }
  });

  it('keeps what belongs to a player out of every cache, and lets the catalogue be asked for again', async () => {
    const player = await test.signUp();
    const params = { userId: player.session!.userId };
    expect((await player.call(getProfile, { params })).headers.get('cache-control')).toBe('no-store');
    expect((await player.call(getAccount, { params })).headers.get('cache-control')).toBe('no-store');
    expect((await player.call(listGames, {})).headers.get('cache-control')).toBe('no-cache');
    expect((await player.request('GET', '/api/v1/games/none')).headers.get('cache-control')).toBe('no-store');
  });

  it('answers an unchanged catalogue with 304, also where the tag is made from the body', async () => {
    for (const call of [listGames, getDepositOptions]) {
      const first = await test.client().call(call, {});
      const etag = first.headers.get('etag')!;
      expect(etag).toMatch(/^"[\w.-]+"$/);
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await test.client().call(call, { headers: { 'if-none-match': header } });
        expect(again.status).toBe(304);
        expect(again.text).toBe('');
        expect(again.headers.get('etag')).toBe(etag);
      }
      expect((await test.client().call(call, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    }
  });

  it('answers HEAD as GET, without a body', async () => {
    const { status, text, headers } = await rawRequest(test.baseUrl, { method: 'HEAD', path: '/api/v1/games' });
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers['etag']).toBeDefined();
  });

  it('says at each field what is wrong with it, in words', async () => {
    const body = { ...newPlayer(), email: 'ada', password: 'short', firstname: '', consents: 'all', role: 'admin', phone: undefined };
    const { status, problem } = await test.client().call(signUp, { body: body as never });
    expect(status).toBe(400);
    expect(problem?.code).toBe('validation');
    expect(Object.fromEntries(problem?.errors?.map(({ field, message }) => [field, message]) ?? [])).toEqual({
      email: 'Enter an e-mail address like ada@example.com.',
      password: 'Use at least 8 characters.',
      firstname: 'Tell us your name.',
      phone: 'This is needed.',
      consents: 'This must be a list.',
      role: 'There is no such field here.',
    });
  });

  it('says what is needed when a body is missing or no object', async () => {
    for (const body of [undefined, '[]', '"text"', 'null', '3']) {
      const client = test.client();
      await client.call(antiForgery, {});
      const { status, problem } = await client.request('POST', '/api/v1/auth/sign-in', { body });
      expect({ body, status, code: problem?.code }).toEqual({ body, status: 400, code: 'validation' });
    }
  });

  it('gives a guest one token, kept while it fits', async () => {
    const client = test.client();
    await client.call(antiForgery, {});
    const token = client.cookies.get('XSRF-TOKEN');
    expect(token).toBeDefined();
    await client.call(antiForgery, {});
    expect(client.cookies.get('XSRF-TOKEN')).toBe(token);
    client.cookies.delete('ayo_guest');
    await client.call(antiForgery, {});
    expect(client.cookies.get('XSRF-TOKEN')).not.toBe(token);
  });

  it('sets cookies that scripts can’t read and other sites don’t send, but for the token', async () => {
    const client = test.client();
    await client.call(antiForgery, {});
    const { headers } = await client.call(signUp, { body: newPlayer() });
    const cookies = headers.getSetCookie();
    expect(cookies.find((each) => each.startsWith('ayo_bind='))).toMatch(/^ayo_bind=[\w-]{43}; Path=\/; SameSite=Strict; Max-Age=2592000; HttpOnly$/);
    expect(cookies.find((each) => each.startsWith('XSRF-TOKEN='))).toMatch(/^XSRF-TOKEN=[\w-]{22}\.[\w-]{43}; Path=\/; SameSite=Strict; Max-Age=2592000$/);
    expect(cookies.find((each) => each.startsWith('ayo_guest='))).toContain('Max-Age=0');
  });

  it('marks cookies Secure where the site is served over TLS', async () => {
    const behindTls = await testPlatform({ config: { publicUrl: 'https://ayo.example' } });
    const { headers } = await behindTls.client().call(antiForgery, {});
    expect(headers.getSetCookie().every((each) => each.endsWith('; Secure'))).toBe(true);
    await behindTls.close();
  });

  it('believes X-Forwarded-Proto from a configured proxy alone', async () => {
    const proxied = await testPlatform({ config: { trustProxy: ['127.0.0.1'] } });
    const headers = { 'x-forwarded-proto': 'https' };
    expect((await proxied.client().request('GET', '/api/health', { headers })).headers.get('strict-transport-security')).not.toBeNull();
    expect((await test.client().request('GET', '/api/health', { headers })).headers.get('strict-transport-security')).toBeNull();
    await proxied.close();
  });

  it('shares the key of the tokens with other processes on the same database', async () => {
    const other = await testPlatform({ database: test.database });
    const client = test.client();
    await client.call(antiForgery, {});
    const elsewhere = other.client();
    for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
    const { status } = await elsewhere.request('POST', '/api/v1/auth/sign-out');
    expect(status).toBe(204);
    await other.close();
  });
});

describe('a router', () => {
  const guards: Guards = {
    sessions: { find: () => Promise.resolve(null), findKept: () => null, findSeen: () => null, touch: () => Promise.resolve() },
    admins: { recordUse: () => Promise.resolve(), readStanding: () => Promise.resolve({ roles: [], isPasswordDue: false, hasFactor: true }) },
    antiForgery: { check: () => Promise.resolve(), issueForSession: () => undefined, issueForGuest: () => undefined, renew: () => undefined },
  };
  const thing = endpoint({ method: 'GET', path: '/thing', access: 'public', answer: z.object({ name: z.string() }) });

  const parts = { now: () => new Date(), places: createPlaces(TEST_CONFIG, standardBook()), pool: new pg.Pool() };

  async function answerOf(options: RouterOptions, answer: unknown) {
    const app = Fastify();
    app.setErrorHandler(answerError);
    const router = makeRouter(app, parts, guards, options);
    const wrong: Endpoint = thing;
    router.onPublic(wrong, async () => answer);
    const { statusCode, body } = await app.inject('/api/thing');
    return { statusCode, body };
  }

  it('leaves out in production what the contract does not name', async () => {
    expect(await answerOf({ answers: 'strip' }, { name: 'A', secret: 'B' })).toEqual({ statusCode: 200, body: '{"name":"A"}' });
  });

  it('fails elsewhere on what the contract does not name', async () => {
    expect((await answerOf({ answers: 'exact' }, { name: 'A', secret: 'B' })).statusCode).toBe(500);
    expect((await answerOf({ answers: 'exact' }, { name: 'A' })).statusCode).toBe(200);
  });

  it('never sends an answer that does not fit the contract', async () => {
    for (const answers of ['strip', 'exact'] as const) {
      const { statusCode, body } = await answerOf({ answers }, { name: 7, secret: 'B' });
      expect(statusCode).toBe(500);
      expect(JSON.parse(body)).toMatchObject({ code: 'internal' });
      expect(body).not.toContain('secret');
    }
  });

  it('sends an answer that is text already byte for byte', async () => {
    const text = '{"name" : "A",  "more":1}';
    expect(await answerOf({ answers: 'exact' }, new RawAnswer(200, text))).toEqual({ statusCode: 200, body: text });
  });

  it('compresses large answers to reads, as the caller takes it', async () => {
    const list = endpoint({ method: 'GET', path: '/list', access: 'public', answer: z.array(z.string()), etag: true });
    const app = Fastify();
    const router = makeRouter(app, parts, guards, { answers: 'exact' });
    const items = Array.from({ length: 200 }, (_, index) => `item ${index}`);
    router.onPublic(list, async () => items);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const;
    for (const encoding of ['br', 'gzip'] as const) {
      const { headers, rawPayload } = await app.inject({ url: '/api/list', headers: { 'accept-encoding': encoding } });
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(rawPayload.length).toBeLessThan(1_000);
      expect(JSON.parse(unpack[encoding](rawPayload).toString())).toEqual(items);
    }
    const plain = await app.inject('/api/list');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.json()).toEqual(items);
    items.length = 3;
    const small = await app.inject({ url: '/api/list', headers: { 'accept-encoding': 'br' } });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('can’t be given a guarded endpoint as an open one, nor the other way round', () => {
    const router = makeRouter(Fastify(), parts, guards, { answers: 'exact' });
    expect(() => router.on(thing, async () => ({ name: 'A' }))).toThrow('use onPublic for it');
    expect(() => router.onPublic(getProfile, () => Promise.reject(new Error()))).toThrow('use on for it');
  });
});

describe('signing in', () => {
  it('makes new cookies and a new token, so that nothing of the guest goes on', async () => {
    const player = await test.signUp({ username: 'cookie-monster' });
    const again = test.client();
    await again.call(antiForgery, {});
    const before = new Map(again.cookies);
    await again.call(signIn, { body: { username: 'cookie-monster', password: newPlayer().password } });
    expect(again.cookies.get('XSRF-TOKEN')).not.toBe(before.get('XSRF-TOKEN'));
    expect(again.cookies.has('ayo_guest')).toBe(false);
    expect(again.cookies.get('ayo_bind')).not.toBe(player.cookies.get('ayo_bind'));
  });
});
