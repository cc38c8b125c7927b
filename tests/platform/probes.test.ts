/** What a proxy and a supervisor hear about the process: alive, ready, and why not. */
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getBalance } from '../../src/core/contract/player';
import { migrationNumbers } from '../../server/db/migration-file';
import type {} from '../../server/http/drain';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { paramsOf } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let database: TestDatabase;
/** Two connections: a test can hold both. */
let pool: Pool;
let site: TestPlatform;
beforeAll(async () => {
  database = await testDatabase();
  pool = database.anotherPool({ max: 2 });
  const migrations = await migrationNumbers(new URL('../../server/db/migrations', import.meta.url));
  site = await testPlatform({ database, pool, healthPool: database.healthPool(), parts: { migrations } });
});
afterAll(async () => {
  await site.close();
  await database.close();
});

const ask = async (path: string) => {
  const { status, text, headers } = await site.client().request('GET', path);
  expect(headers.get('cache-control')).toBe('no-store');
  return { status, body: JSON.parse(text) as Readonly<Record<string, unknown>> };
};
const READY = { status: 'ready', version: 'test', database: 'primary', schema: 'fits', money: 'open' };

describe('a process that serves', () => {
  it('is alive and ready, without a session and in a few words', async () => {
    expect(await ask('/livez')).toEqual({ status: 200, body: { status: 'alive', version: 'test' } });
    expect(await ask('/readyz')).toEqual({ status: 200, body: READY });
  });

  it('answers both while calls hold every connection of the pool', async () => {
    const held: PoolClient[] = await Promise.all([pool.connect(), pool.connect()]);
    const player = site.client().request('GET', '/api/v1/games');
    await expect.poll(() => pool.waitingCount, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(await ask('/livez')).toMatchObject({ status: 200 });
    expect(await ask('/readyz')).toEqual({ status: 200, body: READY });
    for (const client of held) client.release();
    expect((await player).status).toBe(200);
  });

  it('is ready while money is closed, and says in the body that it is', async () => {
    await pool.query(`UPDATE money_switch SET open = false, reason = 'a test closed it'`);
    expect(await ask('/readyz')).toEqual({ status: 200, body: { ...READY, money: 'closed' } });
    expect((await ask('/livez')).status).toBe(200);
    await pool.query('UPDATE money_switch SET open = true, reason = NULL');
    expect(await ask('/readyz')).toEqual({ status: 200, body: READY });
  });

  it('is not ready on a schema that lacks one of its migrations, or has one that it can’t run on, and is ready beside a newer one', async () => {
    const { rows } = await pool.query('DELETE FROM schema_migration WHERE number = (SELECT max(number) FROM schema_migration) RETURNING *');
    const [last] = rows as { number: number; name: string; checksum: string }[];
    expect(await ask('/readyz')).toEqual({ status: 503, body: { ...READY, status: 'not-ready', schema: 'behind' } });
    const insert = 'INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)';
    await pool.query(insert, [last?.number, last?.name, last?.checksum]);
    await pool.query(insert, [9_999, '9999_newer', 'x']);
    expect(await ask('/readyz')).toEqual({ status: 503, body: { ...READY, status: 'not-ready', schema: 'ahead' } });
    await pool.query('UPDATE schema_migration SET min_reader = $1 WHERE number = 9999', [last?.number]);
    expect(await ask('/readyz')).toEqual({ status: 200, body: READY });
  });
});

describe('a process that ends', () => {
  it('says so first and serves on, and its answers end their connections', async () => {
    const ending = await testPlatform({ database });
    const player = await ending.signUp();
    const balance = async () => player.call(getBalance, { params: paramsOf(player) });
    expect((await balance()).headers.get('connection')).not.toBe('close');
    ending.app.drain.begin();
    const { status, text } = await ending.client().request('GET', '/readyz');
    expect({ status, body: JSON.parse(text) as unknown }).toEqual({ status: 503, body: { status: 'draining', version: 'test' } });
    expect((await ending.client().request('GET', '/livez')).status).toBe(200);
    const { status: served, headers } = await balance();
    expect({ served, connection: headers.get('connection') }).toEqual({ served: 200, connection: 'close' });
    await ending.close();
  });
});

describe('the health of the platform', () => {
  it('costs the database next to nothing, however often strangers ask: one look at a time, and an answer holds for a while', async () => {
    const healthPool = database.healthPool();
    let taken = 0;
    healthPool.on('acquire', () => void (taken += 1));
    const busy = await testPlatform({ database, pool, healthPool, parts: { healthValidMs: 60_000 } });
    const askOnce = async () => (await busy.client().request('GET', '/api/health')).status;
    await askOnce();
    const forOne = taken;
    expect(forOne).toBeGreaterThan(0);
    expect(new Set(await Promise.all(Array.from({ length: 50 }, askOnce)))).toEqual(new Set([200]));
    expect(taken).toBe(forOne);
    await busy.close();
    const fresh = await testPlatform({ database, pool, healthPool, parts: { healthValidMs: 60_000 } });
    taken = 0;
    await Promise.all(Array.from({ length: 50 }, async () => (await fresh.client().request('GET', '/api/health')).status));
    expect(taken).toBeLessThanOrEqual(forOne);
    await fresh.close();
  });
});
