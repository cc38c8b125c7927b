/** Keeps the database server running: starts it again whenever it ends before it is stopped. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram, programOptions } from './run-program';
import { sendSignal, stopServer } from './postmaster';
import { describeExit, isRunning, startWithRetries } from './server-process';
import type { ServerOptions } from './server-process';
import type { Endpoint } from './settings';

const FIRST_RESTART_MS = 100;
const MAX_RESTART_MS = 10_000;

/** Returns the wait in ms before the n-th restart of a server that ended by itself; `attempt` counts from 0. */
export function restartWaitMs(attempt: number): number {
  return Math.min(MAX_RESTART_MS, FIRST_RESTART_MS * 2 ** Math.min(attempt, 16));
}

export interface Supervisor {
  /** Starts the server and waits until it answers. */
  readonly start: () => Promise<void>;
  /** The process number of the server; undefined while it is down. */
  readonly pid: () => number | undefined;
  /** Ends the server, or the attempts to start it again, and waits until it is gone. */
  readonly stop: () => Promise<void>;
}

export function createSupervisor(options: ServerOptions, endpoint: Endpoint): Supervisor {
  const { log } = options;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  /** The newest process, also while it is starting, and after its end. */
  let child: ChildProcess | undefined;
  const pid = (): number | undefined => (child !== undefined && isRunning(child) ? child.pid : undefined);

  const setChild = (startedChild: ChildProcess): void => {
    child = startedChild;
  };

  async function start(): Promise<void> {
    const readyChild = await startWithRetries(options, endpoint, setChild, stopping.signal);
    readyChild.once('exit', (code, signal) => {
      if (isStopping()) return;
      log(`The database server ended by itself (${describeExit(code, signal)}). Starting it again.`, { alert: true });
      void restart();
    });
  }

  /** Tries to start the server for as long as it takes. */
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
        // Only another reason is another alert. Process numbers in the message differ each time, so we compare without digits.
        const comparable = reason.replace(/\d+/g, '');
        log(`The database server did not come back: ${reason}`, comparable === lastReason ? {} : { alert: true });
        lastReason = comparable;
      }
    }
  }

  // However this process ends, as long as it still runs handlers, the server must end, too.
  const onExit = (): void => {
    const runningPid = pid();
    if (runningPid !== undefined) sendSignal(runningPid, 'SIGINT');
  };
  process.on('exit', onExit);

  async function stop(): Promise<void> {
    stopping.abort();
    const lastChild = child;
    if (lastChild?.pid !== undefined && isRunning(lastChild)) {
      if (process.platform === 'win32') await stopOnWindows(options);
      await stopServer(lastChild.pid, () => Promise.resolve(isRunning(lastChild)));
    }
    process.off('exit', onExit);
  }

  return { start, pid, stop };
}

/** Stops the server through PostgreSQL's own program, because Windows has no signals. */
async function stopOnWindows({ binaries, cluster }: ServerOptions): Promise<void> {
  const args = ['stop', '-D', cluster.directory, '-m', 'fast'];
  await runProgram(binaries.pgCtl, args, programOptions(cluster.directory, undefined));
}
