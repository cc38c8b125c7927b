import pg from 'pg';
import { measure } from '../measurements';
import { startEmbedded, type EmbeddedDatabase } from './embedded/embedded';
import { recordCommitDoubt } from './commit-doubt';
import { PoolFullError, isUnavailable } from './errors';
import type { Log } from './log';
import { applicationNameOf } from './running-versions';
import { once } from './once';
import type { Disk } from './disk';
import { typeParsers } from './types';
import { PatientClient } from './patient-client';
import { UnnamedClient } from './unnamed-client';

/** A PostgreSQL that is ready for queries. */
export interface Database {
  /**
   * Stays usable while the database is away: queries fail (see `isUnavailable`) until it is back, then work again.
   */
  readonly pool: pg.Pool;
  /** Other connections for calls that change nothing, so that money never waits for them. */
  readonly readPool: pg.Pool;
  /** A few connections of its own for the checks of health, which answer while all others are taken. */
  readonly healthPool: pg.Pool;
  readonly kind: 'embedded' | 'external';
  /** The disk of the embedded database; undefined for an external one. */
  readonly disk: Disk | undefined;
  /** Names the database in the start line; without passwords. */
  readonly description: string;
  /** Ends the connections and, when it is embedded, the server; waits until both are gone. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly dataDir: string;
  /** The address of an external PostgreSQL; undefined = the embedded one in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** As in `PoolOptions`; for an external one. */
  readonly isPrepared?: boolean | undefined;
  readonly log: Log;
  /** As in `EmbeddedOptions`. */
  readonly nativeDirectory?: string;
  /** The version of an Ayo that serves (see `migration-file.ts`); its connections name it, so that no migration takes away what it uses. */
  readonly version?: number;
}

export interface PoolOptions {
  /** The server ends statements that take longer. */
  readonly statementTimeoutMs?: number | undefined;
  /**
   * With false nothing stays at a connection of the server between two transactions, because a pooler gives it to somebody else then: statements
   * have no names, and the role has the time limits. Default: true.
   */
  readonly isPrepared?: boolean | undefined;
}

/** The connections for money and other changes; see `LANES` in http/call-gate.ts, whose calls have them. */
export const POOL_SIZE = 15;
export const READ_POOL_SIZE = 7;
/** More callers than this are refused at once. Calls wait in their lanes before that; here are jobs, and what gateways send. */
const MAX_POOL_WAITERS = 1_000;
const HEALTH_POOL_SIZE = 3;
/** A statement of a check of health that takes longer has failed. */
const HEALTH_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** The client waits so much longer than the server's own limit, for a server that does not keep it. */
const ANSWER_MARGIN_MS = 1_000;
/** The function of PostgreSQL that warns of a cancelled wait, in every language. Its code, 01000, is that of many a warning. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN';
const SESSION_LIMITS = {
  lock_timeout: 5_000,
  /** A transaction whose process hangs must not keep its locks. */
  idle_in_transaction_session_timeout: 30_000,
} as const;

/** Poolers know this one, and set it wherever the connection's statements go. */
const TO_UTC = `SET timezone = 'UTC'`;
/** The warning of a commit whose wait for its standby was cancelled is the only sign of it, and a role may have it turned off. */
const WITH_WARNINGS = 'SET client_min_messages = warning';

/** What the role must have where a pooler stands before the database (`DB_PREPARED=off`), in ms. */
export const ROLE_LIMITS = { ...SESSION_LIMITS, statement_timeout: STATEMENT_TIMEOUT_MS } as const;

/**
 * Opens the platform's database. The embedded one runs when this resolves. An external one is not contacted before the first
 * query, so that the platform can start before it.
 *
 * @throws DataDirectoryHeldError, EmbeddedDatabaseError as `startEmbedded` does
 */
export async function openDatabase({ databaseUrl, version, isPrepared, ...options }: DatabaseOptions): Promise<Database> {
  const { log } = options;
  const named = version === undefined ? {} : { application_name: applicationNameOf(version) };
  if (databaseUrl !== undefined) {
    const { endPools, ...pools } = createPools({ connectionString: databaseUrl, keepAlive: true, ...named }, log, isPrepared);
    return { ...pools, kind: 'external', disk: undefined, description: `PostgreSQL ${describeUrl(databaseUrl)}`, close: once(endPools) };
  }
  const embedded = await startEmbedded(options);
  const { endPools, ...pools } = createPools({ ...embeddedConfig(embedded), ...named }, log);
  return {
    ...pools,
    kind: 'embedded',
    disk: embedded.disk,
    description: embedded.description,
    close: once(async () => {
      try {
        await endPools();
      } finally {
        await embedded.stop();
      }
    }),
  };
}

/** Returns the configuration to connect to the embedded database as its owner, not as superuser. */
export function embeddedConfig({ endpoint, database, user }: EmbeddedDatabase): pg.PoolConfig {
  const { host, port, password } = endpoint;
  return { host, port, database, user, ssl: false, ...(password === undefined ? {} : { password }) };
}

function createPools(config: pg.PoolConfig, log: Log, isPrepared?: boolean) {
  const pools = {
    pool: createPool(config, log, { isPrepared }),
    readPool: createPool({ ...config, max: READ_POOL_SIZE }, log, { isPrepared }),
    healthPool: createHealthPool(config, log, { isPrepared }),
  };
  return { ...pools, endPools: async () => void (await Promise.all(Object.values(pools).map(endPool))) };
}

/** Makes the small pool of `Database.healthPool`. */
export function createHealthPool(config: pg.PoolConfig, log: Log, options: Pick<PoolOptions, 'isPrepared'> = {}): pg.Pool {
  const limits = { max: HEALTH_POOL_SIZE, connectionTimeoutMillis: HEALTH_TIMEOUT_MS };
  return createPool({ ...config, ...limits }, log, { ...options, statementTimeoutMs: HEALTH_TIMEOUT_MS });
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool that measures how long its callers wait for a connection, and lets no more than `MAX_POOL_WAITERS` wait. */
class MeasuredPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (this.waitingCount >= MAX_POOL_WAITERS) {
      if (callback === undefined) return Promise.reject(new PoolFullError());
      callback(new PoolFullError(), undefined, () => undefined);
      return;
    }
    const startMs = performance.now();
    const record = (): void => measure('pool.acquired', { seconds: (performance.now() - startMs) / 1_000 });
    if (callback === undefined) return super.connect().finally(record);
    super.connect((error, client, done) => {
      record();
      callback(error, client, done);
    });
  }
}

/** Makes a pool with the platform's types and time limits; it survives a time without the database. */
export function createPool(config: pg.PoolConfig, log: Log, options: PoolOptions = {}): pg.Pool {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, isPrepared = true } = options;
  const pool = new MeasuredPool({
    // These go out with the start of a connection: a SET would stay at a pooler's connection, for whoever gets it next.
    ...(isPrepared ? { ...SESSION_LIMITS, statement_timeout: statementTimeoutMs, Client: PatientClient } : { Client: UnnamedClient }),
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: 'ayo',
    // Statements that are queued together share one round trip; each connection keeps their order.
    pipeline: true,
    query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
    ...config,
    types: typeParsers,
    // oxlint-disable-next-line typescript/no-misused-promises -- typed void, but the pool waits
    onConnect: async (client) => {
      await client.query(isPrepared ? `${TO_UTC}; ${WITH_WARNINGS}` : TO_UTC);
    },
  });
  let isLost = false;
  const reportLoss = (error: Error): void => {
    // One line is enough, because all connections break when the database goes away.
    if (!isLost) log(`The connection to the database was lost: ${error.message}`);
    isLost = true;
  };
  // Without these listeners a lost connection ends the process. The pool reports idle connections, the others report themselves.
  pool.on('error', reportLoss);
  pool.on('connect', (client) => {
    if (isLost) log('The connection to the database is back.');
    isLost = false;
    client.on('error', reportLoss);
    // A statement without a transaction commits by itself: nobody else hears that its wait for a standby was cancelled.
    client.on('notice', ({ routine }) => {
      if (routine === WAIT_FOR_STANDBY) recordCommitDoubt(pool);
    });
  });
  return pool;
}

/** Waits for connections in use, but not for ever: a request that hangs must not keep the platform from stopping. */
async function endPool(pool: pg.Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  });
  const poolEnd = pool.end().catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
  await Promise.race([poolEnd, timeout]);
  clearTimeout(timer);
}

function describeUrl(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'as DATABASE_URL says';
  const { host, pathname } = new URL(databaseUrl);
  return `at ${host === '' ? 'a socket' : host}${pathname}`;
}
