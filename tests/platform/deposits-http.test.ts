/** The cashier as the app meets it: over HTTP, with guards, tokens and keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPaymentsDue } from '../../server/cashier/deposits/sweep-deposits';
import {
  createDeposit, getDeposit, getDepositOptions, getOperation, listDeposits, listTransactions,
} from '../../src/core/contract/cashier';
import type { Deposit } from '../../src/core/contract/cashier';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { getBalance } from '../../src/core/contract/player';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(async () => {
  await ayo.close();
});

const NAIRA_5000: BodyOf<typeof createDeposit> = { method: 'mobile-money', amount: 5_000, currency: 'NGN' };

const start = (client: TestClient, { key = newKey(), body = NAIRA_5000 } = {}) =>
  client.call(createDeposit, { params: paramsOf(client), body, key });
/** Starts a deposit with any body that a client might send, valid or not. */
const startWith = (client: TestClient, body: unknown, key = newKey()) =>
  client.request('POST', `/api/v1/player/${paramsOf(client).userId}/deposits`, { body, key });
const realOf = async (client: TestClient): Promise<number | undefined> =>
  (await client.call(getBalance, { params: paramsOf(client) })).data.items.find(({ type }) => type === 'Real')?.amount;

/** Path of the simulator's page for a deposit. */
function checkoutOf({ next }: Deposit): string {
  if (next?.type !== 'redirect') throw new Error('the deposit has no page');
  return new URL(next.url).pathname;
}

/** Pays on the simulator's page and follows its redirects as a browser does. Returns the last address. */
async function pay(client: TestClient, deposit: Deposit, outcome: string): Promise<string | null> {
  const path = checkoutOf(deposit);
  const page = await client.request('GET', path);
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const chosen = await client.request('POST', path, {
    body: new URLSearchParams({ token, outcome }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded', 'x-xsrf-token': undefined, 'sec-fetch-site': 'same-origin',
    },
  });
  const back = new URL(chosen.headers.get('location') ?? '', ayo.baseUrl);
  return (await client.request('GET', back.pathname + back.search)).headers.get('location');
}

describe('a deposit over HTTP', () => {
  it('goes from the form through the payment page to the balance, the lists and the history', async () => {
    const client = await ayo.signUp();
    const started = (await start(client)).data;
    expect(started).toMatchObject({ state: 'pending', amount: 5_000, next: { type: 'redirect' } });
    expect(started.next).toMatchObject({ url: `${ayo.baseUrl}/api/simulator/checkout/dep-${started.depositId}` });
    expect(await pay(client, started, 'paid')).toBe(`/deposit?deposit=${started.depositId}`);

    const params = { ...paramsOf(client), depositId: started.depositId };
    expect((await client.call(getDeposit, { params })).data).toMatchObject({ state: 'success', next: null });
    expect(await realOf(client)).toBe(5_000);
    const listed = await client.call(listDeposits, { params: paramsOf(client) });
    expect(listed.data.items.map(({ depositId, state }) => [depositId, state])).toEqual([[started.depositId, 'success']]);
    const { data } = await client.call(listTransactions, { params: paramsOf(client) });
    expect(data.items).toMatchObject([{ kind: 'deposit', amount: 5_000, reference: started.depositId, balanceAfter: 5_000 }]);
    expect(data.totals).toEqual({ in: 5_000, out: 0, net: 5_000, lifetimeNetDeposits: 5_000 });
  });

  it('is credited without the browser, when the simulator notifies the platform', async () => {
    const client = await ayo.signUp();
    const { data } = await start(client, { body: { ...NAIRA_5000, amount: 5_000.06 } });
    await runPaymentsDue(ayo.platform);
    expect(await realOf(client)).toBe(5_000.06);
    const { rows } = await ayo.pool.query('SELECT times FROM gateway_notification WHERE reference = $1', [
      `dep-${data.depositId}`,
    ]);
    expect(rows).toEqual([{ times: 2 }]);
  });

  it('is settled when the player views it while it is pending', async () => {
    const client = await ayo.signUp();
    const { data } = await start(client);
    const params = { ...paramsOf(client), depositId: data.depositId };
    expect((await client.call(getDeposit, { params })).data.state).toBe('pending');
    await ayo.pool.query(
      `UPDATE simulator_payment SET outcome = 'paid', state = 'success', paid_amount = amount WHERE reference = $1`,
      [`dep-${data.depositId}`],
    );
    expect((await client.call(getDeposit, { params })).data.state).toBe('pending');
    ayo.pass(5_000);
    expect((await client.call(getDeposit, { params })).data.state).toBe('success');
  });

  it('tells its methods and limits to everybody', async () => {
    const { data, headers } = await ayo.client().call(getDepositOptions, {});
    const limits = { minAmount: 100, maxAmount: 9_999_999, currency: 'NGN' };
    const payUrl = '/api/simulator/pay';
    const banks = data.items.find(({ method }) => method === 'ussd')?.banks ?? [];
    expect(data.items).toEqual([
      { method: 'mobile-money', name: 'Mobile money', ...limits, lifetimeMs: 86_400_000 },
      { method: 'bank-transfer', name: 'Bank transfer', ...limits, lifetimeMs: 1_800_000, payUrl },
      { method: 'ussd', name: 'USSD', ...limits, lifetimeMs: 900_000, payUrl, banks },
      { method: 'card', name: 'Card', ...limits, lifetimeMs: 3_600_000 },
    ]);
    expect(banks).toContainEqual({ code: '058', name: 'Guaranty Trust Bank (GTBank)' });
    expect(headers.get('etag')).not.toBeNull();
  });

  it('is refused below and above the limits, in words at the field, without using up the key', async () => {
    const client = await ayo.signUp();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    const key = newKey();
    const limits: [number, string][] = [
      [99.99, 'The smallest deposit is ₦100.'],
      [10_000_000, 'The largest deposit is ₦9,999,999.'],
    ];
    for (const [amount, message] of limits) {
      const { status, problem } = await startWith(client, { ...NAIRA_5000, amount }, key);
      expect([status, problem?.code, problem?.errors]).toEqual([400, 'validation', [{ field: 'amount', message }]]);
    }
    expect((await startWith(client, NAIRA_5000, key)).status).toBe(201);
  });

  it('is refused for an invalid amount', async () => {
    const client = await ayo.signUp();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    for (const amount of [0, -1, 0.001, '100', 1e21, null, 2 ** 53, [100], {}, true, 100.005]) {
      const { status, problem } = await startWith(client, { ...NAIRA_5000, amount });
      expect([amount, status, problem?.errors?.map(({ field }) => field)]).toEqual([amount, 400, ['amount']]);
    }
    expect((await startWith(client, '{"method":"mobile-money","amount":NaN,"currency":"NGN"}')).status).toBe(400);
    const others: [string, unknown][] = [
      ['amount', { method: 'mobile-money', currency: 'NGN' }],
      ['currency', { ...NAIRA_5000, currency: 'USD' }],
      ['method', { ...NAIRA_5000, method: 'cash' }],
      ['state', { ...NAIRA_5000, state: 'success' }],
    ];
    for (const [field, body] of others) {
      expect((await startWith(client, body)).problem).toMatchObject({ status: 400, errors: [{ field }] });
    }
    const { rows } = await ayo.pool.query('SELECT 1 FROM deposit WHERE user_id = $1', [paramsOf(client).userId]);
    expect(rows).toEqual([]);
  });

  it('is refused without a key, or with one that is too short, too long or odd', async () => {
    const client = await ayo.signUp();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    const url = `/api/v1/player/${paramsOf(client).userId}/deposits`;
    for (const key of [undefined, 'short', 'x'.repeat(65), 'a key with spaces in', 'a-key-with-100%-odd-signs']) {
      const headers = { 'idempotency-key': key };
      const { status, problem } = await client.request('POST', url, { body: NAIRA_5000, headers });
      expect([key, status, problem?.code]).toEqual([key, 400, 'key-missing']);
    }
  });

  it('waits for the activated e-mail, and says so', async () => {
    const client = await ayo.signUp({ activated: false });
    const { status, problem } = await start(client);
    expect([status, problem?.code]).toEqual([403, 'email-not-activated']);
  });

  it('is nobody else’s to see', async () => {
    const [ada, bola] = [await ayo.signUp(), await ayo.signUp()];
    const { data } = await start(ada);
    const own = await bola.call(getDeposit, { params: { ...paramsOf(bola), depositId: data.depositId } });
    const foreign = await bola.call(getDeposit, { params: { ...paramsOf(ada), depositId: data.depositId } });
    expect([own.status, foreign.status]).toEqual([404, 403]);
  });

  it('can be started from another Host, but only one that is a host', async () => {
    const client = await ayo.signUp();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    const inject = (host: string) =>
      ayo.app.inject({
        method: 'POST', url: `/api/v1/player/${paramsOf(client).userId}/deposits`, payload: NAIRA_5000,
        headers: {
          host, 'idempotency-key': newKey(), 'x-sessionid': client.session?.sessionId ?? '',
          'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
          cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      });
    expect((await inject('ayo.example:8443')).json().next.url).toMatch(/^http:\/\/ayo\.example:8443\/api\/simulator/);
    expect((await inject('evil.example/x?')).statusCode).toBe(400);
  });
});

describe('a key over HTTP', () => {
  it('sent 64 times at once starts one deposit, and the answers are one text', async () => {
    const client = await ayo.signUp();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    const key = newKey();
    const atOnce = await Promise.all(Array.from({ length: 64 }, () => startWith(client, NAIRA_5000, key)));
    const answers = atOnce.filter(({ status }) => status === 201);
    for (const refused of atOnce.filter(({ status }) => status !== 201)) {
      const { status, problem, headers } = refused;
      expect([status, problem?.code, headers.get('retry-after')]).toEqual([409, 'key-running', '1']);
      answers.push(await startWith(client, NAIRA_5000, key));
    }
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { rows } = await ayo.pool.query('SELECT 1 FROM deposit WHERE user_id = $1', [paramsOf(client).userId]);
    expect(rows).toHaveLength(1);
  });

  it('with another body is refused with 422; A’s key is free for B', async () => {
    const [ada, bola] = [await ayo.signUp(), await ayo.signUp()];
    const key = newKey();
    const first = await start(ada, { key });
    const other = await startWith(ada, { ...NAIRA_5000, amount: 200 }, key);
    expect([other.status, other.problem?.code]).toEqual([422, 'key-reused']);
    expect((await start(bola, { key })).status).toBe(201);
    expect((await start(ada, { key })).text).toBe(first.text);
  });

  it('can be asked about: 404 before, the first answer after; and B learns nothing of A’s', async () => {
    const [ada, bola] = [await ayo.signUp(), await ayo.signUp()];
    const key = newKey();
    const ask = (client: TestClient) => client.call(getOperation, { params: { ...paramsOf(client), key } });
    expect((await ask(ada)).status).toBe(404);
    const first = await start(ada, { key });
    expect((await ask(ada)).text).toBe(`{"state":"done","answer":{"status":201,"body":${first.text}}}`);
    expect((await ask(bola)).status).toBe(404);
  });

  it('answers with the same refusal again, as a problem', async () => {
    const client = await ayo.signUp({ activated: false });
    const key = newKey();
    const refused = await start(client, { key });
    await ayo.pool.query('UPDATE player SET email_activated_at = now() WHERE user_id = $1', [paramsOf(client).userId]);
    const again = await start(client, { key });
    expect([again.status, again.text]).toEqual([403, refused.text]);
    expect(again.headers.get('content-type')).toContain('application/problem+json');
  });
});

describe('the history over HTTP', () => {
  it('is answered with 304 until something new is in it', async () => {
    const client = await ayo.signUp();
    const read = (headers: Record<string, string> = {}) =>
      client.call(listTransactions, { params: paramsOf(client), headers });
    const first = await read();
    const etag = first.headers.get('etag') ?? '';
    expect((await read({ 'if-none-match': etag })).status).toBe(304);
    const { data } = await start(client);
    await pay(client, data, 'paid');
    const second = await read({ 'if-none-match': etag });
    expect([second.status, second.data.items.length]).toEqual([200, 1]);
  });

  it('refuses a period that makes no sense at its field', async () => {
    const client = await ayo.signUp();
    const read = (query: string) =>
      client.request('GET', `/api/v1/player/${paramsOf(client).userId}/transactions?${query}`);
    for (const query of ['from=2020-01-01', 'from=2026-11-21&to=2026-11-20', 'from=yesterday', 'from=2026-02-30']) {
      const { status, problem } = await read(query);
      expect([query, status, problem?.errors?.[0]?.field]).toEqual([query, 400, 'from']);
    }
    for (const query of ['cursor=x', 'limit=0', 'limit=101', 'kind=theft']) {
      expect((await read(query)).status).toBe(400);
    }
  });
});

describe('what is no call of the contract', () => {
  it('serves the simulator’s page under its own policy, and takes notifications without a token', async () => {
    const client = await ayo.signUp();
    const { data } = await start(client);
    const page = await client.request('GET', checkoutOf(data));
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    const body = { event: 'payment.success' };
    const unsigned = await ayo.client().request('POST', '/api/notifications/payments/simulator', { body });
    expect(unsigned.status).toBe(401);
  });

  it('refuses a form that another site sends to the simulator’s page', async () => {
    const client = await ayo.signUp();
    const { data } = await start(client);
    const path = checkoutOf(data);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    expect((await client.request('POST', path, { body: 'outcome=paid', headers })).status).toBe(403);
  });
});
