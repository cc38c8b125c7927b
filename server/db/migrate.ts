import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { isTransientConflict, isUnavailable, MigrationError } from './errors';
import { UNLIMITED_MS, unlimited } from './query-timeout';
import { transaction } from './transaction';

/** One SQL file of the migrations. */
export interface Migration {
  readonly number: number;
  /** The file's name without `.sql`, for example `0001_accounts`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text with line feeds, in hexadecimal, so that the line ends of a checkout do not change it. */
  readonly checksum: string;
}

interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/**
 * These statements would end the transaction of the runner, which makes a migration happen whole or not at all.
 */
const ENDS_TRANSACTION = /^\s*(commit|rollback|start\s+transaction|begin\s+transaction)\s*;/im;
const FILE_NAME = /^(\d{4})_[a-z0-9_-]+\.sql$/;
/** The number is arbitrary, but every Ayo must use the same one. */
const ADVISORY_LOCK_KEY = 4_150_111_001;

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    number integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/**
 * Reads the migrations of a directory in their order.
 *
 * @throws MigrationError for a name of another form, or a number that occurs twice
 */
export async function readMigrations(directory: URL | string): Promise<Migration[]> {
  const folder = typeof directory === 'string' ? directory : fileURLToPath(directory);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map(async (name) => readMigration(folder, name)));
  for (const [index, migration] of migrations.entries()) {
    const previous = migrations[index - 1];
    if (previous?.number === migration.number) {
      throw new MigrationError(`The migrations ${previous.name} and ${migration.name} have the same number.`);
    }
  }
  return migrations;
}

/** Returns the numbers of the migrations of a directory, in their order. Throws as `readMigrations`. */
export async function migrationNumbers(directory: URL | string): Promise<number[]> {
  return (await readMigrations(directory)).map(({ number }) => number);
}

async function readMigration(folder: string, fileName: string): Promise<Migration> {
  const number = FILE_NAME.exec(fileName)?.[1];
  if (number === undefined) throw new MigrationError(`The migration ${fileName} is not named like 0001_accounts.sql.`);
  const sql = (await readFile(path.join(folder, fileName), 'utf8')).replaceAll('\r\n', '\n');
  if (ENDS_TRANSACTION.test(sql)) throw new MigrationError(`The migration ${fileName} must not begin or end a transaction itself.`);
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { number: Number(number), name: fileName.slice(0, -'.sql'.length), sql, checksum };
}

/**
 * Brings the database's schema up to date: applies the files `NNNN_name.sql` of a directory that `schema_migration` does not
 * record yet, in order and each in its own transaction. Returns the names of those it applied.
 *
 * Every step takes the same advisory lock and reads the record again, so any number of processes may start at once, and a kill at
 * any moment leaves whole steps behind.
 *
 * @throws MigrationError when an applied file has changed since or does not exist here, or a new one comes before an applied one
 */
export async function migrate(pool: Pool, directory: URL | string): Promise<string[]> {
  const migrations = await readMigrations(directory);
  await withMigrationLock(pool, async (client) => checkApplied(migrations, await readApplied(client)));
  const appliedNames: string[] = [];
  for (const migration of migrations) {
    if (await withMigrationLock(pool, (client) => applyOnce(client, migration))) appliedNames.push(migration.name);
  }
  return appliedNames;
}

function withMigrationLock<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return transaction(pool, async (client) => {
    // This process or another one may run a long migration, so the time limits of ordinary statements are off here.
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query(unlimited('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK_KEY]));
    await client.query(CREATE_TABLE);
    return work(client);
  }, { commitDeadlineMs: UNLIMITED_MS });
}

async function readApplied(client: PoolClient): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('SELECT number, name, checksum FROM schema_migration ORDER BY number');
  return rows;
}

function checkApplied(migrations: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const migrationsByNumber = new Map(migrations.map((migration) => [migration.number, migration]));
  const last = applied.at(-1)?.number ?? 0;
  for (const record of applied) {
    const migration = migrationsByNumber.get(record.number);
    if (migration === undefined) {
      throw new MigrationError(`The database has the migration ${record.name}, which this Ayo does not know. Start the newer Ayo.`);
    }
    checkUnchanged(migration, record);
    migrationsByNumber.delete(record.number);
  }
  for (const migration of migrationsByNumber.values()) {
    if (migration.number > last) continue;
    throw new MigrationError(`The migration ${migration.name} comes before one that is applied. Give it the next free number.`);
  }
}

function checkUnchanged(migration: Migration, record: AppliedMigration): void {
  if (migration.checksum === record.checksum) return;
  throw new MigrationError(
    `The migration ${migration.name} was changed after it had been applied (as ${record.name}). ` +
      'Put it back as it was and write a new one.',
  );
}

async function applyOnce(client: PoolClient, migration: Migration): Promise<boolean> {
  const { rows } = await client.query<AppliedMigration>('SELECT number, name, checksum FROM schema_migration WHERE number = $1', [migration.number]);
  const record = rows[0];
  if (record !== undefined) {
    checkUnchanged(migration, record);
    return false;
  }
  try {
    await client.query(unlimited(migration.sql));
  } catch (error) {
    if (!(error instanceof Error) || isTransientConflict(error) || isUnavailable(error)) throw error;
    throw new MigrationError(`The migration ${migration.name} failed: ${error.message}`, { cause: error });
  }
  await client.query('INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.checksum,
  ]);
  return true;
}
