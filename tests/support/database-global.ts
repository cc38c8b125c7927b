import { mkdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createPool } from '../../server/db/database';
import { ROLE, ensureDatabase, superuserConfig } from '../../server/db/embedded/bootstrap';
import { clusterId } from '../../server/db/embedded/cluster';
import { startEmbedded, type EmbeddedDatabase } from '../../server/db/embedded/embedded';
import { exists } from '../../server/db/embedded/files';
import { holdDataDirectory } from '../../server/db/embedded/holder';
import { stopOrphanedServer } from '../../server/db/embedded/postmaster';
import { DataDirectoryHeldError } from '../../server/db/errors';
import { migrate } from '../../server/db/migrate';
import { buildServer } from '../../server/tools/build';
import { buildCommands } from './built-commands';
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
const ignoreLine = (): void => undefined;

// `setup` fills these, and `teardown` reads them.
let server: Pick<EmbeddedDatabase, 'endpoint' | 'stop'> | undefined;
let directory: string | undefined;
let bundle: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  // The tests' processes, which start after this, take their environment from here.
  Object.assign(process.env, scratchEnv());
  await removeLeftovers();
  directory = await mkdtemp(path.join(tmpdir(), PREFIX));
  const bin = process.env['AYO_TEST_POSTGRES_BIN'];
  server = bin === undefined ? await startEmbedded({ dataDir: directory, log: ignoreLine, sync: false }) : await startInstalledPostgres(bin);
  await ensureDatabase(server.endpoint);
  await makeTemplate(server);
  mkdirSync(CACHE, { recursive: true });
  bundle = await mkdtemp(path.join(CACHE, 'platform-'));
  await buildServer(bundle);
  const commands = path.join(bundle, 'commands');
  await buildCommands(commands);
  // Read by every process that the tests start, and by every start within a test.
  const seedKeyFile = path.join(bundle, 'seed-keys');
  await writeFile(seedKeyFile, `${TEST_SEED_KEY.toString('hex')}\n`, { mode: 0o600 });
  project.provide('ayoSeedKeyFile', seedKeyFile);
  const fieldKeyFile = path.join(bundle, 'field-keys');
  await writeFile(fieldKeyFile, `${TEST_FIELD_KEY.toString('hex')}\n`, { mode: 0o600 });
  project.provide('ayoFieldKeyFile', fieldKeyFile);
  project.provide('ayoCommands', commands);
  project.provide('ayoPlatform', path.join(bundle, 'main.js'));
  project.provide('ayoDatabase', { host: server.endpoint.host, port: server.endpoint.port, password: server.endpoint.password ?? null });
}

export async function teardown(): Promise<void> {
  await server?.stop();
  for (const folder of [directory, bundle]) if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

async function makeTemplate({ endpoint }: Pick<EmbeddedDatabase, 'endpoint'>): Promise<void> {
  const admin = new pg.Client(superuserConfig(endpoint, 'postgres'));
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE} OWNER ${ROLE}`);
  await admin.end();
  const pool = createPool({ ...superuserConfig(endpoint, TEMPLATE_DATABASE), user: ROLE, max: 2 }, ignoreLine);
  try {
    await migrate(pool, MIGRATIONS);
    await registerTestKey(pool);
    await registerTestFieldKey(pool);
  } finally {
    await pool.end();
  }
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
