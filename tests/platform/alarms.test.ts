/** The log has an error with `alert: true` for everything that somebody must act on, and names a database that takes no writes as that. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from 'pg';
import { closeOperation } from '../../src/core/contract/cashier';
import { movesMoney } from '../../src/core/contract/endpoint';
import { getHealth } from '../../src/core/contract/platform';
import { kobo } from '../../src/core/money';
import { LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { checkMoney } from '../../server/ledger/money-switch';
import { bodyOf, filterCalls, headersOf, pathOf } from '../support/contract-table';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';

interface Line {
  readonly event: string;
  readonly level: string;
  readonly alert?: boolean;
  readonly why?: string;
}

let database: TestDatabase;
/** One connection beside the platform's, which stays writable. */
let ours: Pool;
let test: TestPlatform;
let ada: TestClient;
let admin: TestClient;
beforeAll(async () => {
  database = await testDatabase();
  ours = database.anotherPool({ max: 1, idleTimeoutMillis: 0 });
  test = await testPlatform({ database });
  ada = await test.signUp();
  admin = await test.signUpAdmin();
  await giveMoney(database.pool, ada.session!.userId, kobo(100_000));
});
afterAll(async () => {
  await test.close();
  await database.close();
});

const healthOf = async () => {
  const { status, text } = await test.client().request('GET', '/api/health');
  const { version: _, ...body } = JSON.parse(text) as Record<string, unknown>;
  return { http: status, ...body };
};
const WELL = { http: 200, status: 'ok', database: 'up', money: true };
const linesOf = (from: number, event: string): Line[] =>
  test.logs.slice(from).map((line) => JSON.parse(line) as Line).filter((line) => line.event === event);

let plays = 0;
const play = () => {
  plays += 1;
  test.pass(10_000);
  return ada.request('POST', `/api/v1/player/${ada.session!.userId}/games/adire-gold/rounds`, {
    key: `alarm-round-${String(plays).padStart(6, '0')}`, body: { stake: 10, currency: 'NGN', bet: {} },
  });
};
const entries = async () => (await ours.query<{ n: number }>('SELECT count(*)::int AS n FROM ledger_entry')).rows[0]?.n;

/** Makes every insert into a table fail from here on as it does on a full disk. */
const fill = (table: string, code = '53100') =>
  ours.query(`CREATE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_${table}()`);
const empty = (table: string) => ours.query(`DROP TRIGGER refuse ON ${table}; DROP FUNCTION refuse_${table}()`);

describe('alarms', () => {
  it('nobody drains a ledger that does not add up in silence: a violation and the closing of money are errors with an alert', async () => {
    const from = test.logs.length;
    await ours.query('ALTER TABLE ledger_account DISABLE TRIGGER USER');
    const unbalance = (by: number) =>
      ours.query(`UPDATE ledger_account SET balance = balance + $2 WHERE user_id = $1 AND kind = 'real'`, [ada.session!.userId, by]);
    await unbalance(1);
    expect(await checkMoney(test.platform, LEDGER_INVARIANTS)).not.toEqual([]);
    for (const event of ['money.violation', 'money.closed']) {
      const lines = linesOf(from, event);
      expect(lines.length).toBeGreaterThan(0);
      for (const { level, alert } of lines) expect({ event, level, alert }).toEqual({ event, level: 'error', alert: true });
    }
    expect(await healthOf()).toEqual({ http: 503, status: 'degraded', database: 'up', money: false });
    await unbalance(-1);
    await ours.query('ALTER TABLE ledger_account ENABLE TRIGGER USER');
    expect(await checkMoney(test.platform, LEDGER_INVARIANTS)).toEqual([]);
    expect(linesOf(from, 'money.opened')).toMatchObject([{ level: 'info' }]);
    expect(await healthOf()).toEqual(WELL);
  });

  it('an event without an alert stays information', () => {
    const from = test.logs.length;
    test.platform.log('something.happened');
    test.platform.log('something.else', { alert: true });
    expect([...linesOf(from, 'something.happened'), ...linesOf(from, 'something.else')].map(({ level }) => level)).toEqual(['info', 'error']);
  });
});

describe('a database that was made read-only', () => {
  it('is reported as read-only by health before any call meets it; calls get 503, never 500, and it recovers by itself', async () => {
    const { rows: names } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
    const name = names[0]?.name ?? '';
    const from = test.logs.length;
    expect(await healthOf()).toEqual(WELL);
    await ours.query(`SET default_transaction_read_only = off; ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    // Connections that were open before go on as they were, as those to a primary that stepped down do not.
    await ours.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()');
    try {
      // A connection may be found closed only when it is used.
      const healthLater = () => {
        test.pass(11_000);
        return healthOf();
      };
      await expect.poll(healthLater).toEqual({ http: 503, status: 'degraded', database: 'read-only', money: false });
      expect(linesOf(from, 'database.refuses-writes')).toMatchObject([{ level: 'error', alert: true, why: 'read-only' }]);
      for (const row of filterCalls(() => true)) {
        if (row.endpoint === getHealth) continue;
        const client = row.endpoint.access === 'admin' ? admin : ada;
        const { status, problem, headers } = await client.request(row.endpoint.method, pathOf(row.endpoint, { userId: client.session!.userId }), {
          body: bodyOf(row), headers: headersOf(row),
        });
        const isMet = status >= 500;
        // A key is closed in a transaction of money, although that moves none.
        const code = movesMoney(row.endpoint) || row.endpoint === closeOperation ? 'money-unavailable' : 'unavailable';
        if (isMet) expect({ name: row.name, status, code: problem?.code }).toEqual({ name: row.name, status: 503, code });
        if (isMet) expect(headers.get('retry-after')).toMatch(/^\d+$/);
      }
      const refused = await play();
      expect([refused.status, refused.problem?.code]).toEqual([503, 'money-unavailable']);
      expect(linesOf(from, 'http.failed')).toEqual([]);
    } finally {
      await ours.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    }
    test.pass(6_000);
    expect(await healthOf()).toEqual(WELL);
    expect((await play()).status).toBe(201);
    expect(linesOf(from, 'database.takes-writes')).toHaveLength(1);
  });
});

describe('a full disk', () => {
  it('is reported as full when a stake meets it: the stake gets 503, nothing of it is stored, and it recovers by itself', async () => {
    const before = await entries();
    await fill('ledger_entry');
    const refused = await play();
    expect([refused.status, refused.problem?.code, refused.headers.get('retry-after')]).toEqual([503, 'money-unavailable', '2']);
    expect(await healthOf()).toEqual({ http: 503, status: 'degraded', database: 'disk-full', money: false });
    expect(await entries()).toBe(before);
    await empty('ledger_entry');
    test.pass(6_000);
    expect(await healthOf()).toEqual(WELL);
    expect((await play()).status).toBe(201);
  });

  it('is found by health itself, where no call has met it; asked often it writes seldom', async () => {
    test.pass(11_000);
    const beat = async () => (await ours.query<{ at: Date }>('SELECT at FROM heartbeat')).rows[0]?.at.getTime();
    await healthOf();
    const first = await beat();
    for (let n = 0; n < 20; n += 1) {
      test.pass(400);
      expect(await healthOf()).toEqual(WELL);
    }
    expect(await beat()).toBe(first);
    await fill('heartbeat');
    test.pass(3_000);
    expect(await healthOf()).toEqual({ http: 503, status: 'degraded', database: 'disk-full', money: false });
    await empty('heartbeat');
    test.pass(2_100);
    expect(await healthOf()).toEqual(WELL);
    expect((await beat())!).toBeGreaterThan(first!);
  });

  it('is distinguished from other resources that run out', async () => {
    await fill('ledger_entry', '53200');
    expect((await play()).status).toBe(503);
    expect(await healthOf()).toMatchObject({ http: 503, database: 'out-of-resources' });
    await empty('ledger_entry');
    test.pass(6_000);
    expect(await healthOf()).toEqual(WELL);
  });

  it('answers calls that move no money with 503 and a Retry-After, never with 500', async () => {
    await fill('attempt');
    const answer = await test.client().request('POST', '/api/v1/feedback', { body: {} });
    const signIn = await ada.request('POST', '/api/v1/auth/sign-in', { body: { username: 'nobody-here', password: 'a wrong one' } });
    await empty('attempt');
    expect([answer.status, signIn.status].filter((status) => status === 500)).toEqual([]);
    expect([signIn.status, signIn.problem?.code, signIn.headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
    test.pass(6_000);
    expect(await healthOf()).toEqual(WELL);
  });
});
