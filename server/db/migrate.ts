/** Brings the schema up to date while older processes go on working with it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { runConcurrently } from './concurrent-index';
import { errorCode, isTransientConflict, isUnavailable, MigrationError } from './errors';
import type { Log } from './log';
import { readMigrations, schemaVersionOf } from './migration-file';
import type { Migration } from './migration-file';
import { withMigrationLock } from './migration-lock';
import { unlimited } from './query-timeout';
import { findOlderVersions } from './running-versions';

interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly minReader: number;
}

export interface MigrateOptions {
  readonly log?: Log;
  /** Waits before another try. Default: a timer. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * A migration that waits for a lock keeps everybody waiting who comes after it for the same table, so it waits no longer than this, gives
 * way, and tries again.
 */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
/** With these waits that is some eight minutes. */
const MAX_TRIES = 30;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    number integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    min_reader integer
  )`;
/** Tables that an older Ayo made do not have it. */
const HAS_MIN_READER = `SELECT 1 FROM pg_attribute WHERE attrelid = 'schema_migration'::regclass AND attname = 'min_reader' AND NOT attisdropped`;
const ADD_MIN_READER = 'ALTER TABLE schema_migration ADD COLUMN min_reader integer';
/** Of migrations that stated none, and of those that such an older Ayo applied, it is the number itself. */
const APPLIED = 'SELECT number, name, checksum, coalesce(min_reader, number) AS "minReader" FROM schema_migration';

/**
 * Brings the database's schema up to date: applies the files `NNNN_name.sql` of a directory that `schema_migration` does not
 * record yet, in order and each in its own transaction. Returns the names of those it applied. A database with migrations of a newer Ayo
 * is left as it is, where each of them says that this version can run on it.
 *
 * Every step takes the same lock and reads the record again, so any number of processes may start at once, and a kill at
 * any moment leaves whole steps behind.
 *
 * @throws MigrationError when an applied file has changed since, a new one comes before an applied one, the database is too new, or for
 * minutes a lock could not be had or a version ran that the migration is not for
 */
export async function migrate(pool: Pool, directory: URL | string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const runner = createRunner(pool, options);
  const applied = await runner.locked('The record of migrations', readApplied);
  checkApplied(migrations, applied, options.log);
  const appliedNumbers = new Set(applied.map(({ number }) => number));
  const appliedNames: string[] = [];
  for (const migration of migrations) {
    if (appliedNumbers.has(migration.number)) continue;
    if (await runner.locked(`The migration ${migration.name}`, (client) => applyOnce(pool, client, migration))) appliedNames.push(migration.name);
  }
  return appliedNames;
}

/** Makes what runs a step under the migration lock: again and again while it can't have the locks that it needs itself. */
function createRunner(pool: Pool, { log = () => undefined, wait = sleep }: MigrateOptions) {
  let hasWaited = false;
  const onWait = (): void => {
    // One line is enough, because there is a wait for each step of the other process.
    if (!hasWaited) log('Another process migrates the database. This one waits until it is done.');
    hasWaited = true;
  };
  const lockedOnce = <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => withMigrationLock(pool, async (client) => {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await prepareRecord(client);
    return work(client);
  }, { onWait });
  return {
    async locked<T>(what: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await lockedOnce(work);
        } catch (error) {
          const why = await describeObstacle(pool, error);
          if (why === null) throw error;
          if (tries === MAX_TRIES) throw new MigrationError(`${what} ${why}. It was tried ${tries} times.`, { cause: error });
          const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
          log(`${what} ${why}. It gives way, and tries again in ${waitMs / 1_000} s (${tries} of ${MAX_TRIES}).`);
          await wait(waitMs);
        }
      }
    },
  };
}

/** A migration takes away what a version uses that still runs. */
class OlderVersionsError extends Error {
  override readonly name = 'OlderVersionsError';
}

/** Says what a migration waits for; null where trying again does not help. */
async function describeObstacle(pool: Pool, error: unknown): Promise<string | null> {
  if (error instanceof OlderVersionsError) return error.message;
  return errorCode(error) === LOCK_NOT_AVAILABLE ? `could not lock a table that others use${await describeOldest(pool)}` : null;
}

/** Names the transaction that has lasted longest, which is probably the one that was waited for. */
async function describeOldest(pool: Pool): Promise<string> {
  const { rows: [oldest] } = await pool.query<{ pid: number; application: string; seconds: number }>(
    `SELECT pid, application_name AS application, extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 1`,
  );
  return oldest === undefined ? '' : ` (the oldest transaction has lasted ${oldest.seconds} s: process ${oldest.pid} of PostgreSQL, "${oldest.application}")`;
}

async function prepareRecord(client: PoolClient): Promise<void> {
  await client.query(CREATE_TABLE);
  const { rowCount } = await client.query(HAS_MIN_READER);
  if (rowCount === 0) await client.query(ADD_MIN_READER);
}

/** Has no parameters: a statement that has some keeps its snapshot until the next one, and a concurrent index would wait for its end. */
async function readApplied(client: PoolClient): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(`${APPLIED} ORDER BY number`);
  return rows;
}

function checkApplied(migrations: readonly Migration[], applied: readonly AppliedMigration[], log: Log = () => undefined): void {
  const migrationsByNumber = new Map(migrations.map((migration) => [migration.number, migration]));
  const version = schemaVersionOf(migrations.map(({ number }) => number));
  const last = applied.at(-1)?.number ?? 0;
  for (const record of applied) {
    const migration = migrationsByNumber.get(record.number);
    if (migration === undefined) {
      checkCanRead(version, record);
      continue;
    }
    checkUnchanged(migration, record);
    migrationsByNumber.delete(record.number);
  }
  for (const migration of migrationsByNumber.values()) {
    if (migration.number > last) continue;
    throw new MigrationError(`The migration ${migration.name} comes before one that is applied. Give it the next free number.`);
  }
  if (last > version) log(`The database is at version ${last}, and this Ayo at ${version}, which can run on it.`);
}

/** Throws where a migration that this version does not know keeps it from running. */
function checkCanRead(version: number, { number, name, minReader }: AppliedMigration): void {
  if (number < version) {
    throw new MigrationError(`The database has the migration ${name}, which this Ayo does not know, though it is newer. It belongs to another Ayo.`);
  }
  if (minReader <= version) return;
  throw new MigrationError(
    `The database has the migration ${name}, which this Ayo does not know: it needs version ${minReader} or newer, and this one is ${version}. Start the newer Ayo.`,
  );
}

function checkUnchanged(migration: Migration, record: AppliedMigration): void {
  if (migration.checksum === record.checksum) return;
  throw new MigrationError(
    `The migration ${migration.name} was changed after it had been applied (as ${record.name}). ` +
      'Put it back as it was and write a new one.',
  );
}

async function applyOnce(pool: Pool, client: PoolClient, migration: Migration): Promise<boolean> {
  const record = (await readApplied(client)).find(({ number }) => number === migration.number);
  if (record !== undefined) {
    checkUnchanged(migration, record);
    return false;
  }
  const older = await findOlderVersions(client, migration.minReader);
  if (older.length > 0) throw new OlderVersionsError(`is not for version ${older.join(' and ')}, of which a process still runs`);
  const { sql, concurrentIndex } = migration;
  try {
    await (concurrentIndex === null ? client.query(unlimited(sql)) : runConcurrently(pool, sql, concurrentIndex));
  } catch (error) {
    if (!(error instanceof Error) || isTransientConflict(error) || isUnavailable(error) || errorCode(error) === LOCK_NOT_AVAILABLE) throw error;
    throw new MigrationError(`The migration ${migration.name} failed: ${error.message}`, { cause: error });
  }
  await client.query('INSERT INTO schema_migration (number, name, checksum, min_reader) VALUES ($1, $2, $3, $4)', [
    migration.number, migration.name, migration.checksum, migration.minReader,
  ]);
  return true;
}
