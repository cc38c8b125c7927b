import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/db/database';
import { CommitUnknownError, isUnavailable, MigrationError, UnsafeIntegerError } from '../../server/db/errors';
import { migrate } from '../../server/db/migrate';
import { retryWaitMs, transaction } from '../../server/db/transaction';
import { testDatabase, type TestDatabase } from '../support/database';

const noWait = (): Promise<void> => Promise.resolve();

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase({ isMigrated: false });
  ({ pool } = database);
});
afterAll(() => database.close());

describe('values from the database', () => {
  it('are numbers for BIGINT, days as text for DATE, and dates for TIMESTAMPTZ', async () => {
    const { rows } = await pool.query(
      `SELECT 9007199254740991::bigint AS kobo, '2026-02-28'::date AS day, '2026-02-28 23:30:00+01'::timestamptz AS at,
         ARRAY[1, NULL, 2]::bigint[] AS list, ARRAY['2026-02-28']::date[] AS days, sum(n) AS sum FROM generate_series(1, 2) n`,
    );
    expect(rows).toEqual([
      { kobo: 9_007_199_254_740_991, day: '2026-02-28', at: new Date('2026-02-28T22:30:00Z'), list: [1, null, 2], days: ['2026-02-28'], sum: 3 },
    ]);
  });

  it('are refused rather than rounded when they are too large to be exact', async () => {
    await expect(pool.query('SELECT 9007199254740992::bigint')).rejects.toThrow(UnsafeIntegerError);
    await expect(pool.query("SELECT '{-9007199254740992}'::bigint[]")).rejects.toThrow(UnsafeIntegerError);
    await expect(pool.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });
});

describe('a connection', () => {
  it('has limits for statements, locks and idle transactions, and uses UTC', async () => {
    const { rows } = await pool.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
         current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('timezone') AS zone`,
    );
    expect(rows).toEqual([{ statement: '15s', lock: '5s', idle: '30s', zone: 'UTC' }]);
  });

  it('can also be made by URL, whose password is not in the start line', async () => {
    const opened = await openDatabase({ dataDir: 'unused', databaseUrl: database.databaseUrl, log: () => undefined });
    expect((await opened.pool.query('SELECT current_user AS who')).rows).toEqual([{ who: 'ayo' }]);
    expect(opened.kind).toBe('external');
    await Promise.all([opened.close(), opened.close()]);
    const other = await openDatabase({ dataDir: 'unused', databaseUrl: 'postgresql://u:secret@db.example:5432/ayo', log: () => undefined });
    expect(other.description).toBe('PostgreSQL at db.example:5432/ayo');
    await other.close();
  });

  it('does not end the process when it is cut while in use or idle, and the next one works', async () => {
    const one = database.anotherPool({ max: 1 });
    const cut = async (): Promise<void> => {
      const { rows } = await one.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    };
    const client = await one.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const hanging = expect(client.query('SELECT pg_sleep(10)')).rejects.toSatisfy(isUnavailable);
    await pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    await hanging;
    client.release(true);
    await cut();
    await expect(transaction(one, (again) => again.query('SELECT 1 AS one'), { wait: noWait })).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it('is refused as unavailable while the database is away', async () => {
    const away = database.anotherPool({ host: path.join(tmpdir(), 'no-such-directory') });
    await expect(transaction(away, (client) => client.query('SELECT 1'))).rejects.toSatisfy(isUnavailable);
    expect(isUnavailable(new Error('column does not exist'))).toBe(false);
  });
});

describe('a transaction', () => {
  beforeEach(async () => {
    await pool.query('DROP TABLE IF EXISTS account; CREATE TABLE account (id int PRIMARY KEY, kobo bigint NOT NULL); INSERT INTO account VALUES (1, 100), (2, 100)');
  });

  const total = async (): Promise<number> => {
    const { rows } = await pool.query<{ sum: number }>('SELECT sum(kobo)::bigint AS sum FROM account');
    return rows[0]?.sum ?? Number.NaN;
  };

  it('keeps everything or nothing', async () => {
    const failure = new Error('no');
    await expect(
      transaction(pool, async (client) => {
        await client.query('UPDATE account SET kobo = kobo - 10 WHERE id = 1');
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(await total()).toBe(200);
    await expect(transaction(pool, (client) => client.query('UPDATE account SET kobo = 0'))).resolves.toMatchObject({ rowCount: 2 });
    expect(await total()).toBe(0);
  });

  it('throws when a failed statement inside was swallowed, instead of seeming committed', async () => {
    const swallowing = transaction(pool, async (client) => {
      await client.query('UPDATE account SET kobo = 0');
      await client.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('rolled back');
    expect(await total()).toBe(200);
  });

  it('is tried again when others got in its way, and gives up after a number of times', async () => {
    let runs = 0;
    let open = (): void => undefined;
    const allHaveRead = new Promise<void>((resolve) => { open = resolve; });
    const spend = (): Promise<void> =>
      transaction(
        pool,
        async (client) => {
          runs += 1;
          const { rows } = await client.query<{ sum: number }>('SELECT sum(kobo)::bigint AS sum FROM account');
          // Without this a busy machine may run the two one after the other.
          if (runs === 4) open();
          await allHaveRead;
          await client.query('UPDATE account SET kobo = kobo - $1 WHERE id = 1', [(rows[0]?.sum ?? 0) > 150 ? 50 : 0]);
        },
        { isolation: 'serializable', wait: noWait, attempts: 20 },
      );
    await Promise.all([spend(), spend(), spend(), spend()]);
    expect(await total()).toBe(150);
    expect(runs).toBeGreaterThan(4);

    let tries = 0;
    const hopeless = transaction(
      pool,
      async (client) => {
        tries += 1;
        await client.query("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$");
      },
      { wait: noWait, attempts: 3 },
    );
    await expect(hopeless).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(3);
  });

  it('runs again after a deadlock with another one, and both are committed', async () => {
    let arrived = 0;
    let open = (): void => undefined;
    const bothHaveOne = new Promise<void>((resolve) => { open = resolve; });
    const move = (from: number, to: number): Promise<void> =>
      transaction(
        pool,
        async (client) => {
          await client.query('UPDATE account SET kobo = kobo - 1 WHERE id = $1', [from]);
          arrived += 1;
          if (arrived === 2) open();
          await bothHaveOne;
          await client.query('UPDATE account SET kobo = kobo + 1 WHERE id = $1', [to]);
        },
        { wait: noWait },
      );
    await Promise.all([move(1, 2), move(2, 1)]);
    // The transaction that was aborted may meet the other one again before that one has ended.
    expect(arrived).toBeGreaterThanOrEqual(3);
    expect((await pool.query('SELECT id, kobo FROM account ORDER BY id')).rows).toEqual([{ id: 1, kobo: 100 }, { id: 2, kobo: 100 }]);
  });

  it('runs again when its connection is cut before COMMIT, and is committed once', async () => {
    let runs = 0;
    await transaction(
      pool,
      async (client) => {
        runs += 1;
        await client.query('UPDATE account SET kobo = kobo + 1 WHERE id = 1');
        if (runs === 1) await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
      },
      { wait: noWait },
    );
    expect([runs, await total()]).toEqual([2, 201]);
  });

  it('is certain to be rolled back when a deferred statement was refused, and runs again where that was for want of space', async () => {
    const refuse = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`;
    for (const [code, expectedRuns] of [['53100', 3], ['40001', 3], ['23514', 1]] as const) {
      let runs = 0;
      const refused = transaction(
        pool,
        async (client, defer) => {
          runs += 1;
          await client.query('UPDATE account SET kobo = 0');
          defer(client.query(refuse(code)));
        },
        { wait: noWait, attempts: 3 },
      );
      await expect(refused).rejects.toMatchObject({ code });
      expect([runs, await total()]).toEqual([expectedRuns, 200]);
    }
  });

  it('fails with the error of the deferred statement that failed, not of those behind it', async () => {
    const failing = transaction(pool, async (client, defer) => {
      defer(client.query('SELECT 1 / 0'));
      await client.query('UPDATE account SET kobo = 0');
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await total()).toBe(200);
  });

  it('has an unknown outcome when its connection is cut by COMMIT, and is not tried again', async () => {
    await pool.query(`
      CREATE OR REPLACE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER cut AFTER UPDATE ON account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut()`);
    let runs = 0;
    const unknown = transaction(pool, async (client) => {
      runs += 1;
      await client.query('UPDATE account SET kobo = 0 WHERE id = 1');
    });
    await expect(unknown).rejects.toThrow(CommitUnknownError);
    expect(runs).toBe(1);
  });

  it('waits between attempts: doubling, with jitter, up to a quarter of a second', () => {
    expect([0, 1, 4, 5, 50].map((attempt) => retryWaitMs(attempt, () => 0))).toEqual([5, 10, 80, 125, 125]);
    expect([0, 50].map((attempt) => retryWaitMs(attempt, () => 0.5))).toEqual([7.5, 187.5]);
  });
});

describe('migrations', () => {
  let directory: string;
  let fresh: TestDatabase;
  beforeEach(async () => {
    fresh = await testDatabase({ isMigrated: false });
    directory = await mkdtemp(path.join(tmpdir(), 'ayo-migrations-'));
    await write('0001_one', 'CREATE TABLE one (id int);');
    await write('0002_two', 'CREATE TABLE two (id int);\nINSERT INTO one VALUES (1);');
  });
  afterEach(async () => {
    await fresh.close();
    await rm(directory, { recursive: true });
  });

  const write = (name: string, sql: string): Promise<void> => writeFile(path.join(directory, `${name}.sql`), sql);
  const ones = async (): Promise<unknown[]> => (await fresh.pool.query('SELECT id FROM one')).rows;

  it('are applied in order, once, and recorded', async () => {
    expect(await migrate(fresh.pool, directory)).toEqual(['0001_one', '0002_two']);
    expect(await migrate(fresh.pool, new URL(`file://${directory}/`))).toEqual([]);
    await write('0003_three', 'INSERT INTO two VALUES (3)');
    expect(await migrate(fresh.pool, directory)).toEqual(['0003_three']);
    const { rows } = await fresh.pool.query('SELECT number, name, length(checksum) AS length FROM schema_migration ORDER BY number');
    expect(rows).toEqual([
      { number: 1, name: '0001_one', length: 64 },
      { number: 2, name: '0002_two', length: 64 },
      { number: 3, name: '0003_three', length: 64 },
    ]);
  });

  it('are applied once by many processes that start at the same time', async () => {
    const pools = Array.from({ length: 6 }, () => fresh.anotherPool());
    const applied = await Promise.all(pools.map((other) => migrate(other, directory)));
    expect(applied.flat().sort()).toEqual(['0001_one', '0002_two']);
    expect(await ones()).toEqual([{ id: 1 }]);
  });

  it('leave nothing of one that fails, say which, and go on there the next time', async () => {
    await write('0003_three', 'INSERT INTO one VALUES (3); INSERT INTO missing VALUES (1);');
    await write('0004_four', 'INSERT INTO one VALUES (4)');
    await expect(migrate(fresh.pool, directory)).rejects.toThrow('The migration 0003_three failed: relation "missing" does not exist');
    expect(await ones()).toEqual([{ id: 1 }]);
    await write('0003_three', 'INSERT INTO one VALUES (3)');
    expect(await migrate(fresh.pool, directory)).toEqual(['0003_three', '0004_four']);
    expect(await ones()).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }]);
  });

  it('go on after a connection that is cut in the middle', async () => {
    await write('0003_three', 'INSERT INTO one VALUES (3); SELECT pg_terminate_backend(pg_backend_pid()) FROM one WHERE id = 3 AND NOT EXISTS (SELECT FROM pg_class WHERE relname = \'calm\');');
    await expect(migrate(fresh.pool, directory)).rejects.toSatisfy(isUnavailable);
    expect(await ones()).toEqual([{ id: 1 }]);
    await fresh.pool.query('CREATE TABLE calm ()');
    expect(await migrate(fresh.pool, directory)).toEqual(['0003_three']);
    expect(await ones()).toEqual([{ id: 1 }, { id: 3 }]);
  });

  it('are refused when an applied one was changed, apart from its line ends', async () => {
    await migrate(fresh.pool, directory);
    await write('0002_two', 'CREATE TABLE two (id int);\r\nINSERT INTO one VALUES (1);');
    expect(await migrate(fresh.pool, directory)).toEqual([]);
    await write('0002_two', 'CREATE TABLE two (id bigint);');
    await write('0003_three', 'INSERT INTO one VALUES (3)');
    await expect(migrate(fresh.pool, directory)).rejects.toThrow(/^The migration 0002_two was changed after it had been applied/);
    expect(await ones()).toEqual([{ id: 1 }]);
  });

  it('are refused when the database is newer, or when one would come before an applied one', async () => {
    await write('0004_four', 'CREATE TABLE four (id int)');
    await migrate(fresh.pool, directory);
    await write('0003_three', 'CREATE TABLE three (id int)');
    await expect(migrate(fresh.pool, directory)).rejects.toThrow(/0003_three comes before one that is applied/);
    await Promise.all([unlink(path.join(directory, '0003_three.sql')), unlink(path.join(directory, '0004_four.sql'))]);
    await expect(migrate(fresh.pool, directory)).rejects.toThrow(/0004_four, which this Ayo does not know/);
  });

  it('are refused when they are named wrongly, numbered twice, or end their transaction themselves', async () => {
    await write('0002_again', 'SELECT 1');
    await expect(migrate(fresh.pool, directory)).rejects.toThrow(/0002_again and 0002_two have the same number/);
    await unlink(path.join(directory, '0002_again.sql'));
    await write('3-three', 'SELECT 1');
    await expect(migrate(fresh.pool, directory)).rejects.toThrow(MigrationError);
    await unlink(path.join(directory, '3-three.sql'));
    await write('0003_three', 'SELECT 1;\ncommit;');
    await expect(migrate(fresh.pool, directory)).rejects.toThrow(/0003_three.sql must not begin or end a transaction/);
  });
});

describe('the platform’s own migrations', () => {
  it('are in the template that every test file gets a copy of', async () => {
    const migrated = await testDatabase();
    const { rows } = await migrated.pool.query<{ number: number }>('SELECT number FROM schema_migration ORDER BY number');
    expect(rows.length).toBeGreaterThan(0);
    await migrated.close();
  });
});
