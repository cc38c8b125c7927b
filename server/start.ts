/** Everything between "start" and "listening", in order, and the way back. */
import { randomBytes } from 'node:crypto';
import { createServer as createNetServer } from 'node:net';
import type { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { CAPABILITIES } from '../src/core/contract/platform';
import { ensureFirstAdmin } from './accounts';
import type { FirstAdmin } from './accounts';
import { createApp } from './app';
import { loadConfig } from './config';
import type { Config, Environment } from './config';
import { isLive } from './config-payments';
import { openDatabase } from './db/database';
import type { Database } from './db/database';
import { EmbeddedDatabaseError, MigrationError, errorCode, isUnavailable } from './db/errors';
import { migrate } from './db/migrate';
import { MAILBOX_PATH, readMailboxKey } from './gateways';
import { seedFramedGames } from './frames';
import { seedCatalogue } from './games';
import { createOperator } from './hosting/capabilities';
import { readHostedFiles, versionOf } from './hosting/files';
import { registerHost } from './hosting/host';
import { abilityFile } from './hosting/known-abilities';
import { registerOperator } from './hosting/operator';
import { eventLog, lineLog } from './http/logging';
import type { LogOptions } from './http/logging';
import { createServer } from './http/server';
import { checkMoneyNow } from './money-watch';
import { loopbackUrl, reasonAgainstMoney } from './cashier';
import { startJobs } from './jobs';
import { PlaceFileError, readPlaceFile } from './place/read-file';
import type { PlaceBook } from './place/rules';
import type { Platform } from './platform';

export interface StartOptions {
  readonly env: Environment;
  /** The built app; a folder without index.html hosts its files alone. */
  readonly appDir: string;
  /** The SQL files. */
  readonly migrations: string;
  /** Where log lines go. */
  readonly logStream: Writable;
}

export interface Running {
  /** Where this process answers, no slash at the end. */
  readonly url: string;
  /** Where people reach it: the same, or as configured. */
  readonly site: string;
  /** What runs behind it, in words for the start line. */
  readonly behind: string;
  readonly firstAdmin: FirstAdmin | null;
  /** Where mails are read, with its key, for whoever runs the platform; null where they are sent instead. */
  readonly mailbox: string | null;
  /** Lets requests in work end, then closes everything. */
  stop(): Promise<void>;
}

/** The start can't go on; the message is what the operator needs to know, one line per reason. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const CLOSE_PATIENCE_MS = 10_000;

/** Starts Ayo. Throws StartError for whatever the operator can put right. Nothing is left running then. */
export async function start(options: StartOptions): Promise<Running> {
  const loaded = loadConfig(options.env);
  if ('error' in loaded) throw new StartError(loaded.error);
  const { config: asked } = loaded;
  const config = asked.port === 0 ? { ...asked, port: await freePort(asked.host) } : asked;
  try {
    return await (config.platformUrl === undefined ? startEmbeddedPlatform(config, options) : startHost(config, config.platformUrl, options));
  } catch (error) {
    throw toStartError(error, config);
  }
}

async function startEmbeddedPlatform(config: Config, options: StartOptions): Promise<Running> {
  const places = await readPlaceFile(config.placesFile);
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    log: lineLog(options.logStream, 'database'),
  });
  try {
    await migrate(database.pool, options.migrations);
    const reason = await reasonAgainstMoney(database.pool, config.payments, new Date());
    if (reason !== null) throw new StartError(reason);
    return await startPlatform(config, { ...options, places }, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startPlatform(config: Config, options: StartOptions & { readonly places: PlaceBook }, database: Database): Promise<Running> {
  const { pool } = database;
  const files = await readHostedFiles(options.appDir);
  const version = versionOf(files);
  const { app, platform } = await createApp({
    config, pool, randomBytes, version, places: options.places,
    now: () => new Date(),
    log: logTo(options),
    answers: options.env['NODE_ENV'] === 'development' ? 'exact' : 'strip',
    host: (server) => registerHost(server, { files, config, version, capabilities: () => CAPABILITIES, serviceWorker: config.serviceWorker }),
  });
  if (isLive(config.payments)) {
    platform.log('identity.simulated', { alert: true, says: 'This version has no identity service but the simulator, which believes every number; NIN checks prove nothing.' });
  }
  await seedCatalogue(pool, platform.now);
  await seedFramedGames(pool, config.gameProviders, platform.now);
  const firstAdmin = await ensureFirstAdmin(platform);
  if (firstAdmin.isElsewhere) platform.log('first-admin.elsewhere', { says: 'Another process of this database has printed the one-time admin sign-in.' });
  const { mailboxKey, url } = await openUp(app, platform).catch(async (error: unknown) => {
    await firstAdmin.release();
    throw error;
  });
  const stopJobs = startJobs(platform);
  return {
    url,
    site: config.publicUrl ?? url,
    behind: database.describe,
    firstAdmin: firstAdmin.signIn,
    mailbox: mailboxKey === null ? null : `${loopbackUrl(config)}${MAILBOX_PATH}?key=${mailboxKey}`,
    stop: async () => {
      stopJobs();
      await close(app);
      await firstAdmin.release();
      await database.close();
    },
  };
}

/** The last steps before anybody can ask for anything. */
async function openUp(app: FastifyInstance, platform: Platform): Promise<{ readonly mailboxKey: string | null; readonly url: string }> {
  await checkMoneyNow(platform);
  const mailboxKey = platform.config.smtp === undefined ? await readMailboxKey(platform) : null;
  return { mailboxKey, url: await listen(app, platform.config) };
}

/** The app alone, over an operator's own platform: no database. */
async function startHost(config: Config, platformUrl: string, options: StartOptions): Promise<Running> {
  const files = await readHostedFiles(options.appDir);
  const version = versionOf(files);
  const app = createServer(config, logTo(options));
  const operator = createOperator({
    platformUrl, fetch, file: abilityFile(config.dataDir, platformUrl), random: Math.random, log: eventLog(app.log),
  });
  await registerOperator(app, { platformUrl });
  registerHost(app, {
    files, config, version, hasDrawnLobby: false, serviceWorker: config.serviceWorker,
    capabilities: () => operator.current().capabilities,
    isProvisional: () => operator.current().isProvisional,
  });
  await operator.start();
  try {
    const url = await listen(app, config);
    const stop = (): Promise<void> => {
      operator.stop();
      return close(app);
    };
    return { url, site: config.publicUrl ?? url, behind: `the platform at ${platformUrl}`, firstAdmin: null, mailbox: null, stop };
  } catch (error) {
    operator.stop();
    throw error;
  }
}

const logTo = ({ logStream }: StartOptions): LogOptions => ({ level: 'info', stream: logStream });

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw error;
  }
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function close(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS);
  await app.close();
  clearTimeout(timer);
}

/** Addresses in mails and redirects name the port, so it must be known before listening. */
async function freePort(host: string): Promise<number> {
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
  const isTold = error instanceof EmbeddedDatabaseError || error instanceof MigrationError || error instanceof PlaceFileError;
  if (isTold) return new StartError(error.message, { cause: error });
  const code = errorCode(error);
  const where = `${host}:${port}`;
  if (code === 'EADDRINUSE') {
    return new StartError(`Something else listens on ${where} already. Stop it, or set PORT.`, { cause: error });
  }
  if (code === 'EACCES') return new StartError(`This user may not listen on ${where}. Set PORT to 1024 or more.`, { cause: error });
  if (code === 'EADDRNOTAVAIL') return new StartError(`This machine has no address ${host}. Set HOST.`, { cause: error });
  if (databaseUrl !== undefined && (isUnavailable(error) || code?.startsWith('28') === true || code === '3D000')) {
    const why = error instanceof Error && error.message !== '' ? error.message : String(code);
    return new StartError(`The database that DATABASE_URL names can't be used: ${why}`, { cause: error });
  }
  return error;
}
