import { beforeEach, describe, expect, it } from 'vitest';
import { runPaymentsDue } from '../../server/cashier/deposits/sweep-deposits';
import { registerNotifications } from '../../server/cashier/notifications/receive-notification';
import { createSimulator } from '../../server/gateways/payment/simulator/gateway';
import { OUTCOMES, scenarioOf } from '../../server/gateways/payment/simulator/payments/outcomes';
import { readValidSecrets } from '../../server/gateways/payment/simulator/notifications/secrets';
import { isGenuine, signNotification } from '../../server/gateways/payment/simulator/notifications/signature';
import { kobo } from '../../src/core/money';
import { testDatabase } from '../support/database';
import { makeCashier } from '../support/deposits';
import type { Cashier } from '../support/deposits';
import { fileDatabase } from '../support/file-database';
import { START, bareServer, testMoney } from '../support/money';
import { makePlayer } from '../support/players';

const database = fileDatabase();
let cashier: Cashier;
let userId: string;

beforeEach(async () => {
  await database.pool.query('UPDATE simulator_notification SET delivered_at = now()');
  cashier = makeCashier(database.pool);
  userId = await makePlayer(database.pool);
});

const checkout = (reference: string): string => `/api/simulator/checkout/${reference}`;

describe('the simulator’s page', () => {
  it('says what is to be paid and that no real money is, under a policy without any script', async () => {
    const { reference } = await cashier.start(userId, 5_000);
    const { statusCode, headers, body } = await cashier.app.inject({ url: checkout(reference) });
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('no real money');
    expect(body).toContain('₦5,000.00');
    expect(body).toContain(reference);
    expect(body).not.toMatch(/<script|style=| on\w+=/i);
    for (const outcome of OUTCOMES) expect(body).toContain(`value="${outcome}"`);
    const style = await cashier.app.inject({ url: /href="([^"]+)"/.exec(body)?.[1] ?? '' });
    expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  });

  it('escapes what it shows', async () => {
    const { reference } = await cashier.start(userId, 5_000);
    await database.pool.query('UPDATE simulator_payment SET method = $2 WHERE reference = $1', [reference, '<img src=x onerror="1">']);
    expect((await cashier.get(checkout(reference))).body).toContain('&lt;img src=x onerror=&quot;1&quot;&gt;');
  });

  it('is not found for a payment that does not exist', async () => {
    expect((await cashier.get(checkout('dep-nothing'))).status).toBe(404);
    expect((await cashier.get(checkout('%00'))).status).not.toBe(500);
  });

  it('takes a form only with its own token, from the browser that it gave it to, for the same payment', async () => {
    const [mine, other] = [await cashier.start(userId, 5_000), await cashier.start(userId, 5_000)];
    const page = await cashier.app.inject({ url: checkout(mine.reference) });
    const cookie = String(page.headers['set-cookie']);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    type Texts = Record<string, string>;
    const send = async (reference: string, form: Texts, headers: Texts): Promise<number> => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = await cashier.app.inject({
        method: 'POST', url: checkout(reference), headers: { ...type, ...headers }, payload: new URLSearchParams(form).toString(),
      });
      return sent.statusCode;
    };
    const cookieHeader = { cookie: cookie.split(';')[0] ?? '' };
    expect(await send(mine.reference, { token, outcome: 'paid' }, {})).toBe(403);
    expect(await send(mine.reference, { token, outcome: 'paid' }, { cookie: 'ayo_simulator=AAAAAAAAAAAAAAAAAAAAAA' })).toBe(403);
    expect(await send(mine.reference, { outcome: 'paid' }, cookieHeader)).toBe(403);
    expect(await send(other.reference, { token, outcome: 'paid' }, cookieHeader)).toBe(403);
    expect(await send(mine.reference, { token, outcome: 'steal' }, cookieHeader)).toBe(400);
    expect(await send(mine.reference, { token, outcome: 'paid' }, { ...cookieHeader, 'content-type': 'text/plain' })).toBe(415);
    expect(await send(mine.reference, { token, outcome: 'paid' }, cookieHeader)).toBe(303);
  });

  it('counts the first choice: a second one, and coming back to the page, lead where the first did', async () => {
    const { reference } = await cashier.start(userId, 5_000);
    const page = await cashier.app.inject({ url: checkout(reference) });
    const headers = {
      cookie: String(page.headers['set-cookie']).split(';')[0] ?? '', 'content-type': 'application/x-www-form-urlencoded',
    };
    const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const choose = async (outcome: string) => {
      const payload = new URLSearchParams({ token, outcome }).toString();
      return (await cashier.app.inject({ method: 'POST', url: checkout(reference), headers, payload })).headers.location;
    };
    const first = await choose('cancelled');
    expect(first).toContain('/api/callbacks/mm/cancel?ref=');
    expect(await choose('paid')).toBe(first);
    expect((await cashier.get(checkout(reference))).location).toBe(first);
    expect((await cashier.gateway.verify(reference)).state).toBe('cancelled');
  });
});

describe('the simulator as a gateway', () => {
  it('knows a payment by its reference: started again it is the same', async () => {
    const simulator = cashier.gateway;
    const returnUrls = { success: 'http://a.test/s', cancel: 'http://a.test/c', failure: 'http://a.test/f' };
    const startRequest = { method: 'mobile-money', amount: kobo(500_00), currency: 'NGN', reference: 'dep-again-and-again-and', returnUrls, email: 'ada@example.com', expiresAt: new Date(START) };
    expect(await simulator.startDeposit(startRequest)).toEqual(await simulator.startDeposit(startRequest));
    const { rows } = await database.pool.query('SELECT starts FROM simulator_payment WHERE reference = $1', [startRequest.reference]);
    expect(rows).toEqual([{ starts: 2 }]);
  });

  it('says nothing final about an unknown reference', async () => {
    expect((await cashier.gateway.verify('dep-never-heard-of')).state).toBe('pending');
  });

  it('chooses by the kobo of the amount', () => {
    expect(scenarioOf(kobo(500_00)).type).toBe('page');
    expect(scenarioOf(kobo(500_99)).type).toBe('page');
    expect(scenarioOf(kobo(500_05))).toEqual({ type: 'decided', outcome: 'wrong-amount' });
    expect(scenarioOf(kobo(500_08)).type).toBe('by-itself');
    expect(scenarioOf(kobo(500_09)).type).toBe('silent-once');
  });

  it('makes its secret once, however many processes start at the same time', async () => {
    const fresh = await testDatabase();
    const { platform } = testMoney(fresh.pool);
    const secrets = await Promise.all(Array.from({ length: 8 }, () => readValidSecrets(platform)));
    expect(new Set(secrets.flat()).size).toBe(1);
    await fresh.close();
  });
});

describe('a signature', () => {
  const body = Buffer.from('{"a":1}');

  it('is the hex HMAC-SHA256 of time, dot and body', () => {
    expect(signNotification('secret', body, 1_700_000_000_999)).toMatch(/^t=1700000000,v1=[0-9a-f]{64}$/);
    expect(isGenuine(['secret'], body, signNotification('secret', body, START), START)).toBe(true);
    expect(isGenuine(['new', 'secret'], body, signNotification('secret', body, START), START)).toBe(true);
    expect(isGenuine([], body, signNotification('secret', body, START), START)).toBe(false);
  });

  it('holds for 300 s both ways', () => {
    const header = signNotification('secret', body, START);
    expect([-300_001, -300_000, 300_000, 300_001].map((by) => isGenuine(['secret'], body, header, START + by))).toEqual([
      false, true, true, false,
    ]);
  });

  it('is not taken from several headers, or from none', () => {
    const header = signNotification('secret', body, START);
    expect(isGenuine(['secret'], body, [header], START)).toBe(false);
    expect(isGenuine(['secret'], body, undefined, START)).toBe(false);
  });
});

describe('its notifications', () => {
  it('are sent over HTTP to the platform, which then asks and credits once', async () => {
    let url = '';
    const money = testMoney(database.pool, { ownUrl: () => url });
    const server = bareServer((app) => registerNotifications(app, money.platform));
    url = await server.listen({ host: '127.0.0.1', port: 0 });
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'twice');
    await runPaymentsDue(money.platform);
    await server.close();
    expect((await cashier.deposit(depositId)).state).toBe('success');
    expect(await cashier.countCredits(depositId)).toBe(1);
    const { rows } = await database.pool.query(
      'SELECT n.times, count(*) AS delivered FROM gateway_notification n JOIN simulator_notification s USING (reference) WHERE reference = $1 AND s.delivered_at IS NOT NULL GROUP BY 1',
      [reference],
    );
    expect(rows).toEqual([{ times: 2, delivered: 2 }]);
  });

  it('are sent again, with growing pauses, until they are answered with success; signed anew each time', async () => {
    const sent: string[] = [];
    const statuses = [500, null, 401, 200, 200];
    const simulator = createSimulator({
      ...cashier.platform,
      send: async (_body, headers) => {
        sent.push(headers['x-ayo-signature'] ?? '');
        const status = statuses[sent.length - 1];
        if (typeof status !== 'number') throw new Error('nothing answers');
        return status;
      },
    });
    const { reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    const counts: number[] = [];
    for (const pause of [0, 4_999, 1, 9_999, 1, 20_000, 40_000]) {
      cashier.pass(pause);
      counts.push((await simulator.embedded?.runDue()) ?? 0);
    }
    expect(counts).toEqual([1, 0, 1, 0, 1, 1, 0]);
    expect(new Set(sent).size).toBe(4);
  });
});
