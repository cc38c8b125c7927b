import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createPool } from '../../server/db/database';
import { DATABASE, ROLE, ensureDatabase, superuserConfig } from '../../server/db/embedded/bootstrap';
import { clusterId } from '../../server/db/embedded/cluster';
import { startEmbedded, type EmbeddedDatabase } from '../../server/db/embedded/embedded';
import { exists } from '../../server/db/embedded/files';
import { holdDataDirectory } from '../../server/db/embedded/holder';
import { stopOrphanedServer } from '../../server/db/embedded/postmaster';
import { DataDirectoryHeldError } from '../../server/db/errors';
import { migrate } from '../../server/db/migrate';
import { buildServer } from '../../server/tools/build';
import { buildCommands } from './built-commands';
import { copyDatabase } from './copy-database';
import { TEMPLATE_DATABASE } from './database';
import { TEST_FIELD_KEY, registerTestFieldKey } from './field-keys';
import { startInstalledPostgres } from './installed-postgres';
import { scratchEnv } from './scratch.mjs';
import { TEST_SEED_KEY, registerTestKey } from './seed-keys';
import { CACHE } from './stages.mjs';

/*
 * One embedded server for a whole test run, in a temporary directory and without waiting for the disk, with a migrated
 * template that each test file copies; and the platform and the operator's commands built, for tests that start them as processes.
 * AYO_TEST_POSTGRES_BIN names the programs of another PostgreSQL (Debian: /usr/lib/postgresql/15/bin) to use in its place.
 */

const PREFIX = 'ayo-test-';
const MIGRATIONS = new URL('../../server/db/migrations/', import.meta.url);
const COMMANDS = 'commands';
const ignoreLine = (): void => undefined;

type Server = Pick<EmbeddedDatabase, 'endpoint' | 'stop'>;
type Provided = Pick<ProvidedContext, 'ayoSeedKeyFile' | 'ayoFieldKeyFile' | 'ayoCommands' | 'ayoPlatform' | 'ayoData' | 'ayoDatabase'>;

/** What all projects of a run share. */
interface Run {
  readonly provided: Provided;
  dispose(): Promise<void>;
}

/** A server, and a data directory of a stopped one with the same migrations; null where that is not ours. */
interface Prepared {
  readonly server: Server;
  readonly data: string | null;
}

/** Each project loads this file anew, so what they share hangs on the process. */
const shared = globalThis as { ayoTestRun?: { readonly run: Promise<Run>; users: number } };

export async function setup(project: TestProject): Promise<void> {
  shared.ayoTestRun ??= { run: startRun(), users: 0 };
  shared.ayoTestRun.users += 1;
  const { provided } = await shared.ayoTestRun.run;
  for (const name of Object.keys(provided) as (keyof Provided)[]) project.provide(name, provided[name]);
}

export async function teardown(): Promise<void> {
  if (shared.ayoTestRun === undefined) return;
  shared.ayoTestRun.users -= 1;
  if (shared.ayoTestRun.users === 0) await (await shared.ayoTestRun.run).dispose();
}

async function startRun(): Promise<Run> {
  // The tests' processes, which start after this, take their environment from here.
  Object.assign(process.env, scratchEnv());
  await removeLeftovers();
  const directory = await mkdtemp(path.join(tmpdir(), PREFIX));
  mkdirSync(CACHE, { recursive: true });
  const bundle = await mkdtemp(path.join(CACHE, 'platform-'));
  const [{ server, data }] = await Promise.all([startServer(directory), buildPrograms(bundle)]);
  const { host, port, password } = server.endpoint;
  return {
    provided: {
      ayoSeedKeyFile: await writeKey(path.join(bundle, 'seed-keys'), TEST_SEED_KEY),
      ayoFieldKeyFile: await writeKey(path.join(bundle, 'field-keys'), TEST_FIELD_KEY),
      ayoCommands: path.join(bundle, COMMANDS),
      ayoPlatform: path.join(bundle, 'main.js'),
      ayoData: data,
      ayoDatabase: { host, port, password: password ?? null },
    },
    dispose: async () => {
      await server.stop();
      for (const folder of [directory, bundle]) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(directory: string): Promise<Prepared> {
  const bin = process.env['AYO_TEST_POSTGRES_BIN'];
  if (bin !== undefined) {
    const server = await startInstalledPostgres(bin);
    await ensureDatabase(server.endpoint);
    await migrateDatabase(server);
    await makeTemplate(server);
    return { server, data: null };
  }
  const start = () => startEmbedded({ dataDir: directory, log: ignoreLine, sync: false });
  const first = await start();
  await migrateDatabase(first);
  await first.stop();
  const data = path.join(directory, 'prepared');
  await mkdir(data);
  await copyDatabase(directory, data);
  const server = await start();
  await makeTemplate(server);
  return { server, data };
}

async function migrateDatabase({ endpoint }: Server): Promise<void> {
  await withPool(endpoint, DATABASE, (pool) => migrate(pool, MIGRATIONS));
}

async function withPool(endpoint: Server['endpoint'], database: string, work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = createPool({ ...superuserConfig(endpoint, database), user: ROLE, max: 2 }, ignoreLine);
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

async function buildPrograms(bundle: string): Promise<void> {
  // The first empties the folder.
  await buildServer(bundle);
  await buildCommands(path.join(bundle, COMMANDS));
}

/** Writes a key to a file that is read by every process that the tests start, and by every start within a test. Returns the file's path. */
async function writeKey(file: string, key: Buffer): Promise<string> {
  await writeFile(file, `${key.toString('hex')}\n`, { mode: 0o600 });
  return file;
}

async function makeTemplate({ endpoint }: Server): Promise<void> {
  const admin = new pg.Client(superuserConfig(endpoint, 'postgres'));
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE} OWNER ${ROLE} TEMPLATE ${DATABASE}`);
  await admin.end();
  await withPool(endpoint, TEMPLATE_DATABASE, async (pool) => {
    await registerTestKey(pool);
    await registerTestFieldKey(pool);
  });
}

/**
 * Removes servers and directories that killed runs left behind. A directory that a process holds belongs to a run that continues.
 */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const dataDir = path.join(tmpdir(), name);
    const cluster = path.join(dataDir, 'pg');
    // Only directories with a server count: a run holds its directory before it starts one, so without a holder the run is dead.
    if (!name.startsWith(PREFIX) || !(await exists(path.join(cluster, 'postmaster.pid')))) continue;
    try {
      const hold = await holdDataDirectory(dataDir, dataDir, Date.now);
      await stopOrphanedServer({ directory: cluster, id: await clusterId(cluster) }, ignoreLine);
      await hold.release();
      await rm(dataDir, { recursive: true, force: true });
    } catch (error) {
      // The directory may belong to another user, or another run may be removing it.
      if (!(error instanceof DataDirectoryHeldError) && !(error instanceof Error && 'code' in error)) throw error;
    }
  }
}
