import { spawn, type ChildProcess } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from '../errors';
import type { Log } from '../log';
import type { Binaries } from './binaries';
import { answers, ensureDatabase } from './bootstrap';
import type { Cluster } from './cluster';
import { programOptions, runProgram } from './command';
import type { Identity } from './identity';
import { sendSignal, stopLeftServer, stopServer } from './postmaster';
import { serverArguments, SOCKET_FILE, SOCKET_PORT, type Endpoint } from './settings';
import type { ServerLog } from './server-log';
import { shortNameOf } from './short-path';

const POLL_INTERVAL_MS = 20;
const SLOW_START_MS = 5_000;
/** After a kill of the server alone its children need a moment to notice and let go of the shared memory. */
const BUSY_PATIENCE_MS = 15_000;
const BUSY_WAIT_MS = 100;
const BUSY = /pre-existing shared memory block|lock file "[^"]+" already exists/;
const FIRST_RESTART_MS = 100;
const MAX_RESTART_MS = 10_000;

export interface ServerOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly identity: Identity;
  readonly log: Log;
  readonly serverLog: ServerLog;
  readonly sync: boolean;
}

/** A running server, started again by itself whenever it ends without having been told to. */
export interface Server {
  readonly endpoint: Endpoint;
  /** The process number of the server; undefined while it is down. */
  readonly pid: () => number | undefined;
  /** Ends it and waits until it is gone. */
  readonly stop: () => Promise<void>;
}

/** How long to wait before the server is started for the n-th time after it ended by itself (from 0), in ms. */
export function restartWaitMs(attempt: number): number {
  return Math.min(MAX_RESTART_MS, FIRST_RESTART_MS * 2 ** Math.min(attempt, 16));
}

/**
 * Starts the server, waits until it answers (recovery after a crash included) and until the database `ayo` is there.
 * @throws EmbeddedDatabaseError when it ends instead
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { cluster, log } = options;
  const name = shortNameOf(cluster.socketDirectory, SOCKET_FILE);
  const endpoint =
    cluster.password === undefined
      ? { host: name.path, port: SOCKET_PORT, password: undefined }
      : { host: '127.0.0.1', port: await freePort(), password: cluster.password };
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let child: ChildProcess | undefined;

  // Whatever way the process ends that still runs handlers: the server is told to end, too.
  const onExit = (): void => {
    if (child !== undefined && isRunning(child) && child.pid !== undefined) sendSignal(child.pid, 'SIGINT');
  };

  async function start(): Promise<void> {
    child = await startPatiently(options, endpoint, (started) => { child = started; }, stopping.signal);
    child.once('exit', (code, signal) => {
      if (isStopping()) return;
      log(`The database server ended by itself (${endOf(code, signal)}). Starting it again.`);
      void startAgain();
    });
  }

  async function startAgain(): Promise<void> {
    for (let attempt = 0; !isStopping(); attempt += 1) {
      try {
        await sleep(restartWaitMs(attempt), undefined, { signal: stopping.signal, ref: false });
        await start();
        log('The database server is back.');
        return;
      } catch (error) {
        if (isStopping()) return;
        log(`The database server did not come back: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    const running = child;
    if (running?.pid !== undefined && isRunning(running)) {
      if (process.platform === 'win32') await stopOnWindows(options);
      await stopServer(running.pid, () => Promise.resolve(isRunning(running)));
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

/** Windows has no signals: a process is told to end by PostgreSQL's own program, or ended without being told. */
async function stopOnWindows({ binaries, cluster }: ServerOptions): Promise<void> {
  const args = ['stop', '-D', cluster.directory, '-m', 'fast'];
  await runProgram(binaries.pgCtl, args, programOptions(cluster.directory, undefined));
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ?? `code ${String(code)}`;
}

/** Starts it; where something of a server that was killed is still going away, again and again for a while. */
async function startPatiently(
  options: ServerOptions,
  endpoint: Endpoint,
  onStarted: (child: ChildProcess) => void,
  stopping: AbortSignal,
): Promise<ChildProcess> {
  for (let waitedMs = 0; ; waitedMs += BUSY_WAIT_MS) {
    await stopLeftServer(options.cluster, options.log);
    await emptySocketDirectory(options.cluster);
    stopping.throwIfAborted();
    const mark = options.serverLog.mark();
    const child = spawnServer(options, endpoint);
    onStarted(child);
    if (await becomesReady(child, endpoint, options.log)) return child;
    const reason = options.serverLog.fatalSince(mark) ?? `it ended with ${endOf(child.exitCode, child.signalCode)}`;
    if (waitedMs >= BUSY_PATIENCE_MS || !BUSY.test(reason)) {
      throw new EmbeddedDatabaseError(
        `The database server does not start: ${reason}. More in postgres.log in the data directory.`,
      );
    }
    await sleep(BUSY_WAIT_MS);
  }
}

/** No server runs when this is called, so a socket or its lock file is a dead one's. */
async function emptySocketDirectory({ socketDirectory }: Cluster): Promise<void> {
  for (const name of await readdir(socketDirectory)) {
    await rm(path.join(socketDirectory, name), { force: true, recursive: true });
  }
}

function spawnServer(options: ServerOptions, endpoint: Endpoint): ChildProcess {
  const { cluster, binaries, identity, serverLog, sync } = options;
  const user = identity.kind === 'same' ? undefined : identity.run;
  const child = spawn(binaries.postgres, serverArguments(cluster, { port: endpoint.port, sync }), {
    ...programOptions(cluster.directory, user),
    stdio: ['ignore', serverLog.descriptor, serverLog.descriptor],
    // A session of its own: Ctrl-C and a closed terminal reach the platform, which lets its requests end before the
    // database.
    detached: true,
  });
  child.unref();
  return child;
}

/** Resolves to true when the server answers, to false when it ended. */
async function becomesReady(child: ChildProcess, endpoint: Endpoint, log: Log): Promise<boolean> {
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (cause) => {
      reject(new EmbeddedDatabaseError(`The database server can't be started: ${cause.message}`, { cause }));
    });
  });
  return child.pid === undefined ? failed : Promise.race([failed, pollUntilReady(child, endpoint, log)]);
}

async function pollUntilReady(child: ChildProcess, endpoint: Endpoint, log: Log): Promise<boolean> {
  for (let polls = 0; ; polls += 1) {
    // Looked at first: an answer after the end would be another server's.
    if (!isRunning(child)) return false;
    if (await answers(endpoint)) return isRunning(child);
    if (polls * POLL_INTERVAL_MS === SLOW_START_MS) log('The database is still starting: it recovers what was written before the last end.');
    await sleep(POLL_INTERVAL_MS);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => { resolve(typeof address === 'object' && address !== null ? address.port : 0); });
    });
  });
}
