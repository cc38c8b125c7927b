import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('./database-child.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A platform-like process; see `database-child.ts`. */
export interface DatabaseProcess {
  readonly pid: number;
  /**
   * Resolves to the first matching line, printed before or after the call; rejects with all lines when the process ends without
   * one.
   */
  waitForLine(pattern: RegExp): Promise<string>;
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface DatabaseProcessOptions {
  readonly dataDir: string;
  /** The user to run as; needs root. */
  readonly user?: { readonly uid: number; readonly gid: number };
  readonly nativeDirectory?: string;
}

/** Starts a process that opens the embedded database in a directory. End it with `kill`. */
export function startDatabaseProcess({ dataDir, user, nativeDirectory }: DatabaseProcessOptions): DatabaseProcess {
  const args = ['--import', 'tsx', CHILD, dataDir, ...(nativeDirectory === undefined ? [] : [nativeDirectory])];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...user });
  const { pid } = child;
  if (pid === undefined) throw new Error('The process could not be started.');
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      listeners.forEach((listener) => { listener(); });
    });
  }
  child.once('close', () => { listeners.forEach((listener) => { listener(); }); });
  return { pid, waitForLine: (pattern) => waitForLine(child, lines, listeners, pattern), kill: (signal) => kill(child, signal) };
}

function waitForLine(
  child: ChildProcess,
  lines: readonly string[],
  listeners: Set<() => void>,
  pattern: RegExp,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const line = lines.find((candidate) => pattern.test(candidate));
      const hasEnded = child.stdout?.closed === true && (child.exitCode !== null || child.signalCode !== null);
      if (line === undefined && !hasEnded) return;
      listeners.delete(check);
      if (line === undefined) reject(new Error(`The process ended without saying ${String(pattern)}:\n${lines.join('\n')}`));
      else resolve(line);
    };
    listeners.add(check);
    check();
  });
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill(signal);
  await ended;
}
