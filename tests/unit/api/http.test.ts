import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { READ_DEADLINE_MS } from '../../../src/api/deadlines';
import { MAX_ANSWER_BYTES } from '../../../src/api/read-body';
import { createDeposit, listDeposits } from '../../../src/core/contract/cashier';
import { listGames } from '../../../src/core/contract/games';
import { deleteConsent, postConsent } from '../../../src/core/contract/consents';
import { getBalance, getBonusWallet, getProfile } from '../../../src/core/contract/player';
import { signOut } from '../../../src/core/contract/auth';
import { clientWith, cutOff, drip, html, json, PROBLEM, silence } from './support';

const U = { params: { userId: 'u1' }, sessionId: 's'.repeat(43) };
const BALANCE = { items: [{ type: 'Real', amount: 10, currency: 'NGN' }] };

describe('a call that succeeds', () => {
  it('resolves with the checked data and the facts about the answer', async () => {
    const { client } = clientWith([json(BALANCE, { headers: { etag: '"7"', 'x-balance-version': '7' } })]);
    expect(await client.call(getBalance, U)).toEqual({
      ok: true, data: BALANCE, status: 200, etag: '"7"', savedAt: null, replacedError: null, balanceVersion: 7,
    });
  });

  it('says when the answer comes from the device and what went wrong instead', async () => {
    const headers = { 'x-snapshot-saved-at': '123456', 'x-snapshot-instead-of': '503', 'retry-after': '30' };
    const result = await clientWith([json(BALANCE, { headers })]).client.call(getBalance, U);
    expect(result).toMatchObject({ ok: true, savedAt: 123_456, replacedError: { code: 'bad-response', status: 503, retryAfterMs: 30_000 } });
  });

  it('takes a stored answer for an old one, also where its time was stored with a fraction of a millisecond', async () => {
    const headers = { 'x-snapshot-saved-at': '1795625871316.2', 'x-snapshot-instead-of': 'network' };
    const result = await clientWith([json(BALANCE, { headers })]).client.call(getBalance, U);
    expect(result).toMatchObject({ ok: true, savedAt: 1_795_625_871_316, replacedError: { code: 'network' } });
  });

  it('accepts every status of success, and no body where the endpoint promises none', async () => {
    const network = clientWith([new Response(null, { status: 204 })]);
    expect(await network.client.call(signOut, { sessionId: 's' })).toMatchObject({ ok: true, status: 204, data: undefined });
    const consent = { ...U, body: { items: [{ tagCode: 'sms' as const, status: 'Accepted' as const }] } };
    for (const answer of [json({ fine: 1 }, { status: 202 }), new Response(null, { status: 204 }), new Response('OK')]) {
      expect(await clientWith([answer]).client.call(postConsent, consent)).toMatchObject({ ok: true });
    }
  });

  it('asks with If-None-Match and takes 304 to that as success', async () => {
    const { client, sent } = clientWith([new Response(null, { status: 304, headers: { etag: '"7"' } })]);
    expect(await client.callIfChanged(getBalance, '"7"', U)).toMatchObject({ ok: true, data: null, status: 304 });
    expect(new Headers(sent[0]?.init.headers).get('if-none-match')).toBe('"7"');
  });

  it('takes no 304 that it did not ask for', async () => {
    const { client } = clientWith([new Response(null, { status: 304 })]);
    expect(await client.call(getBalance, U)).toMatchObject({ ok: false, error: { code: 'bad-response' } });
  });

  it('from a cache is as old as its `Age` says, and the present time is its `Date` plus that age', async () => {
    const times: number[] = [];
    const date = 'Sat, 21 Nov 2026 08:00:00 GMT';
    const { client } = clientWith(
      ['3600', '9'.repeat(15), 'old', '-5'].map((age) => json(BALANCE, { headers: { age, date } })),
      { onPlatformTime: (ms) => times.push(ms) },
    );
    const ages: (number | undefined)[] = [];
    for (let n = 0; n < 4; n += 1) {
      const result = await client.call(getBalance, U);
      ages.push(result.ok ? result.ageMs : undefined);
    }
    expect(ages).toEqual([3_600_000, 1e10, undefined, undefined]);
    expect(times.map((ms) => ms - Date.parse(date))).toEqual([3_600_000, 1e10, 0, 0]);
  });
});

describe('what real platforms send', () => {
  it('is taken with unknown fields, long ids, missing extension and consents, odd statuses and currencies', async () => {
    const wallets = '{"items": [{"walletId": 1234567890123456789, "status": "frozen", "currentAmount": 1.5, "currency": "USD", "x": 1}]}';
    const answer = new Response(wallets, { headers: { 'content-type': 'application/json' } });
    expect(await clientWith([answer]).client.call(getBonusWallet, U)).toMatchObject({
      ok: true,
      data: { items: [{ walletId: '1234567890123456789', status: 'frozen', name: '' }] },
    });
    expect(await clientWith([json({ username: 'ada', extra: {} })]).client.call(getProfile, U)).toMatchObject({
      ok: true,
      data: { username: 'ada', firstname: '', email: '', consents: {} },
    });
  });
});

/** Answers of a captive portal, which comes between the phone and the platform. */
const PORTALS = [
  ['a page with status 200', () => html('<!doctype html><title>Free Wi-Fi</title>')],
  ['a page sent as JSON', () => new Response('<html><body>Sign in</body></html>', { headers: { 'content-type': 'application/json' } })],
  ['a redirect', () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })],
  ['a redirect that can be seen', () => new Response(null, { status: 302, headers: { location: 'https://login.example/' } })],
  ['511', () => html('<html>network authentication required', { status: 511 })],
  ['a page with status 403', () => html('<html>Blocked', { status: 403 })],
] as const;

const CALLS = [
  ['profile', getProfile],
  ['balance', getBalance],
  ['bonus wallet', getBonusWallet],
] as const;

describe.each(PORTALS)('A-15: a captive portal that answers %s', (_, answer) => {
  it.each(CALLS)('is no answer to the call for the %s', async (_name, endpoint) => {
    const result = await clientWith([answer]).client.call(endpoint, U);
    expect(result).toMatchObject({ ok: false, error: { code: 'bad-response', captivePortal: true, retryable: true } });
  });
});

describe('an answer that can’t be used', () => {
  const BODIES = [
    ['{"success": false, "errorCode": 17}', 'bad-response'],
    ['{"success": false}', 'bad-response'],
    ['{"items": [{"type": "Real", "amount": "10"}]}', 'bad-response'],
    ['{"items": {}}', 'bad-response'],
    ['{"items": [{"type": "Real"', 'bad-response'],
    ['', 'bad-response'],
    ['null', 'bad-response'],
    ['[]', 'bad-response'],
    ['OK', 'bad-response'],
  ] as const;

  it.each(BODIES)('is refused: %s', async (body, code) => {
    const answer = new Response(body, { headers: { 'content-type': 'application/json' } });
    expect(await clientWith([answer]).client.call(getBalance, U)).toMatchObject({ ok: false, error: { code } });
  });

  it('keeps the code of another platform’s error', async () => {
    const result = await clientWith([json({ success: false, errorCode: 'E17' })]).client.call(getBalance, U);
    expect(result).toMatchObject({ ok: false, error: { problem: { code: 'E17' } } });
  });

  it('is refused when it is bigger than any answer of a platform', async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    const result = await clientWith([() => new Response(body)]).client.call(getBalance, U);
    expect(result).toMatchObject({ ok: false, error: { code: 'bad-response' } });
    expect(pulled).toBeLessThan(MAX_ANSWER_BYTES / (64 * 1024) + 4);
  });

  it('may be bigger where the caller says so', async () => {
    const big = json({ items: [] , filler: 'x'.repeat(MAX_ANSWER_BYTES) });
    expect(await clientWith([big]).client.call(listGames, {})).toMatchObject({ ok: false });
    expect(await clientWith([big]).client.call(listGames, { maxBytes: 2 * MAX_ANSWER_BYTES })).toMatchObject({ ok: true });
  });
});

describe('an error of the platform', () => {
  it('is a bad request with its problem', async () => {
    const { client } = clientWith([json(PROBLEM, { status: 422 })]);
    expect(await client.call(getBalance, U)).toEqual({
      ok: false,
      error: { code: 'bad-request', status: 422, problem: PROBLEM, retryable: false },
    });
  });

  it('is worth another try for 429, 408 and every 5xx, after the time that was asked for', async () => {
    for (const [status, code] of [[429, 'bad-request'], [408, 'bad-request'], [500, 'bad-response'], [503, 'bad-response']] as const) {
      const answer = json({ ...PROBLEM, status }, { status, headers: { 'retry-after': '7' } });
      const result = await clientWith([answer]).client.call(getBalance, U);
      expect(result).toMatchObject({ ok: false, error: { code, status, retryable: true, retryAfterMs: 7_000 } });
    }
  });

  it('understands Retry-After as a date', async () => {
    const at = new Date(1_000_000 + 60_000).toUTCString();
    const answer = json(PROBLEM, { status: 503, headers: { 'retry-after': at } });
    expect(await clientWith([answer]).client.call(getBalance, U)).toMatchObject({ error: { retryAfterMs: 60_000 } });
  });

  it('is recognised also when a proxy answers in HTML', async () => {
    const result = await clientWith([html('<html>Bad gateway', { status: 502 })]).client.call(getBalance, U);
    expect(result).toEqual({ ok: false, error: { code: 'bad-response', status: 502, retryable: true } });
  });
});

describe('a connection that fails', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is a network error before the answer and aborted in the middle of it', async () => {
    expect(await clientWith([new TypeError('failed')]).client.call(getBalance, U)).toMatchObject({ error: { code: 'network' } });
    expect(await clientWith([cutOff]).client.call(getBalance, U)).toMatchObject({ error: { code: 'aborted', retryable: true } });
  });

  it.each([
    ['nothing answers', silence],
    ['the body drips', drip],
    ['not even the abort is noticed', () => new Promise<Response>(() => undefined)],
  ])('ends at the deadline when %s', async (_, answer) => {
    const call = clientWith([answer]).client.call(getBalance, U);
    await vi.advanceTimersByTimeAsync(READ_DEADLINE_MS);
    expect(await call).toMatchObject({ ok: false, error: { code: 'timeout', retryable: true } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is canceled by the caller, before and during the call', async () => {
    const before = clientWith([silence]);
    expect(await before.client.call(getBalance, { ...U, signal: AbortSignal.abort() })).toMatchObject({ error: { code: 'canceled' } });
    const giveUp = new AbortController();
    const during = clientWith([silence]).client.call(getBalance, { ...U, signal: giveUp.signal });
    giveUp.abort();
    expect(await during).toEqual({ ok: false, error: { code: 'canceled', retryable: false } });
  });
});

describe('what a call sends', () => {
  const cookies = (token: string | null) => ({ readCookie: (name: string) => (name === 'XSRF-TOKEN' ? token : null) });
  const headersOf = (sent: { init: RequestInit } | undefined) => new Headers(sent?.init.headers);

  it('is the session, and the anti-forgery token with everything but reads', async () => {
    const { client, sent } = clientWith([new Response(null, { status: 204 })], cookies('t0k3n'));
    await client.call(deleteConsent, { ...U, params: { userId: 'u1', tagCode: 'sms' } });
    await client.call(getBalance, U);
    expect(sent.map(({ url, init }) => [init.method, url])).toEqual([
      ['DELETE', '/api/v1/player/u1/consent/sms'],
      ['GET', '/api/v1/player/u1/balance'],
    ]);
    expect(headersOf(sent[0]).get('x-sessionid')).toBe(U.sessionId);
    expect(headersOf(sent[0]).get('x-xsrf-token')).toBe('t0k3n');
    expect(headersOf(sent[1]).has('x-xsrf-token')).toBe(false);
  });

  it('is never the session or the token when it goes to the content host', async () => {
    const { client, sent } = clientWith([json({ items: [] })], { ...cookies('t0k3n'), kind: 'content', baseUrl: 'https://cdn.example' });
    await client.call(listGames, { sessionId: U.sessionId });
    await client.call(signOut, { sessionId: U.sessionId });
    for (const request of sent) {
      expect([...headersOf(request).keys()].filter((name) => /session|xsrf/.test(name))).toEqual([]);
      expect(request.init.credentials).toBe('omit');
    }
    expect(sent).toHaveLength(2);
  });

  it('fetches the cookie first where there is none', async () => {
    let token: string | null = null;
    const setCookie = () => {
      token = 'new';
      return new Response(null, { status: 204 });
    };
    const { client, sent } = clientWith([setCookie, new Response(null, { status: 204 })], { readCookie: () => token });
    await client.call(signOut, { sessionId: 's' });
    expect(sent.map(({ url }) => url)).toEqual(['/api/v1/auth/anti-forgery', '/api/v1/auth/sign-out']);
    expect(headersOf(sent[1]).get('x-xsrf-token')).toBe('new');
  });

  it('is sent once more, with a new token, when the old one is refused', async () => {
    let token = 'old';
    const refused = json({ title: 'No', status: 403, code: 'anti-forgery' }, { status: 403 });
    const renew = () => {
      token = 'new';
      return new Response(null, { status: 204 });
    };
    const { client, sent } = clientWith([refused, renew, new Response(null, { status: 204 })], { readCookie: () => token });
    expect(await client.call(signOut, { sessionId: 's' })).toMatchObject({ ok: true });
    expect(sent.map((request) => headersOf(request).get('x-xsrf-token'))).toEqual(['old', null, 'new']);
  });

  it('carries the key of a money call, and If-Match in quotes', async () => {
    const { client, sent } = clientWith([json(PROBLEM, { status: 422 })]);
    const body = { method: 'mobile-money' as const, amount: 5000, currency: 'NGN' as const };
    await client.call(createDeposit, { ...U, key: 'k'.repeat(20), ifMatch: 3, body });
    expect(headersOf(sent[0]).get('idempotency-key')).toBe('k'.repeat(20));
    expect(headersOf(sent[0]).get('if-match')).toBe('"3"');
    expect(sent[0]?.init.body).toBe(JSON.stringify(body));
  });

  it('bypasses caches where the caller wants that, and follows no redirect', async () => {
    const { client, sent } = clientWith([json(BALANCE)]);
    await client.call(getBalance, { ...U, noStore: true });
    expect(sent[0]?.init).toMatchObject({ cache: 'no-store', redirect: 'manual' });
  });

  it('is no request at all when a parameter is not what the contract allows', async () => {
    const { client, sent } = clientWith([json(BALANCE)]);
    expect(await client.call(getBalance, { ...U, params: { userId: '../admin' } })).toMatchObject({ error: { code: 'bad-request' } });
    expect(await client.call(listDeposits, { ...U, query: { cursor: 'a b' } })).toMatchObject({ error: { code: 'bad-request' } });
    expect(sent).toEqual([]);
  });
});
