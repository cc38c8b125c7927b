import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from '../errors';
import type { Log } from '../log';
import { hasCode } from './files';
import type { Cluster } from './cluster';
import { clusterMarker } from './settings';

const POLL_INTERVAL_MS = 20;
/** A fast shutdown writes changed pages to the disk (32 MB at most); an immediate one leaves that to recovery. */
const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/** Each signal stops the server harder than the one before: https://www.postgresql.org/docs/18/server-shutdown.html */
const SHUTDOWN_STEPS = [
  ['SIGINT', FAST_SHUTDOWN_MS],
  ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
] as const;

const run = promisify(execFile);

/** Tells processes apart by what they mean for the start of a server. */
type Occupant =
  | 'nobody'
  /** It is the server of this cluster. */
  | 'ours'
  /** It is another PostgreSQL, or a process that we can't inspect, so PostgreSQL's own check decides. */
  | 'unclear'
  /** It is no PostgreSQL, so the system has used the number again. */
  | 'other';

/**
 * Stops a server that a killed platform left running on the cluster. We stop it and start a new one rather than take it over: the
 * new one has this Ayo's programs and settings, and is a child process whose end we notice. Call it only while holding the data
 * directory.
 *
 * PostgreSQL refuses to start when the process number in `postmaster.pid` belongs to another program by now, so that file is
 * removed then. PostgreSQL still checks its shared memory itself.
 */
export async function stopOrphanedServer(cluster: Pick<Cluster, 'directory' | 'id'>, log: Log): Promise<void> {
  const file = path.join(cluster.directory, 'postmaster.pid');
  const pid = await readPid(file);
  if (pid === undefined) return;
  const occupant = await findOccupant(pid, cluster);
  if (occupant === 'unclear') return;
  if (occupant === 'ours') {
    log(`Stopping the database server (process ${pid}) that a killed Ayo left running.`);
    await stopServer(pid, async () => (await findOccupant(pid, cluster)) === 'ours');
    return;
  }
  await rm(file, { force: true });
}

/**
 * Stops a server: fast at first, and harder when that takes too long. Resolves when `isRunning` returns false.
 * @throws EmbeddedDatabaseError when it does not end
 */
export async function stopServer(pid: number, isRunning: () => Promise<boolean>): Promise<void> {
  for (const [signal, patienceMs] of SHUTDOWN_STEPS) {
    sendSignal(pid, signal);
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_INTERVAL_MS) {
      if (!(await isRunning())) return;
      await sleep(POLL_INTERVAL_MS);
    }
  }
  throw new EmbeddedDatabaseError(`The database server (process ${pid}) does not stop.`);
}

/** Sends a signal; a process that has ended already is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

async function readPid(file: string): Promise<number | undefined> {
  try {
    const pid = Number.parseInt(await readFile(file, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 1 ? pid : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function findOccupant(pid: number, cluster: Pick<Cluster, 'id'>): Promise<Occupant> {
  const words = await commandLine(pid);
  if (words === undefined) return 'unclear';
  if (words.length === 0) return 'nobody';
  if (words.includes(clusterMarker(cluster))) return 'ours';
  return words.some((word) => /postgres|postmaster/i.test(word)) ? 'unclear' : 'other';
}

/**
 * Returns the words of a process's command line; none when there is no such process or it is a zombie; undefined when the system
 * does not say.
 */
async function commandLine(pid: number): Promise<string[] | undefined> {
  try {
    if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').filter(Boolean);
    if (process.platform === 'win32') return undefined;
    const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.trim().split(/\s+/).filter(Boolean);
  } catch (error) {
    // Without such a process ps exits with 1 and /proc has no entry (ENOENT); it may also end while we read (ESRCH).
    const hasNoProcess = error instanceof Error && 'code' in error && error.code === 1;
    return hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH') || hasNoProcess ? [] : undefined;
  }
}
