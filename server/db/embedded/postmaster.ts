import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from '../errors';
import type { Log } from '../log';
import { hasCode } from './files';
import type { Cluster } from './cluster';
import { marker } from './settings';

const POLL_INTERVAL_MS = 20;
/** A fast shutdown writes what is dirty (32 MB at most); an immediate one leaves it to recovery. */
const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/** https://www.postgresql.org/docs/18/server-shutdown.html */
const SHUTDOWN_STEPS = [
  ['SIGINT', FAST_SHUTDOWN_MS],
  ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
] as const;

const run = promisify(execFile);

/** What a process number stands for, as far as it matters before starting a server. */
type Occupant =
  | 'nobody'
  /** The server of this very cluster. */
  | 'ours'
  /** Some PostgreSQL that is not recognised, or a process that can't be looked at: PostgreSQL's own check decides. */
  | 'unclear'
  /** Certainly not a PostgreSQL: the number was used again. */
  | 'other';

/**
 * Sees to it that no server runs on the cluster. A platform that was killed leaves its server running; it is stopped
 * and a new one started, rather than taken over: the new one has this Ayo's programs and settings, and is a child whose
 * end is noticed. Call it only while holding the data directory.
 *
 * A process number in `postmaster.pid` that belongs to something else by now would make PostgreSQL refuse to start;
 * then the file is removed. PostgreSQL's check of its shared memory still stands behind it.
 */
export async function stopLeftServer(cluster: Pick<Cluster, 'directory' | 'id'>, log: Log): Promise<void> {
  const file = path.join(cluster.directory, 'postmaster.pid');
  const pid = await readPid(file);
  if (pid === undefined) return;
  const occupant = await occupantOf(pid, cluster);
  if (occupant === 'unclear') return;
  if (occupant === 'ours') {
    log(`Stopping the database server that an Ayo which was killed left running (process ${pid}).`);
    await stopServer(pid, async () => (await occupantOf(pid, cluster)) === 'ours');
    return;
  }
  await rm(file, { force: true });
}

/**
 * Ends a server: fast, and when that takes too long, at once. Resolves when `runs` says no.
 * @throws EmbeddedDatabaseError when it does not end
 */
export async function stopServer(pid: number, runs: () => Promise<boolean>): Promise<void> {
  for (const [signal, patienceMs] of SHUTDOWN_STEPS) {
    sendSignal(pid, signal);
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_INTERVAL_MS) {
      if (!(await runs())) return;
      await sleep(POLL_INTERVAL_MS);
    }
  }
  throw new EmbeddedDatabaseError(`The database server (process ${pid}) does not stop.`);
}

/** Sends a signal; a process that is gone already is no error. */
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

async function occupantOf(pid: number, cluster: Pick<Cluster, 'id'>): Promise<Occupant> {
  const words = await commandLine(pid);
  if (words === undefined) return 'unclear';
  if (words.length === 0) return 'nobody';
  if (words.includes(marker(cluster))) return 'ours';
  return words.some((word) => /postgres|postmaster/i.test(word)) ? 'unclear' : 'other';
}

/**
 * The words of a process's command; none when there is no such process or only its remains (a zombie); undefined when
 * unknown.
 */
async function commandLine(pid: number): Promise<string[] | undefined> {
  try {
    if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').filter(Boolean);
    if (process.platform === 'win32') return undefined;
    const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.trim().split(/\s+/).filter(Boolean);
  } catch (error) {
    // ps answers 1, /proc has no such entry; ESRCH when it ended while being read.
    const psSaysNone = error instanceof Error && 'code' in error && error.code === 1;
    return hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH') || psSaysNone ? [] : undefined;
  }
}
