/** Migrations while other processes work with the schema, and older processes on a schema of a newer one. */
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { getHealth } from '../../src/core/contract/platform';
import { migrate } from '../../server/db/migrate';
import { migrationNumbers, schemaVersionOf } from '../../server/db/migration-file';
import { applicationNameOf, findOlderVersions } from '../../server/db/running-versions';
import { start } from '../../server/start';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { testClient } from '../support/http-client';
import { startPlatformProcess } from '../support/platform-process';
import { ROOT } from '../support/stages.mjs';

const MIGRATIONS = path.join(ROOT, 'server/db/migrations');
const POLL = { timeout: 30_000, interval: 20 };

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrades-'));
  await write('0001_one', 'CREATE TABLE one (id int); INSERT INTO one VALUES (1), (1);');
});
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0)) await each();
  await database.close();
  await rm(folder, { recursive: true });
});

/** Gives each test of the describe a database: an empty one, or one with this Ayo's migrations. */
function useDatabase(isMigrated: boolean): void {
  beforeEach(async () => {
    database = await testDatabase({ isMigrated });
  });
}

const write = (name: string, sql: string): Promise<void> => writeFile(path.join(folder, `${name}.sql`), sql);

/** A connection in a transaction, ended with the test. */
async function transactionWith(...statements: string[]): Promise<PoolClient> {
  const client = await database.anotherPool({ max: 1 }).connect();
  cleanUp.push(() => client.release(true));
  for (const each of ['BEGIN', ...statements]) await client.query(each);
  return client;
}

interface Waits {
  readonly lines: string[];
  /** How many waits have begun, and a way to end each. */
  readonly ends: (() => void)[];
  readonly options: { log: (line: string) => void; wait: () => Promise<void> };
}

/** The waits between tries, which a test ends itself. */
function waits(): Waits {
  const [lines, ends]: [string[], (() => void)[]] = [[], []];
  const wait = () => new Promise<void>((resolve) => ends.push(resolve));
  return { lines, ends, options: { log: (line) => lines.push(line), wait } };
}

const waitsForLock = async (text: string): Promise<boolean> => {
  const { rowCount } = await database.pool.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%' AND pid <> pg_backend_pid()`, [text],
  );
  return rowCount !== 0;
};

describe('a migration on a table that others use', () => {
  useDatabase(false);

  it('gives way to those who read behind it, and is made when the table is free', async () => {
    await migrate(database.pool, folder);
    await write('0002_column', 'ALTER TABLE one ADD COLUMN name text');
    const holder = await transactionWith('SELECT * FROM one');
    const { lines, ends, options } = waits();
    const migrating = migrate(database.pool, folder, options);
    await expect.poll(() => waitsForLock('ADD COLUMN name'), POLL).toBe(true);
    const reading = database.pool.query('SELECT * FROM one');
    // The holder still reads, and the migration has not begun its next try.
    expect((await reading).rowCount).toBe(2);
    await expect.poll(() => ends.length, POLL).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^The migration 0002_column could not lock a table that others use \(the oldest transaction has lasted \d+ s: process \d+ of PostgreSQL, "ayo"\)\. It gives way, and tries again in 1 s \(1 of 30\)\.$/);
    await holder.query('COMMIT');
    ends[0]?.();
    expect(await migrating).toEqual(['0002_column']);
  });

  it('waits two seconds for a lock, and without limit for another process that migrates', async () => {
    await write('0002_times', `CREATE TABLE times AS SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`);
    const { lines, options } = waits();
    const other = await transactionWith('SELECT pg_advisory_xact_lock(4150111001)');
    const migrating = migrate(database.pool, folder, options);
    await expect.poll(() => lines, POLL).toEqual(['Another process migrates the database. This one waits until it is done.']);
    // It holds no snapshot meanwhile, for which an index of the other process would wait.
    const { rows: snapshots } = await database.pool.query('SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL AND state <> $1', ['active']);
    expect(snapshots).toEqual([]);
    await other.query('COMMIT');
    expect(await migrating).toEqual(['0001_one', '0002_times']);
    expect((await database.pool.query('SELECT * FROM times')).rows).toEqual([{ lock: '2s', statement: '0' }]);
  });

  it('waits longer from try to try, and says at last that it failed', async () => {
    await migrate(database.pool, folder);
    // What PostgreSQL says when a lock was not to be had, without the two seconds.
    await write('0002_never', `DO $$ BEGIN RAISE EXCEPTION 'canceling statement due to lock timeout' USING ERRCODE = '55P03'; END $$`);
    const [waited, lines]: [number[], string[]] = [[], []];
    const wait = async (ms: number): Promise<void> => void waited.push(ms);
    await expect(migrate(database.pool, folder, { log: (line) => lines.push(line), wait })).rejects.toThrow(/^The migration 0002_never could not lock .* It was tried 30 times\.$/);
    expect(waited.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect([waited.length, lines.length]).toEqual([29, 29]);
    expect((await database.pool.query('SELECT max(number) FROM schema_migration')).rows).toEqual([{ max: 1 }]);
  });
});

describe('a migration that takes away what an older version uses', () => {
  useDatabase(false);

  it('waits until no process of that version is connected', async () => {
    await migrate(database.pool, folder);
    await write('0003_contract', '-- min_reader: 3\n-- contract: nobody reads it since 3\nDROP TABLE one');
    const connect = (version: number) => database.anotherPool({ application_name: applicationNameOf(version), max: 1 }).connect();
    const [old, current] = await Promise.all([connect(2), connect(3)]);
    cleanUp.push(() => current.release(true));
    const { lines, ends, options } = waits();
    const migrating = migrate(database.pool, folder, options);
    await expect.poll(() => ends.length, POLL).toBe(1);
    expect(lines).toEqual(['The migration 0003_contract is not for version 2, of which a process still runs. It gives way, and tries again in 1 s (1 of 30).']);
    const { rows: [{ pid } = { pid: 0 }] } = await old.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    old.release(true);
    await expect.poll(async () => (await database.pool.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount, POLL).toBe(0);
    ends[0]?.();
    expect(await migrating).toEqual(['0003_contract']);
  });
});

describe('an index that is made while calls go on', () => {
  useDatabase(false);

  const INDEX = '-- no-transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS one_id ON one (id);\n';
  const states = async () => (await database.pool.query(`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('one_id')`)).rows;

  it('is made again when it failed', async () => {
    await write('0002_index', INDEX);
    await expect(migrate(database.pool, folder)).rejects.toThrow(/^The migration 0002_index failed: could not create unique index "one_id"/);
    expect(await states()).toEqual([{ valid: false }]);
    await database.pool.query('DELETE FROM one WHERE ctid = (SELECT min(ctid) FROM one)');
    expect(await migrate(database.pool, folder)).toEqual(['0002_index']);
    expect(await states()).toEqual([{ valid: true }]);
    await write('0003_no_index', '-- no-transaction\nDROP INDEX CONCURRENTLY IF EXISTS one_id');
    expect(await migrate(database.pool, folder)).toEqual(['0003_no_index']);
    expect(await states()).toEqual([]);
  });

  it('is recorded where a process was killed between the two', async () => {
    await write('0001_one', 'CREATE TABLE one (id int)');
    await migrate(database.pool, folder);
    await database.pool.query('CREATE UNIQUE INDEX one_id ON one (id)');
    await write('0002_index', INDEX);
    expect(await migrate(database.pool, folder)).toEqual(['0002_index']);
    expect(await migrate(database.pool, folder)).toEqual([]);
  });

  it('is made once by processes that start at the same time, none of which waits for another’s snapshot, and beside others who write', async () => {
    await write('0001_one', 'CREATE TABLE one (id int)');
    await migrate(database.pool, folder);
    await write('0002_index', INDEX);
    await write('0003_two', 'CREATE TABLE two (id int)');
    const writer = await transactionWith('INSERT INTO one VALUES (7)');
    const migrating = Array.from({ length: 4 }, () => migrate(database.anotherPool(), folder));
    await expect.poll(() => waitsForLock('CREATE UNIQUE INDEX'), POLL).toBe(true);
    await database.pool.query('INSERT INTO one VALUES (8)');
    await writer.query('COMMIT');
    expect((await Promise.all(migrating)).flat().sort()).toEqual(['0002_index', '0003_two']);
    expect(await states()).toEqual([{ valid: true }]);
  });

  it.each([
    ['two statements', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON one (id); SELECT 1;'],
    ['a statement that can’t be run again', 'CREATE INDEX CONCURRENTLY a ON one (id)'],
    ['an ordinary statement', 'UPDATE one SET id = 2'],
  ])('is alone in its file: %s are refused', async (_, sql) => {
    await write('0002_index', `-- no-transaction\n${sql}`);
    await expect(migrate(database.pool, folder)).rejects.toThrow(/^The migration 0002_index.sql has no transaction, so it must be one statement that can be run again/);
  });
});

const fileNameOf = (number: number, words: string): string => `${String(number).padStart(4, '0')}_${words}`;

/** A folder with this Ayo's migrations and one more. */
async function folderWith(name: string, sql: string): Promise<string> {
  const all = path.join(folder, 'all');
  await mkdir(all);
  for (const each of await readdir(MIGRATIONS)) await symlink(path.join(MIGRATIONS, each), path.join(all, each));
  await writeFile(path.join(all, `${name}.sql`), sql);
  return all;
}

describe('an older Ayo', () => {
  useDatabase(true);

  /** The newest Ayo's migrations with one more, which says who can run after it. */
  async function upgradeTo(minReader: (version: number) => number): Promise<number> {
    const version = schemaVersionOf(await migrationNumbers(MIGRATIONS));
    const newer = await folderWith(fileNameOf(version + 1, 'newer'), `-- min_reader: ${minReader(version)}\nCREATE TABLE newer ();\n`);
    await migrate(database.pool, newer);
    return version;
  }

  it('starts on a newer schema that says that it can', async () => {
    const version = await upgradeTo((own) => own);
    const log = new PassThrough();
    const { url, stop } = await start({
      appDir: '/no/such/folder', migrations: MIGRATIONS, logStream: log,
      env: { PORT: '0', DATABASE_URL: database.databaseUrl, SEED_KEY_FILE: inject('ayoSeedKeyFile'), FIELD_KEY_FILE: inject('ayoFieldKeyFile') },
    });
    cleanUp.push(stop);
    expect((await testClient(url).call(getHealth, {})).data).toMatchObject({ status: 'ok', money: true });
    expect((await testClient(url).request('GET', '/readyz')).status).toBe(200);
    expect(String(log.read())).toContain(`The database is at version ${version + 1}, and this Ayo at ${version}, which can run on it.`);
    // Nobody can take away what it uses.
    const client = await transactionWith();
    expect(await findOlderVersions(client, version + 1)).toEqual([version]);
  });

  it('refuses a newer schema that needs a newer one, with one line', async () => {
    const version = await upgradeTo((own) => own + 1);
    const { code, stdout, stderr } = await startPlatformProcess({ PORT: '0', DATABASE_URL: database.databaseUrl, DATA_DIR: folder }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const [line, ...others] = stderr.trimEnd().split('\n');
    expect({ line, others }).toEqual({
      line: `The database has the migration ${fileNameOf(version + 1, 'newer')}, which this Ayo does not know: it needs version ${version + 1} or newer, and this one is ${version}. Start the newer Ayo.`,
      others: [],
    });
  });

  it('refuses a schema with a migration that it should know', async () => {
    await rm(path.join(folder, '0001_one.sql'));
    await write('9000_other', '-- min_reader: 1\nSELECT 1');
    await expect(migrate(database.pool, folder)).rejects.toThrow(/^The database has the migration 0001_accounts, which this Ayo does not know, though it is newer/);
  });
});

describe('the database of an Ayo from before versions were recorded', () => {
  useDatabase(true);

  it('is upgraded without a hand, and that Ayo runs on', async () => {
    const last = schemaVersionOf(await migrationNumbers(MIGRATIONS));
    // As that Ayo made it.
    await database.pool.query('ALTER TABLE schema_migration DROP COLUMN min_reader');
    await database.pool.query('CREATE TABLE before AS SELECT * FROM schema_migration');
    const first = fileNameOf(last + 1, 'first');
    expect(await migrate(database.pool, await folderWith(first, `-- min_reader: ${last}\nCREATE TABLE first ();`))).toEqual([first]);
    const { rows } = await database.pool.query('SELECT number, name, checksum, applied_at FROM schema_migration EXCEPT SELECT * FROM before');
    expect(rows).toMatchObject([{ number: last + 1, name: first }]);
    const { rows: readers } = await database.pool.query('SELECT min_reader FROM schema_migration WHERE number >= $1 ORDER BY number', [last]);
    expect(readers).toEqual([{ min_reader: null }, { min_reader: last }]);
    // Its question for `/readyz`, and what it writes, still fit.
    const { rows: counted } = await database.pool.query('SELECT count(*)::int AS applied FROM schema_migration WHERE number = ANY($1::int[])', [[90, 91]]);
    expect(counted).toEqual([{ applied: 2 }]);
    await database.pool.query(`INSERT INTO schema_migration (number, name, checksum) VALUES ($1, 'by-hand', 'x')`, [last + 2]);
  });
});
