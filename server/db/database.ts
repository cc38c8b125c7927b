import pg from 'pg';
import { startEmbedded, type EmbeddedDatabase } from './embedded/embedded';
import { isUnavailable } from './errors';
import type { Log } from './log';
import { once } from './once';
import { typeParsers } from './types';

/** A PostgreSQL that is ready to be asked. */
export interface Database {
  /**
   * Stays usable while the database is away: its queries fail (see `isUnavailable`) until it is back, then work again.
   */
  readonly pool: pg.Pool;
  readonly kind: 'embedded' | 'external';
  /** For the start line; without passwords. */
  readonly describe: string;
  /** Ends the connections and, when it is embedded, the server; waits until both are gone. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly dataDir: string;
  /** A PostgreSQL of yours; undefined: the embedded one in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly log: Log;
  /** As in `EmbeddedOptions`. */
  readonly nativeDirectory?: string;
}

const POOL_SIZE = 20;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;
const CLOSE_PATIENCE_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 5_000;
/** A transaction whose process hangs must not keep its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

const SESSION =
  `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET lock_timeout = ${LOCK_TIMEOUT_MS}; ` +
  `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}; SET timezone = 'UTC'`;

/**
 * Opens the platform's database. The embedded one is started, and runs when this resolves; an external one is not asked
 * before the first query, so that the platform can start before it.
 *
 * @throws DataDirectoryHeldError, EmbeddedDatabaseError as `startEmbedded` does
 */
export async function openDatabase({ databaseUrl, ...options }: DatabaseOptions): Promise<Database> {
  const { log } = options;
  if (databaseUrl !== undefined) {
    const pool = createPool({ connectionString: databaseUrl, keepAlive: true }, log);
    return { pool, kind: 'external', describe: `PostgreSQL ${describeUrl(databaseUrl)}`, close: once(() => endPool(pool)) };
  }
  const embedded = await startEmbedded(options);
  const pool = createPool(embeddedConfig(embedded), log);
  return {
    pool,
    kind: 'embedded',
    describe: embedded.describe,
    close: once(async () => {
      try {
        await endPool(pool);
      } finally {
        await embedded.stop();
      }
    }),
  };
}

/** How the platform connects to the embedded database: as its owner, not as superuser. */
export function embeddedConfig({ endpoint, database, user }: EmbeddedDatabase): pg.PoolConfig {
  const { host, port, password } = endpoint;
  return { host, port, database, user, ssl: false, ...(password === undefined ? {} : { password }) };
}

/** A pool with the platform's types and time limits, which outlives the database's absence. */
export function createPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: 'ayo',
    // Statements asked for together go out together, each connection's in their order: a round trip for all of them.
    pipeline: true,
    ...config,
    types: typeParsers,
    // oxlint-disable-next-line typescript/no-misused-promises -- typed void, but the pool waits
    onConnect: async (client) => {
      await client.query(SESSION);
    },
  });
  let lost = false;
  const onLost = (error: Error): void => {
    // One line for the lot: with the database, all connections go.
    if (!lost) log(`The connection to the database was lost: ${error.message}`);
    lost = true;
  };
  // Without these listeners a lost connection ends the process: idle ones are reported by the pool, those in use by
  // themselves.
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    if (lost) log('The connection to the database is back.');
    lost = false;
    client.on('error', onLost);
  });
  return pool;
}

/** Waits for connections in use, but not for ever: a request that hangs must not keep the platform from stopping. */
async function endPool(pool: pg.Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_PATIENCE_MS);
  });
  const ended = pool.end().catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
  await Promise.race([ended, patience]);
  clearTimeout(timer);
}

function describeUrl(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'as DATABASE_URL says';
  const { host, pathname } = new URL(databaseUrl);
  return `at ${host === '' ? 'a socket' : host}${pathname}`;
}
