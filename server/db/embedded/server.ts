import { spawn, type ChildProcess } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from '../errors';
import type { Log } from '../log';
import type { Binaries } from './binaries';
import { isAnswering, ensureDatabase } from './bootstrap';
import type { Cluster } from './cluster';
import { programOptions, runProgram } from './command';
import type { ServerUser } from './server-user';
import { sendSignal, stopOrphanedServer, stopServer } from './postmaster';
import { serverArguments, SOCKET_FILE, SOCKET_PORT, type Endpoint } from './settings';
import type { ServerLog } from './server-log';
import { shortNameOf } from './short-path';

const POLL_INTERVAL_MS = 20;
const SLOW_START_MS = 5_000;
/** When the server alone is killed, its children take a moment to notice it and to release the shared memory. */
const BUSY_PATIENCE_MS = 15_000;
const BUSY_WAIT_MS = 100;
const BUSY = /pre-existing shared memory block|lock file "[^"]+" already exists/;
const FIRST_RESTART_MS = 100;
const MAX_RESTART_MS = 10_000;

export interface ServerOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly serverUser: ServerUser;
  readonly log: Log;
  readonly serverLog: ServerLog;
  readonly sync: boolean;
}

/** A running server. It is started again whenever it ends before `stop`. */
export interface Server {
  readonly endpoint: Endpoint;
  /** The process number of the server; undefined while it is down. */
  readonly pid: () => number | undefined;
  /** Ends it and waits until it is gone. */
  readonly stop: () => Promise<void>;
}

/** Returns the wait in ms before the n-th restart of a server that ended by itself; `attempt` counts from 0. */
export function restartWaitMs(attempt: number): number {
  return Math.min(MAX_RESTART_MS, FIRST_RESTART_MS * 2 ** Math.min(attempt, 16));
}

/**
 * Starts the server, waits until it answers (also through recovery after a crash) and until the database `ayo` exists.
 * @throws EmbeddedDatabaseError when it ends instead
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { cluster, log } = options;
  const name = shortNameOf(cluster.socketDirectory, SOCKET_FILE);
  const endpoint =
    cluster.password === undefined
      ? { host: name.path, port: SOCKET_PORT, password: undefined }
      : { host: '127.0.0.1', port: await findFreePort(), password: cluster.password };
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let child: ChildProcess | undefined;

  // However this process ends, as long as it still runs handlers, the server must end, too.
  const onExit = (): void => {
    if (child !== undefined && isRunning(child) && child.pid !== undefined) sendSignal(child.pid, 'SIGINT');
  };

  async function start(): Promise<void> {
    child = await startWithRetries(options, endpoint, (started) => { child = started; }, stopping.signal);
    child.once('exit', (code, signal) => {
      if (isStopping()) return;
      log(`The database server ended by itself (${describeExit(code, signal)}). Starting it again.`, { alert: true });
      void restart();
    });
  }

  async function restart(): Promise<void> {
    let lastReason: string | undefined;
    for (let attempt = 0; !isStopping(); attempt += 1) {
      try {
        await sleep(restartWaitMs(attempt), undefined, { signal: stopping.signal, ref: false });
        await start();
        log('The database server is back.', { alert: true });
        return;
      } catch (error) {
        if (isStopping()) return;
        const reason = error instanceof Error ? error.message : String(error);
        // It is tried for as long as it takes, so only another reason is another alert; process numbers make none.
        const comparable = reason.replace(/\d+/g, '');
        log(`The database server did not come back: ${reason}`, comparable === lastReason ? {} : { alert: true });
        lastReason = comparable;
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    const runningChild = child;
    if (runningChild?.pid !== undefined && isRunning(runningChild)) {
      if (process.platform === 'win32') await stopOnWindows(options);
      await stopServer(runningChild.pid, () => Promise.resolve(isRunning(runningChild)));
    }
    process.off('exit', onExit);
    name.release();
  }

  process.on('exit', onExit);
  try {
    await start();
    await ensureDatabase(endpoint);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, pid: () => (child !== undefined && isRunning(child) ? child.pid : undefined), stop };
}

/** Stops the server through PostgreSQL's own program, because Windows has no signals. */
async function stopOnWindows({ binaries, cluster }: ServerOptions): Promise<void> {
  const args = ['stop', '-D', cluster.directory, '-m', 'fast'];
  await runProgram(binaries.pgCtl, args, programOptions(cluster.directory, undefined));
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ?? `code ${String(code)}`;
}

/** Starts the server, and tries again for a while when the remains of a killed server are still in the way. */
async function startWithRetries(
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

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => { resolve(typeof address === 'object' && address !== null ? address.port : 0); });
    });
  });
}
