/** Starts one process of the database server, and waits until it answers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from '../errors';
import type { Log } from '../log';
import type { Binaries } from './binaries';
import { isAnswering } from './bootstrap';
import type { Cluster } from './cluster';
import { programOptions } from './run-program';
import { stopOrphanedServer } from './postmaster';
import type { ServerLog } from './server-log';
import type { ServerUser } from './server-user';
import { serverArguments, type Endpoint } from './settings';

const POLL_INTERVAL_MS = 20;
const SLOW_START_MS = 5_000;
/** When the server alone is killed, its children take a moment to notice it and to release the shared memory. */
const BUSY_PATIENCE_MS = 15_000;
const BUSY_WAIT_MS = 100;
const BUSY = /pre-existing shared memory block|lock file "[^"]+" already exists/;

export interface ServerOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly serverUser: ServerUser;
  readonly log: Log;
  readonly serverLog: ServerLog;
  readonly sync: boolean;
}

export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ?? `code ${String(code)}`;
}

/**
 * Starts the server, and tries again for a while when the remains of a killed server are still in the way. `onStarted` gets each process
 * before it is ready, so that it can be stopped.
 * @throws EmbeddedDatabaseError when the server ends instead
 */
export async function startWithRetries(
  options: ServerOptions,
  endpoint: Endpoint,
  onStarted: (child: ChildProcess) => void,
  stopping: AbortSignal,
): Promise<ChildProcess> {
  for (let waitedMs = 0; ; waitedMs += BUSY_WAIT_MS) {
    await stopOrphanedServer(options.cluster, options.log);
    await emptySocketDirectory(options.cluster);
    stopping.throwIfAborted();
    const mark = options.serverLog.mark();
    const child = spawnServer(options, endpoint);
    onStarted(child);
    if (await waitUntilReady(child, endpoint, options.log)) return child;
    const reason = options.serverLog.readFatalSince(mark) ?? `it ended with ${describeExit(child.exitCode, child.signalCode)}`;
    if (waitedMs >= BUSY_PATIENCE_MS || !BUSY.test(reason)) {
      throw new EmbeddedDatabaseError(
        `The database server does not start: ${reason}. More in postgres.log in the data directory.`,
      );
    }
    await sleep(BUSY_WAIT_MS);
  }
}

/** Removes sockets and their lock files, which belong to dead servers, because no server runs when this is called. */
async function emptySocketDirectory({ socketDirectory }: Cluster): Promise<void> {
  for (const name of await readdir(socketDirectory)) {
    await rm(path.join(socketDirectory, name), { force: true, recursive: true });
  }
}

function spawnServer(options: ServerOptions, endpoint: Endpoint): ChildProcess {
  const { cluster, binaries, serverUser, serverLog, sync } = options;
  const user = serverUser.kind === 'same' ? undefined : serverUser.run;
  const child = spawn(binaries.postgres, serverArguments(cluster, { port: endpoint.port, sync }), {
    ...programOptions(cluster.directory, user),
    stdio: ['ignore', serverLog.descriptor, serverLog.descriptor],
    // The server gets a session of its own, so that Ctrl-C and a closed terminal reach the platform alone: it lets its requests
    // end before it stops the database.
    detached: true,
  });
  child.unref();
  return child;
}

/** Resolves to true when the server answers, to false when it ended. */
async function waitUntilReady(child: ChildProcess, endpoint: Endpoint, log: Log): Promise<boolean> {
  const spawnFailure = new Promise<never>((_, reject) => {
    child.once('error', (cause) => {
      reject(new EmbeddedDatabaseError(`The database server can't be started: ${cause.message}`, { cause }));
    });
  });
  return child.pid === undefined ? spawnFailure : Promise.race([spawnFailure, pollUntilReady(child, endpoint, log)]);
}

async function pollUntilReady(child: ChildProcess, endpoint: Endpoint, log: Log): Promise<boolean> {
  for (let polls = 0; ; polls += 1) {
    // We check this first, because an answer after the end would come from another server.
    if (!isRunning(child)) return false;
    if (await isAnswering(endpoint)) return isRunning(child);
    if (polls * POLL_INTERVAL_MS === SLOW_START_MS) log('The database is still starting: it recovers what was written before the last end.');
    await sleep(POLL_INTERVAL_MS);
  }
}
