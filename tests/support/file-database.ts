import { afterAll, beforeAll, expect } from 'vitest';
import type { Pool } from 'pg';
import { findViolations } from '../../server/ledger/invariants';
import type { Invariant } from '../../server/ledger/invariants';
import { testDatabase } from './database';
import type { TestDatabase } from './database';

interface FileDatabaseOptions {
  /** Fills the database before the first test. */
  readonly seed?: (pool: Pool) => Promise<void>;
  /** Invariants that must hold after the last test. */
  readonly invariants?: readonly Invariant[];
}

/** Gives a test file its database: it is made before the first test, and after the last one it is checked and dropped. */
export function fileDatabase({ seed, invariants = [] }: FileDatabaseOptions = {}): Omit<TestDatabase, 'close'> {
  let database: TestDatabase | undefined;
  const opened = (): TestDatabase => {
    if (database === undefined) throw new Error('the database is there in hooks and tests only');
    return database;
  };
  beforeAll(async () => {
    database = await testDatabase();
    await seed?.(database.pool);
  });
  afterAll(async () => {
    expect(await findViolations(opened().pool, invariants)).toEqual([]);
    await opened().close();
  });
  return {
    get pool() {
      return opened().pool;
    },
    get databaseUrl() {
      return opened().databaseUrl;
    },
    anotherPool: (config) => opened().anotherPool(config),
    healthPool: () => opened().healthPool(),
  };
}
