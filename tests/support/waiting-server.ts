/** A PostgreSQL whose commits wait for a standby that does not exist. */
import pg from 'pg';
import { expect, vi } from 'vitest';
import { createHealthPool, createPool, embeddedConfig } from '../../server/db/database';
import { superuserConfig } from '../../server/db/embedded/bootstrap';
import { afterTest, makeMigratedDirectory, startTestServer } from './embedded';
import { registerTestFieldKey } from './field-keys';
import { testPlatform } from './platform';
import type { TestPlatform, TestPlatformOptions } from './platform';
import { registerTestKey } from './seed-keys';

const POLL = { timeout: 30_000, interval: 20 };

export type WaitingServer = Awaited<ReturnType<typeof makeWaitingServer>>;

/** A server of the test's own that waits for a standby on demand. There is none, so commits then wait for ever. */
export async function makeWaitingServer() {
  const dataDir = await makeMigratedDirectory();
  const server = await startTestServer(dataDir, { sync: true });
  const config = embeddedConfig(server);
  const [pool, healthPool] = [createPool({ ...config, max: 8 }, () => undefined), createHealthPool(config, () => undefined)];
  const admin = new pg.Client(superuserConfig(server.endpoint, server.database));
  await admin.connect();
  await registerTestKey(pool);
  await registerTestFieldKey(pool);
  const setStandby = async (name: string) => {
    await admin.query('SET synchronous_commit = local');
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await admin.query('SELECT pg_reload_conf()');
    const readStandby = async () =>
      (await admin.query<{ name: string }>(`SELECT current_setting('synchronous_standby_names') AS name`)).rows[0]?.name;
    await expect.poll(readStandby, POLL).toBe(name);
    // Commits wait only once the server's checkpointer has read the setting, too.
    if (name !== '') await vi.waitFor(async () => expect(await doesCommitWait()).toBe(true), POLL);
  };
  /** Commits something on a connection of its own, and cancels its wait. Says whether it waited. */
  const doesCommitWait = async (): Promise<boolean> => {
    const probe = new pg.Client(config);
    await probe.connect();
    try {
      const { rows } = await probe.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const state = { isOver: false };
      const write = probe.query(`INSERT INTO heartbeat (name, at) VALUES ('probe', now()) ON CONFLICT (name) DO UPDATE SET at = now()`).finally(() => {
        state.isOver = true;
      });
      let hasWaited = false;
      while (!state.isOver) {
        const { rowCount } = await admin.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'`, [rows[0]?.pid]);
        hasWaited ||= rowCount === 1;
      }
      await write;
      return hasWaited;
    } finally {
      await probe.end();
    }
  };
  afterTest(async () => {
    await setStandby('');
    await Promise.all([pool.end(), healthPool.end(), admin.end()]);
  });
  /** Cancels the wait of every commit, as an operator does who finds calls hanging. */
  const cancelWaits = () => vi.waitFor(async () => {
    const { rowCount } = await admin.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
    expect(rowCount).toBeGreaterThan(0);
  }, POLL);
  const countWaits = async (): Promise<number> => (await admin.query(`SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)).rowCount ?? 0;
  return { dataDir, config, pool, healthPool, admin, setStandby, cancelWaits, countWaits };
}

/** Makes another process of the platform on the server, with connections of its own; its pools end with the test. */
export async function joinWaitingServer({ config }: WaitingServer, options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const [pool, healthPool] = [createPool({ ...config, max: 8 }, () => undefined), createHealthPool(config, () => undefined)];
  const close = async (): Promise<void> => void (await Promise.all([pool.end(), healthPool.end()]));
  const database = { pool, healthPool: () => healthPool, databaseUrl: '', anotherPool: () => pool, close };
  const test = await testPlatform({ database, healthPool, ...options });
  afterTest(async () => {
    await test.close();
    await close();
  });
  return test;
}
