/** The platform as a process of its own, built as it is shipped, for tests about start, signals and kills. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import { afterTest } from './embedded';
import { ROOT } from './stages.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the built platform, which `database-global.ts` makes for this run. */
    ayoPlatform: string;
  }
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PlatformProcess {
  readonly pid: number;
  /** Resolves with the platform's address once it is printed; rejects when the process ends before. */
  readonly url: Promise<string>;
  /** Resolves when the process has ended and all its output was read. */
  readonly ended: Promise<ProcessEnd>;
  stdout(): string;
  stderr(): string;
  signal(name: NodeJS.Signals): void;
}

const ADDRESS = /^Ayo is at (\S+)/m;

/** Starts the process with these variables and those that any process needs to run, and no others. `main` is another build of it. */
export function startPlatformProcess(env: Readonly<Record<string, string>>, main = inject('ayoPlatform')): PlatformProcess {
  const child: ChildProcess = spawn(process.execPath, [main], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', SEED_KEY_FILE: inject('ayoSeedKeyFile'), FIELD_KEY_FILE: inject('ayoFieldKeyFile'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The process could not be started.');
  let [stdout, stderr] = ['', ''];
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]): ProcessEnd => ({
    code: typeof code === 'number' ? code : null,
    signal: typeof signal === 'string' ? signal : null,
    stdout,
    stderr,
  }));
  const url = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const address = ADDRESS.exec(stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    void ended.then((end) => reject(new Error(`It ended without an address: ${JSON.stringify(end)}`)));
  });
  // A test that only waits for the end does not use the address, so its rejection must not count as unhandled.
  url.catch(() => undefined);
  return { pid, url, ended, stdout: () => stdout, stderr: () => stderr, signal: (name) => void child.kill(name) };
}

/** Starts the process on a free port, and ends it after the test. */
export function startForTest(env: Readonly<Record<string, string>>, main?: string): PlatformProcess {
  const child = startPlatformProcess({ PORT: '0', ...env }, main);
  afterTest(async () => {
    child.signal('SIGTERM');
    await child.ended;
  });
  return child;
}
