/** Every migration lets the version before it run on, or says why it need not. */
import { describe, expect, it } from 'vitest';
import { FIRST_WITH_MIN_READER, readMigrations, toMigration } from '../../../server/db/migration-file';
import { findMigrationFaults } from '../../support/migration-rules';

/** The first ones state it without taking anything away. */
const REACHED_WITHOUT_CONTRACT = 93;
const DIRECTORY = new URL('../../../server/db/migrations/', import.meta.url);

describe('the platform’s migrations', () => {
  it('state who can run after them, and keep nobody waiting', async () => {
    const faults: string[] = [];
    let reached = REACHED_WITHOUT_CONTRACT;
    for (const migration of await readMigrations(DIRECTORY)) {
      if (migration.number < FIRST_WITH_MIN_READER) continue;
      faults.push(...findMigrationFaults(migration, reached).map((fault) => `${migration.name}: ${fault}`));
      reached = Math.max(reached, migration.minReader);
    }
    expect(faults).toEqual([]);
  });
});

describe('the header of a migration', () => {
  const read = (text: string, name = '0100_new.sql') => toMigration(name, text);

  it('states the oldest version that can run after it', () => {
    expect(read('-- Adds a table.\n-- min_reader: 95\n\nCREATE TABLE a ();')).toMatchObject({ number: 100, minReader: 95, contract: null, concurrentIndex: null });
    expect(read('-- min_reader: 95\r\n-- contract: nobody reads it since 95\r\nALTER TABLE a DROP COLUMN b;')).toMatchObject({ minReader: 95, contract: 'nobody reads it since 95' });
    expect(read('CREATE TABLE a ();', '0091_old.sql').minReader).toBe(91);
  });

  it.each([
    ['is missing', 'CREATE TABLE a ();', /0100_new.sql does not state the oldest version/],
    ['comes too late', 'CREATE TABLE a ();\n-- min_reader: 95', /0100_new.sql does not state/],
    ['is no number', '-- min_reader: soon\nSELECT 1', /states the min_reader "soon"; it must be a number from 1 to 100/],
    ['is in the future', '-- min_reader: 101\nSELECT 1', /states the min_reader "101"/],
    ['has a contract without a reason', '-- min_reader: 95\n-- contract:\nSELECT 1', /does not say why nobody needs what it takes away/],
    ['has no transaction and another statement', '-- min_reader: 95\n-- no-transaction\nVACUUM', /must be one statement that can be run again/],
  ])('is refused where it %s', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('names the index that is made or dropped without a transaction', () => {
    const index = (sql: string) => read(`-- min_reader: 95\n-- no-transaction\n${sql}`).concurrentIndex;
    expect(index('-- For sweeps.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_b\n  ON a (b) WHERE c;')).toEqual({ action: 'create', name: 'a_b' });
    expect(index('DROP INDEX CONCURRENTLY IF EXISTS a_b;')).toEqual({ action: 'drop', name: 'a_b' });
  });
});

describe('the rules of migrations', () => {
  const faultsOf = (sql: string, header = '-- min_reader: 95\n') => findMigrationFaults(toMigration('0100_new.sql', `${header}${sql}`), 95);

  it.each([
    'CREATE TABLE a (b int NOT NULL); CREATE INDEX a_b ON a (b); ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0);',
    'ALTER TABLE a ADD COLUMN b int, ADD COLUMN c bigint NOT NULL DEFAULT 0;',
    'ALTER TABLE a ALTER COLUMN b SET DEFAULT 0; ALTER TABLE a ALTER COLUMN b SET NOT NULL;',
    'ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0) NOT VALID;',
    'ALTER TABLE a VALIDATE CONSTRAINT c;',
    `COMMENT ON TABLE a IS 'DROP TABLE a'; -- RENAME TO b`,
  ])('take: %s', (sql) => {
    expect(faultsOf(sql)).toEqual([]);
  });

  it.each([
    ['ALTER TABLE a DROP COLUMN b;', 'DROP COLUMN'],
    ['DROP TABLE a;', 'DROP TABLE'],
    ['ALTER TABLE a RENAME TO b;', 'RENAME'],
    ['ALTER TABLE a RENAME COLUMN b TO c;', 'RENAME'],
    ['ALTER TABLE a RENAME b TO c;', 'RENAME'],
    ['ALTER TABLE a ALTER COLUMN b TYPE bigint;', 'another TYPE'],
    ['ALTER TABLE a ALTER b SET DATA TYPE bigint;', 'another TYPE'],
    ['ALTER TABLE a ALTER COLUMN b SET NOT NULL;', 'SET NOT NULL without SET DEFAULT'],
    ['ALTER TABLE a ADD COLUMN c int DEFAULT 0, ADD COLUMN b int NOT NULL;', 'ADD COLUMN … NOT NULL without DEFAULT'],
  ])('refuse without a contract: %s', (sql, words) => {
    expect(faultsOf(sql)).toEqual([expect.stringContaining(`${words} breaks an Ayo that does not know of it`)]);
    expect(faultsOf(sql, '-- min_reader: 98\n-- contract: nobody needs it since 98\n')).toEqual([]);
  });

  it.each([
    ['CREATE INDEX b ON a (c);', 'an index of a keeps its writers waiting'],
    ['CREATE UNIQUE INDEX IF NOT EXISTS b ON a (c);', 'an index of a keeps its writers waiting'],
    ['ALTER TABLE a ADD CONSTRAINT b FOREIGN KEY (c) REFERENCES d;', 'a constraint of a is checked under its lock'],
  ])('refuse a long lock: %s', (sql, words) => {
    expect(faultsOf(sql)).toEqual([expect.stringContaining(words)]);
    expect(faultsOf(sql, '-- min_reader: 95\n-- short-lock: the table has a row for each admin\n')).toEqual([]);
  });

  it('refuse one that shuts out a version without taking anything away, and one that shuts out all', () => {
    expect(faultsOf('SELECT 1', '-- min_reader: 96\n')).toEqual([expect.stringContaining('min_reader is 96, and was 95: what only adds shuts out no version')]);
    expect(faultsOf('SELECT 1', '-- min_reader: 94\n')).toEqual([]);
    expect(faultsOf('SELECT 1', '-- min_reader: 100\n-- contract: all at once\n')).toEqual(['no older version can run beside it, so nobody could upgrade without stopping']);
  });
});
