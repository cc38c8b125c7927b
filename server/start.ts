/** Starts Ayo step by step until it listens, and takes the steps back when one fails. */
import { randomBytes } from 'node:crypto';
import { createServer as createNetServer } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { CAPABILITIES } from '../src/core/contract/platform';
import { lagosDay } from '../src/core/time';
import { ensureFirstAdmin } from './accounts';
import type { FirstAdmin } from './accounts';
import { createApp } from './app';
import type { App } from './app';
import { isHidden, readGames, toGame } from './catalogue';
import { loadConfig } from './config';
import type { Config, Environment } from './config';
import { isLive } from './config/payments';
import { readProvidersFile } from './config/providers-file';
import { openChangeFeed } from './db/change-feed';
import type { ChangeFeed } from './db/change-feed';
import { openDatabase } from './db/database';
import type { Database } from './db/database';
import { EmbeddedDatabaseError, MigrationError, errorCode, isUnavailable } from './db/errors';
import { migrate } from './db/migrate';
import { migrationNumbers, schemaVersionOf } from './db/migration-file';
import { MAILBOX_PATH, readMailboxKey } from './gateways';
import { readFieldKeys } from './field-key-file';
import { seedFramedGames } from './frames';
import { fillCatalogue } from './games';
import { createCapabilityWatch } from './hosting/capability-watch';
import { readHostedFiles, versionOf } from './hosting/files';
import { registerHost } from './hosting/host';
import { createCapabilityFile } from './hosting/capability-file';
import { registerOperatorProxy } from './hosting/operator-proxy';
import { createEventLog, createLineLog } from './http/logging';
import type { LogOptions } from './http/logging';
import { registerProbes } from './http/probes';
import { createServer } from './http/server';
import { MetricsPortError, startMetrics } from './metrics/start-metrics';
import { checkSmallLedger } from './money-watch';
import { proveGuards } from './ledger/guards-proof';
import { loopbackUrl, findLiveMoneyConflict, readPayoutSwitch } from './cashier';
import { startJobs } from './jobs';
import { fillSearchKeys } from './lookalikes';
import { PlaceFileError, readPlaceFile } from './place/read-place-file';
import type { PlaceBook } from './place/rules';
import { KeyFileError } from './key-file';
import { readSeedKeys } from './seed-key-file';
import { siteUrl } from './config/site-url';

export interface StartOptions {
  readonly env: Environment;
  /** The built app; a folder without index.html hosts its files alone. */
  readonly appDir: string;
  /** The folder with the SQL files. */
  readonly migrations: string;
  /** Gets the log lines. */
  readonly logStream: Writable;
  /** Waits while calls are still served at a stop. Default: a timer. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

export interface RunningAyo {
  /** The address at which this process answers, no slash at the end. */
  readonly url: string;
  /** The address for people: `url`, or the configured one. */
  readonly site: string;
  /** Names the database or the operator's platform behind the site, for the start line. */
  readonly platformDescription: string;
  readonly firstAdmin: FirstAdmin | null;
  /** The address of the mailbox with its key, for the operator; null where mails are sent instead. */
  readonly mailbox: string | null;
  /**
   * Turns callers away by `/readyz` for `DRAIN_SECONDS`, closes the listener, lets the calls and jobs under way end, and stops the
   * database last.
   */
  stop(): Promise<void>;
}

/** The start can't continue; the message says to the operator why, one line per reason. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** SQLSTATE of a write on a standby. */
const READ_ONLY = '25006';
const CLOSE_TIMEOUT_MS = 10_000;
/** How many free ports are tried where none was chosen: the database is made ready between finding a port and listening on it. */
const MAX_PORT_TRIES = 5;

/** Starts Ayo. Throws StartError for a fault that the operator can put right; nothing keeps running then. */
export async function start(options: StartOptions): Promise<RunningAyo> {
  const withProviders = await readProvidersFile(options.env);
  if ('errors' in withProviders) throw new StartError(withProviders.errors.join('\n'));
  const loaded = loadConfig(withProviders.env);
  if ('error' in loaded) throw new StartError(loaded.error);
  const { config } = loaded;
  for (let tries = 1; ; tries += 1) {
    const configWithPort = config.port === 0 ? { ...config, port: await findFreePort(config.host) } : config;
    try {
      return await startOn(configWithPort, options);
    } catch (error) {
      // Another process has taken the port since it was found.
      if (config.port === 0 && errorCode(error) === 'EADDRINUSE' && tries < MAX_PORT_TRIES) continue;
      throw toStartError(error, configWithPort);
    }
  }
}

function startOn(config: Config, options: StartOptions): Promise<RunningAyo> {
  return config.platformUrl === undefined ? startEmbeddedPlatform(config, options) : startHost(config, config.platformUrl, options);
}

async function startEmbeddedPlatform(config: Config, options: StartOptions): Promise<RunningAyo> {
  const places = await readPlaceFile(config.placesFile);
  const log = createLineLog(options.logStream, 'database');
  const version = schemaVersionOf(await migrationNumbers(options.migrations));
  const isPrepared = config.dbPrepared === 'on';
  const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, isPrepared, log, version });
  try {
    await migrate(database.pool, options.migrations, { log });
    await fillSearchKeys(database.pool);
    const reason = await findLiveMoneyConflict(database.pool, config.payments, new Date());
    if (reason !== null) throw new StartError(reason);
    return await startPlatform(config, { ...options, places }, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

type PlatformOptions = StartOptions & { readonly places: PlaceBook };

async function startPlatform(config: Config, options: PlatformOptions, database: Database): Promise<RunningAyo> {
  // LISTEN belongs to one connection, which a pooler does not keep; without the feed nothing is kept that others could change.
  const changeFeed = config.dbPrepared === 'on' ? openChangeFeed(database.pool.options, createLineLog(options.logStream, 'database')) : undefined;
  try {
    return await startServing(config, options, database, changeFeed);
  } catch (error) {
    await changeFeed?.close();
    throw error;
  }
}

async function startServing(config: Config, options: PlatformOptions, database: Database, changeFeed: ChangeFeed | undefined): Promise<RunningAyo> {
  const { app, platform, version } = await createPlatformApp(config, options, database, changeFeed);
  if (isLive(config.payments)) {
    platform.log('identity.simulated', { alert: true, says: 'This version has no identity service but the simulator, which believes every number; NIN checks prove nothing.' });
  }
  await fillCatalogue(database.pool, platform.now);
  await seedFramedGames(database.pool, config.gameProviders, platform.now);
  const firstAdmin = await ensureFirstAdmin(platform);
  if (firstAdmin.isPrintedElsewhere) platform.log('first-admin.elsewhere', { says: 'Another process of this database has printed the one-time admin sign-in.' });
  const { mailboxKey, url, stopMetrics } = await beginListening({ app, platform, version }, database).catch(async (error: unknown) => {
    await firstAdmin.release();
    throw error;
  });
  if (!(await readPayoutSwitch(database.pool)).isOn) {
    platform.log('payouts.off', { alert: true, says: 'This database was restored from a backup. No payout is sent before a statement agrees with the books.' });
  }
  const stopJobs = startJobs(platform);
  return {
    url,
    site: config.publicUrl ?? url,
    platformDescription: database.description,
    firstAdmin: firstAdmin.signIn,
    mailbox: mailboxKey === null ? null : `${loopbackUrl(config)}${MAILBOX_PATH}?key=${mailboxKey}`,
    stop: async () => {
      await drainAndClose(app, config, options);
      await stopJobs();
      await stopMetrics();
      await firstAdmin.release();
      await changeFeed?.close();
      await database.close();
    },
  };
}

/** Makes the app with the platform's API and the hosted files. It does not listen yet. */
async function createPlatformApp(
  config: Config, options: PlatformOptions, { pool, readPool, healthPool, disk }: Database, changeFeed: ChangeFeed | undefined,
): Promise<App> {
  const files = await readHostedFiles(options.appDir);
  const version = versionOf(files);
  const now = () => new Date();
  const readLobbyGames = async () => {
    const at = now();
    // The documents know nothing of a game that is hidden, not even its name.
    return (await readGames(readPool)).filter(({ row }) => !isHidden(row, at)).map((game) => toGame(game, lagosDay(at.getTime())));
  };
  const seedKeys = await readSeedKeys(config, { pool, randomBytes, now });
  const fieldKeys = await readFieldKeys(config, { pool, randomBytes, now });
  return createApp({
    config, pool, readPool, healthPool, changeFeed, disk, randomBytes, seedKeys, fieldKeys, version, places: options.places, now,
    migrations: await migrationNumbers(options.migrations),
    log: toLogOptions(options),
    answers: options.env['NODE_ENV'] === 'development' ? 'exact' : 'strip',
    host: (server) => registerHost(server, {
      files, config, version, siteUrl: siteUrl(config), capabilities: () => CAPABILITIES, serviceWorker: config.serviceWorker,
      readGames: readLobbyGames,
    }),
  });
}

interface Listening {
  readonly url: string;
  readonly mailboxKey: string | null;
  readonly stopMetrics: () => Promise<void>;
}

/** Proves the guards of the ledger, checks a small one, and listens: the last steps, after which calls come in. */
async function beginListening(
  { app, platform, version }: Pick<App, 'app' | 'platform' | 'version'>, { pool, readPool, healthPool, disk }: Database,
): Promise<Listening> {
  const { config, databaseWatch, now, log } = platform;
  // The metrics count from the first check on.
  const stopMetrics = await startMetrics(config, {
    version, database: { pools: { money: pool, reads: readPool, health: healthPool }, facts: { pool: healthPool, disk, databaseWatch, now, log } },
  });
  try {
    await proveGuards(platform);
    await checkSmallLedger(platform);
    const mailboxKey = config.smtp === undefined ? await readMailboxKey(platform) : null;
    return { mailboxKey, url: await listen(app, config), stopMetrics };
  } catch (error) {
    await stopMetrics();
    throw error;
  }
}

/** Starts the app alone, in front of an operator's own platform and without a database. */
async function startHost(config: Config, platformUrl: string, options: StartOptions): Promise<RunningAyo> {
  const files = await readHostedFiles(options.appDir);
  const version = versionOf(files);
  const app = createServer(config, toLogOptions(options));
  const capabilityWatch = createCapabilityWatch({
    platformUrl, fetch, file: createCapabilityFile(config.dataDir, platformUrl), random: Math.random, log: createEventLog(app.log),
  });
  registerProbes(app, { version });
  await registerOperatorProxy(app, { platformUrl });
  registerHost(app, {
    files, config, version, siteUrl: siteUrl(config), hasPrerenderedLobby: false, serviceWorker: config.serviceWorker,
    capabilities: () => capabilityWatch.current().capabilities,
    isProvisional: () => capabilityWatch.current().isProvisional,
  });
  await capabilityWatch.start();
  const stopMetrics = await startMetrics(config, { version });
  try {
    const url = await listen(app, config);
    const stop = async (): Promise<void> => {
      capabilityWatch.stop();
      await drainAndClose(app, config, options);
      await stopMetrics();
    };
    return { url, site: config.publicUrl ?? url, platformDescription: `the platform at ${platformUrl}`, firstAdmin: null, mailbox: null, stop };
  } catch (error) {
    capabilityWatch.stop();
    await stopMetrics();
    throw error;
  }
}

const toLogOptions = ({ logStream }: StartOptions): LogOptions => ({ level: 'info', stream: logStream });

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw error;
  }
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Ends the listener and the calls under way. `/readyz` answers 503 for `DRAIN_SECONDS` before that. */
async function drainAndClose(app: FastifyInstance, { drainSeconds }: Config, { wait = sleep }: StartOptions): Promise<void> {
  app.drain.begin();
  if (drainSeconds > 0) await wait(drainSeconds * 1_000);
  await close(app);
}

async function close(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await app.close();
  clearTimeout(timer);
}

/** Finds a port before listening, because addresses in mails and redirects name it. */
async function findFreePort(host: string): Promise<number> {
  const server = createNetServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function toStartError(error: unknown, { host, port, databaseUrl }: Config): unknown {
  const isOperatorError = error instanceof EmbeddedDatabaseError || error instanceof MigrationError || error instanceof PlaceFileError
    || error instanceof KeyFileError || error instanceof MetricsPortError;
  if (isOperatorError) return new StartError(error.message, { cause: error });
  const code = errorCode(error);
  const where = `${host}:${port}`;
  if (code === 'EADDRINUSE') {
    return new StartError(`Something else listens on ${where} already. Stop it, or set PORT.`, { cause: error });
  }
  if (code === 'EACCES') return new StartError(`This user may not listen on ${where}. Set PORT to 1024 or more.`, { cause: error });
  if (code === 'EMFILE' || code === 'ENFILE') return new StartError('There are no more files to open: raise the limit (ulimit -n, or LimitNOFILE of the unit).', { cause: error });
  if (code === 'EADDRNOTAVAIL') return new StartError(`This machine has no address ${host}. Set HOST.`, { cause: error });
  if (databaseUrl !== undefined && (isUnavailable(error) || code?.startsWith('28') === true || code === '3D000')) {
    if (code === READ_ONLY) {
      const says = 'The database that DATABASE_URL names takes no writes: it is a standby, or was made read-only. Name the primary.';
      return new StartError(says, { cause: error });
    }
    const why = error instanceof Error && error.message !== '' ? error.message : String(code);
    return new StartError(`The database that DATABASE_URL names can't be used: ${why}`, { cause: error });
  }
  return error;
}
