/** Reads the SQL files of the migrations, with what each says of itself in the comment at its top. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MigrationError } from './errors';

/** One SQL file of the migrations. */
export interface Migration {
  readonly number: number;
  /** The file's name without `.sql`, for example `0001_accounts`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text with line feeds, in hexadecimal, so that the line ends of a checkout do not change it. */
  readonly checksum: string;
  /**
   * The oldest version that can run on the schema after it (`-- min_reader: 91`). The version of an Ayo is the highest number among its
   * migrations.
   */
  readonly minReader: number;
  /** Why it may take away what older versions use (`-- contract: WHY`); null for one that only adds. */
  readonly contract: string | null;
  /** The index that it makes or drops outside a transaction (`-- no-transaction`); null for one that runs in a transaction. */
  readonly concurrentIndex: ConcurrentIndex | null;
}

export interface ConcurrentIndex {
  readonly action: 'create' | 'drop';
  readonly name: string;
}

/** From this number on every migration states its `min_reader`; on one before it nobody older than itself can run. */
export const FIRST_WITH_MIN_READER = 93;

/** These statements would end the transaction of the runner, which makes a migration happen whole or not at all. */
const ENDS_TRANSACTION = /^\s*(commit|rollback|start\s+transaction|begin\s+transaction)\s*;/im;
const FILE_NAME = /^(\d{4})_[a-z0-9_-]+\.sql$/;
const HEADER_LINE = /^-- (min_reader|contract|no-transaction)\b:?[ \t]*(.*)$/gm;
/** One that was cut off is run again, so it must not mind what an earlier run has left. */
const CREATE_CONCURRENTLY = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+([a-z_][a-z0-9_]*)\s+on\s[^;]*;?$/i;
const DROP_CONCURRENTLY = /^drop\s+index\s+concurrently\s+if\s+exists\s+([a-z_][a-z0-9_]*)\s*;?$/i;

/**
 * Reads the migrations of a directory in their order.
 *
 * @throws MigrationError for a name of another form, a number that occurs twice, or a header that is missing or makes no sense
 */
export async function readMigrations(directory: URL | string): Promise<Migration[]> {
  const folder = typeof directory === 'string' ? directory : fileURLToPath(directory);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map(async (name) => toMigration(name, await readFile(path.join(folder, name), 'utf8'))));
  for (const [index, migration] of migrations.entries()) {
    const previous = migrations[index - 1];
    if (previous?.number === migration.number) {
      throw new MigrationError(`The migrations ${previous.name} and ${migration.name} have the same number.`);
    }
  }
  return migrations;
}

/** The version of an Ayo with these migrations: the highest number. */
export const schemaVersionOf = (numbers: readonly number[]): number => numbers.at(-1) ?? 0;

/** Returns the numbers of the migrations of a directory, in their order. Throws as `readMigrations`. */
export async function migrationNumbers(directory: URL | string): Promise<number[]> {
  return (await readMigrations(directory)).map(({ number }) => number);
}

/** Makes a migration of a file's name and text. Throws as `readMigrations`. */
export function toMigration(fileName: string, text: string): Migration {
  const digits = FILE_NAME.exec(fileName)?.[1];
  if (digits === undefined) throw new MigrationError(`The migration ${fileName} is not named like 0001_accounts.sql.`);
  const sql = text.replaceAll('\r\n', '\n');
  if (ENDS_TRANSACTION.test(sql)) throw new MigrationError(`The migration ${fileName} must not begin or end a transaction itself.`);
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { number: Number(digits), name: fileName.slice(0, -'.sql'.length), sql, checksum, ...readHeader(fileName, Number(digits), sql) };
}

function readHeader(fileName: string, number: number, sql: string): Pick<Migration, 'minReader' | 'contract' | 'concurrentIndex'> {
  const header = /^(?:--.*\n|\s*\n)*/.exec(sql)?.[0] ?? '';
  const lines = new Map([...header.matchAll(HEADER_LINE)].map(([, key = '', value = '']) => [key, value.trim()]));
  const contract = lines.get('contract') ?? null;
  if (contract === '') throw new MigrationError(`The migration ${fileName} does not say why nobody needs what it takes away: "-- contract: WHY".`);
  return {
    minReader: readMinReader(fileName, number, lines.get('min_reader')),
    contract,
    concurrentIndex: lines.has('no-transaction') ? readConcurrentIndex(fileName, sql) : null,
  };
}

function readMinReader(fileName: string, number: number, stated: string | undefined): number {
  if (stated === undefined) {
    if (number < FIRST_WITH_MIN_READER) return number;
    throw new MigrationError(`The migration ${fileName} does not state the oldest version that can run after it: "-- min_reader: NUMBER" at its top.`);
  }
  const minReader = /^\d+$/.test(stated) ? Number(stated) : 0;
  if (minReader < 1 || minReader > number) throw new MigrationError(`The migration ${fileName} states the min_reader "${stated}"; it must be a number from 1 to ${number}.`);
  return minReader;
}

function readConcurrentIndex(fileName: string, sql: string): ConcurrentIndex {
  const statement = sql.replaceAll(/--.*$/gm, '').trim();
  const created = CREATE_CONCURRENTLY.exec(statement)?.[1];
  if (created !== undefined) return { action: 'create', name: created };
  const dropped = DROP_CONCURRENTLY.exec(statement)?.[1];
  if (dropped !== undefined) return { action: 'drop', name: dropped };
  throw new MigrationError(
    `The migration ${fileName} has no transaction, so it must be one statement that can be run again: ` +
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS … ON …, or DROP INDEX CONCURRENTLY IF EXISTS ….',
  );
}
