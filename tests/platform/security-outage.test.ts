import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kobo } from '../../src/core/money';
import { movesMoney } from '../../src/core/contract/endpoint';
import { getHealth } from '../../src/core/contract/platform';
import { getBalance } from '../../src/core/contract/player';
import { readHostedFiles } from '../../server/hosting/files';
import { registerHost } from '../../server/hosting/host';
import { makeBuiltApp } from '../support/built-app';
import type { BuiltApp } from '../support/built-app';
import { bodyOf, filterCalls, headersOf, pathOf } from '../support/contract-table';
import { makeDatabaseCable } from '../support/cut-connection';
import type { Cable } from '../support/cut-connection';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';

let built: BuiltApp;
let cable: Cable;
let database: TestDatabase;
let test: TestPlatform;
let ada: TestClient;
let admin: TestClient;
beforeAll(async () => {
  built = await makeBuiltApp();
  const files = await readHostedFiles(built.folder);
  cable = await makeDatabaseCable();
  database = await testDatabase();
  test = await testPlatform({
    database,
    pool: database.anotherPool(cable.config),
    parts: {
      host: (app) => registerHost(app, { files, config: { cdnUrl: '/cdn', consentPolicy: 'ask' }, version: 'test', capabilities: () => [] }),
    },
  });
  ada = await test.signUp();
  admin = await test.signUpAdmin();
  await giveMoney(database.pool, ada.session!.userId, kobo(100_000));
});
afterAll(async () => {
  await test.close();
  await cable.cut().catch(() => undefined);
  await database.close();
  await built.remove();
});

const play = (key: string) =>
  ada.request('POST', `/api/v1/player/${ada.session!.userId}/games/adire-gold/rounds`, { key, body: { stake: 10, currency: 'NGN', bet: {} } });

describe('the database is down (row 35)', () => {
  it('money calls are answered with 503, no call with 2xx, and it heals by itself', async () => {
    expect((await play('before-the-outage-01')).status).toBe(201);
    await cable.cut();
    try {
      for (const row of filterCalls(() => true)) {
        const client = row.endpoint.access === 'admin' ? admin : ada;
        const { status, problem, headers } = await client.request(row.endpoint.method, pathOf(row.endpoint, { userId: client.session!.userId }), {
          body: bodyOf(row), headers: headersOf(row),
        });
        // Calls that ask the database nothing are still answered.
        if (['antiForgery', 'getDepositOptions'].includes(row.name) && status !== 503) continue;
        if (row.endpoint === getHealth) continue;
        const code = movesMoney(row.endpoint) ? 'money-unavailable' : 'unavailable';
        expect({ name: row.name, status, code: problem?.code }).toEqual({ name: row.name, status: 503, code });
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
      }
      const health = await test.client().request('GET', '/api/health');
      expect(health.status).toBe(503);
      expect(JSON.parse(health.text)).toEqual({ status: 'down', version: 'test', database: 'down', money: false });
      expect((await test.client().request('GET', '/profile')).text).toContain('<title>My profile – Ayo</title>');
    } finally {
      await cable.mend();
    }
    expect((await test.client().call(getHealth, {})).data.status).toBe('ok');
    test.pass(10_000);
    expect((await play('after-the-outage-001')).status).toBe(201);
    const balance = await ada.call(getBalance, { params: { userId: ada.session!.userId } });
    expect(balance.status).toBe(200);
  });

  it('calls that are under way when it goes are answered with 503 or were done', async () => {
    test.pass(10_000);
    const calls = Promise.all(Array.from({ length: 20 }, () => ada.call(getBalance, { params: { userId: ada.session!.userId } })));
    await cable.cut();
    const statuses = new Set((await calls).map(({ status }) => status));
    await cable.mend();
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  it('never says 2xx to a round that is not there afterwards', async () => {
    const played: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      test.pass(10_000);
      const key = `round-of-outage-000${n}`;
      const call = play(key);
      // One turn of the loop later each time, so that the cut falls into different moments.
      for (let turn = 0; turn < n * 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await cable.cut();
      const { status, problem } = await call;
      if (status === 201) played.push(key);
      else expect({ status, code: problem?.code }).toEqual({ status: 503, code: 'money-unavailable' });
      await cable.mend();
    }
    const { rows } = await database.pool.query<{ key: string }>(`SELECT key FROM operation WHERE state = 'done' AND key = ANY($1)`, [played]);
    expect(rows.map(({ key }) => key).toSorted()).toEqual(played.toSorted());
  });
});
