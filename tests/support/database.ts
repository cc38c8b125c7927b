import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createHealthPool, createPool } from '../../server/db/database';
import { ROLE, superuserConfig } from '../../server/db/embedded/bootstrap';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that `database-global.ts` started for this run. */
    ayoDatabase: { readonly host: string; readonly port: number; readonly password: string | null };
    /** The file with the seed key of the run. */
    ayoSeedKeyFile: string;
    /** The file with the field key of the run. */
    ayoFieldKeyFile: string;
  }
}

/** The migrated template; nothing connects to it, so that it can be copied. */
export const TEMPLATE_DATABASE = 'ayo_template';

/** A database of one test file. */
export interface TestDatabase {
  /** A pool like the platform's: with the owner's role and the platform's types and time limits. */
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** Another pool on the same database, ended by `close`, for tests that play several processes. */
  anotherPool(config?: pg.PoolConfig): pg.Pool;
  /** As the platform has it for its checks of health; ended by `close`. */
  healthPool(): pg.Pool;
  /** Ends the pools and drops the database. */
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** With false the database has no migrations, and thus no tables. */
  readonly isMigrated?: boolean;
}

/**
 * Makes a new database on the run's server, by copying the migrated template. Each test file has its own, because test files run at
 * the same time. Call `close` in `afterAll`.
 */
export async function testDatabase({ isMigrated = true }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const provided = inject('ayoDatabase');
  const endpoint = { host: provided.host, port: provided.port, password: provided.password ?? undefined };
  const database = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(superuserConfig(endpoint, 'postgres'), async (admin) => {
    // The files are copied, because a copy page by page through the log takes six times as long.
    await admin.query(`CREATE DATABASE ${database} OWNER ${ROLE} TEMPLATE ${isMigrated ? TEMPLATE_DATABASE : 'template1'} STRATEGY FILE_COPY`);
  });
  const config = { ...superuserConfig(endpoint, database), user: ROLE };
  const pools: pg.Pool[] = [];
  const makePool = (overrides: pg.PoolConfig = {}): pg.Pool => {
    // In some tests hundreds of callers wait for eight connections.
    const pool = createPool({ ...config, max: 8, connectionTimeoutMillis: 60_000, ...overrides }, () => undefined);
    pools.push(pool);
    return pool;
  };
  return {
    pool: makePool(),
    databaseUrl: urlOf(endpoint, database),
    anotherPool: makePool,
    healthPool: () => {
      const pool = createHealthPool(config, () => undefined);
      pools.push(pool);
      return pool;
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
      await asSuperuser(superuserConfig(endpoint, 'postgres'), async (admin) => {
        await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      });
    },
  };
}

async function asSuperuser(config: pg.ClientConfig, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client(config);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(endpoint: { host: string; port: number; password: string | undefined }, database: string): string {
  const url = new URL(`postgresql://${ROLE}@localhost/${database}`);
  if (endpoint.password !== undefined) url.password = endpoint.password;
  url.searchParams.set('host', endpoint.host);
  url.searchParams.set('port', String(endpoint.port));
  return url.href;
}
