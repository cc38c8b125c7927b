import { mkdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createPool } from '../../server/db/database';
import { ROLE, superuserConfig } from '../../server/db/embedded/bootstrap';
import { clusterId } from '../../server/db/embedded/cluster';
import { startEmbedded, type EmbeddedDatabase } from '../../server/db/embedded/embedded';
import { exists } from '../../server/db/embedded/files';
import { holdDataDirectory } from '../../server/db/embedded/holder';
import { stopOrphanedServer } from '../../server/db/embedded/postmaster';
import { DataDirectoryHeldError } from '../../server/db/errors';
import { migrate } from '../../server/db/migrate';
import { buildServer } from '../../server/tools/build';
import { TEMPLATE_DATABASE } from './database';
import { scratchEnv } from './scratch.mjs';
import { CACHE } from './stages.mjs';

/*
 * One embedded server for a whole test run, in a temporary directory and without waiting for the disk, with a migrated
 * template that each test file copies; and the platform as one file, for tests that start it as a process of its own.
 */

const PREFIX = 'ayo-test-';
const MIGRATIONS = new URL('../../server/db/migrations/', import.meta.url);
const quiet = (): void => undefined;

let server: EmbeddedDatabase | undefined;
let directory: string | undefined;
let bundle: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  // The tests' processes, which start after this, take their environment from here.
  Object.assign(process.env, scratchEnv());
  await removeLeftovers();
  directory = await mkdtemp(path.join(tmpdir(), PREFIX));
  server = await startEmbedded({ dataDir: directory, log: quiet, sync: false });
  await makeTemplate(server);
  mkdirSync(CACHE, { recursive: true });
  bundle = await mkdtemp(path.join(CACHE, 'platform-'));
  await buildServer(bundle);
  project.provide('ayoPlatform', path.join(bundle, 'main.js'));
  project.provide('ayoDatabase', { host: server.endpoint.host, port: server.endpoint.port, password: server.endpoint.password ?? null });
}

export async function teardown(): Promise<void> {
  await server?.stop();
  for (const made of [directory, bundle]) if (made !== undefined) await rm(made, { recursive: true, force: true });
}

async function makeTemplate({ endpoint }: EmbeddedDatabase): Promise<void> {
  const admin = new pg.Client(superuserConfig(endpoint, 'postgres'));
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE} OWNER ${ROLE}`);
  await admin.end();
  const pool = createPool({ ...superuserConfig(endpoint, TEMPLATE_DATABASE), user: ROLE, max: 1 }, quiet);
  try {
    await migrate(pool, MIGRATIONS);
  } finally {
    await pool.end();
  }
}

/**
 * Runs that were killed leave their server and its directory behind. A directory that somebody holds is a run that goes
 * on.
 */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const left = path.join(tmpdir(), name);
    const cluster = path.join(left, 'pg');
    // Only those that got as far as a running server: they were held before that, so one that is not held is dead.
    if (!name.startsWith(PREFIX) || !(await exists(path.join(cluster, 'postmaster.pid')))) continue;
    try {
      const hold = await holdDataDirectory(left, left, Date.now);
      await stopOrphanedServer({ directory: cluster, id: await clusterId(cluster) }, quiet);
      await hold.release();
      await rm(left, { recursive: true, force: true });
    } catch (error) {
      // Another user's, or another run is just removing it.
      if (!(error instanceof DataDirectoryHeldError) && !(error instanceof Error && 'code' in error)) throw error;
    }
  }
}
