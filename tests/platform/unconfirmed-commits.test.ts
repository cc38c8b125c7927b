/**
 * A COMMIT that is not confirmed: its wait for a standby was cancelled, and PostgreSQL answers success with a warning; or it is not answered at
 * all. No success is told, money closes at once, and opens by itself when commits come through again.
 */
import { describe, expect, it } from 'vitest';
import { commitDoubtOf } from '../../server/db/commit-doubt';
import { createPool } from '../../server/db/database';
import { CommitUnknownError } from '../../server/db/errors';
import { transaction } from '../../server/db/transaction';
import { kobo } from '../../src/core/money';
import { afterTest, childPids, postmasterPid } from '../support/embedded';
import { testPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { makeWaitingServer } from '../support/waiting-server';

const POLL = { timeout: 30_000, interval: 20 };

/** Stops this process for longer than the deadline, and PostgreSQL meanwhile answers. */
const holdUp = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);

const beat = (name: string) => `INSERT INTO heartbeat (name, at) VALUES ('${name}', now())`;

describe('a commit that waits for a standby', () => {
  it('is unknown where the wait is cancelled, although PostgreSQL answers success; its connection is closed', async () => {
    const { pool, setStandby, cancelWaits } = await makeWaitingServer();
    await setStandby('nobody');
    let pid = 0;
    const commit = transaction(pool, async (tx) => {
      pid = (await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;
      await tx.query(beat('cancelled'));
    });
    const outcome = commit.catch((error: unknown) => error);
    await cancelWaits();
    expect(await outcome).toBeInstanceOf(CommitUnknownError);
    expect(commitDoubtOf(pool)).not.toBeNull();
    // It has happened here, which a standby that takes over may not know.
    expect((await pool.query(`SELECT FROM heartbeat WHERE name = 'cancelled'`)).rowCount).toBe(1);
    await expect.poll(async () => (await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount, POLL).toBe(0);
  });

  it('is unknown where nothing comes before its deadline, and no request to cancel it is sent', async () => {
    const { pool, admin, setStandby } = await makeWaitingServer();
    await setStandby('nobody');
    await expect(transaction(pool, (tx) => tx.query(beat('late')), { commitDeadlineMs: 200 })).rejects.toBeInstanceOf(CommitUnknownError);
    expect(commitDoubtOf(pool)).not.toBeNull();
    expect((await admin.query(`SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)).rowCount).toBe(1);
  });

  it('is no doubt where the process was held up while the answer lay in its socket: nobody closes money by keeping the process busy', async () => {
    const { pool } = await makeWaitingServer();
    await transaction(pool, async (tx) => {
      await tx.query(beat('held-up'));
      // COMMIT has gone out when this runs.
      setImmediate(holdUp);
    }, { commitDeadlineMs: 300 });
    expect(commitDoubtOf(pool)).toBeNull();
  });

  it('is no doubt where the transaction only read, or does not wait for the disk', async () => {
    const { pool, setStandby } = await makeWaitingServer();
    await setStandby('nobody');
    await transaction(pool, (tx) => tx.query('SELECT 1'), { readOnly: true });
    await transaction(pool, (tx) => tx.query(beat('lossy')), { isLossy: true });
    expect(commitDoubtOf(pool)).toBeNull();
  });

  it('is no doubt where a statement warns of something else', async () => {
    const { pool } = await makeWaitingServer();
    await pool.query(`DO $$ BEGIN RAISE WARNING 'the table of another role is left out'; END $$`);
    expect(commitDoubtOf(pool)).toBeNull();
  });

  it('closes money until a commit comes through, and the player is told what became of the key only then', async () => {
    const { pool, healthPool, setStandby, cancelWaits } = await makeWaitingServer();
    const database = { pool, healthPool: () => healthPool, databaseUrl: '', anotherPool: () => pool, close: () => Promise.resolve() };
    const test = await testPlatform({ database, healthPool });
    afterTest(() => test.close());
    const ada = await test.signUp();
    const userId = ada.session!.userId;
    await giveMoney(pool, userId, kobo(100_000));
    const body = { stake: 10, currency: 'NGN', bet: {} };
    const play = (key: string) => ada.request('POST', `/api/v1/player/${userId}/games/adire-gold/rounds`, { key, body });
    const ask = (key: string) => ada.request('GET', `/api/v1/player/${userId}/operations/${key}`);
    const health = async () => {
      test.pass(11_000);
      const { status, text } = await test.client().request('GET', '/api/health');
      return { http: status, money: (JSON.parse(text) as { money: boolean }).money };
    };

    expect((await play('confirmed-round-0001')).status).toBe(201);
    test.pass(10_000);
    await setStandby('nobody');
    const first = play('unconfirmed-round-1');
    await cancelWaits();
    const answer = await first;
    expect([answer.status, answer.problem?.code, answer.headers.get('retry-after')]).toEqual([503, 'money-unavailable', '2']);
    test.pass(10_000);
    const second = await play('unconfirmed-round-2');
    expect([second.status, second.problem?.code]).toEqual([503, 'money-unavailable']);
    expect((await ask('unconfirmed-round-1')).status).toBe(503);
    expect(await health()).toEqual({ http: 503, money: false });
    expect(test.logs.map((line) => JSON.parse(line) as Record<string, unknown>)).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'database.refuses-writes', alert: true, why: 'commits-wait' }),
    );

    await setStandby('');
    await expect.poll(health, POLL).toEqual({ http: 200, money: true });
    const known = await ask('unconfirmed-round-1');
    expect(known).toMatchObject({ status: 200, data: { state: 'done', answer: { status: 201 } } });
    test.pass(10_000);
    expect((await play('unconfirmed-round-1')).status).toBe(201);
    expect((await play('unconfirmed-round-2')).status).toBe(201);
  });

  it('is noticed by the check of health alone: a write that is late twice closes money', async () => {
    const { pool, healthPool, setStandby } = await makeWaitingServer();
    const database = { pool, healthPool: () => healthPool, databaseUrl: '', anotherPool: () => pool, close: () => Promise.resolve() };
    const test = await testPlatform({ database, healthPool });
    afterTest(() => test.close());
    await setStandby('nobody');
    await expect.poll(async () => {
      test.pass(11_000);
      await test.platform.databaseWatch.check();
      return commitDoubtOf(pool);
    }, POLL).not.toBeNull();
    await setStandby('');
    await expect.poll(async () => {
      await test.platform.databaseWatch.check();
      return commitDoubtOf(pool);
    }, POLL).toBeNull();
  });
});

describe('a statement that is not answered', () => {
  it('is given up by the client, its connection is closed, and the call is not tried again', async () => {
    const { pool } = await makeWaitingServer();
    const impatient = createPool({ ...pool.options, max: 1, query_timeout: 200 }, () => undefined);
    afterTest(() => impatient.end());
    let attempts = 0;
    const call = transaction(impatient, async (tx) => {
      attempts += 1;
      await tx.query('SELECT pg_sleep(30)');
    }, { attempts: 1 });
    await expect(call).rejects.toThrow('Query read timeout');
    expect(attempts).toBe(1);
    expect((await impatient.query<{ n: number }>('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  });

  it('leaves no call hanging where the server was stopped without notice (SIGSTOP), and calls work again once it goes on', async () => {
    const { dataDir, config, healthPool } = await makeWaitingServer();
    const impatient = createPool({ ...config, max: 4, query_timeout: 2_000, connectionTimeoutMillis: 2_000 }, () => undefined);
    afterTest(() => impatient.end());
    const database = { pool: impatient, healthPool: () => healthPool, databaseUrl: '', anotherPool: () => impatient, close: () => Promise.resolve() };
    const test = await testPlatform({ database, healthPool });
    afterTest(() => test.close());
    const ada = await test.signUp();
    const body = { stake: 10, currency: 'NGN', bet: {} };
    const play = () => ada.request('POST', `/api/v1/player/${ada.session!.userId}/games/adire-gold/rounds`, { key: 'stopped-server-round-1', body });
    const postmaster = await postmasterPid(dataDir);
    const all = [postmaster, ...(await childPids(postmaster))];
    all.forEach((pid) => process.kill(pid, 'SIGSTOP'));
    try {
      const answer = await play();
      expect([answer.status, answer.problem?.code, answer.headers.get('retry-after')]).toEqual([503, 'money-unavailable', '2']);
    } finally {
      all.forEach((pid) => process.kill(pid, 'SIGCONT'));
    }
    await expect.poll(async () => (await play()).status, POLL).toBe(422);
  });
});
