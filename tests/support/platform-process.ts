/** The platform as a process of its own, built as it is shipped, for tests about starting, signals and kills. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import { ROOT } from './stages.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The built platform's file, made by `database-global.ts` for this run. */
    ayoPlatform: string;
  }
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PlatformProcess {
  readonly pid: number;
  /** Resolves with its address once it is printed; rejects when the process ends before. */
  readonly url: Promise<string>;
  /** Resolves when it has ended and everything it said was read. */
  readonly ended: Promise<Ended>;
  stdout(): string;
  stderr(): string;
  signal(name: NodeJS.Signals): void;
}

const ADDRESS = /^Ayo is at (\S+)/m;

/** Only these variables reach it, and what a process needs to run at all. */
export function startPlatformProcess(env: Readonly<Record<string, string>>): PlatformProcess {
  const child: ChildProcess = spawn(process.execPath, [inject('ayoPlatform')], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The process could not be started.');
  let [stdout, stderr] = ['', ''];
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]): Ended => ({
    code: typeof code === 'number' ? code : null,
    signal: typeof signal === 'string' ? signal : null,
    stdout,
    stderr,
  }));
  const url = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const found = ADDRESS.exec(stdout)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    void ended.then((end) => reject(new Error(`It ended without an address: ${JSON.stringify(end)}`)));
  });
  // A test that only wants the end has no use for the address.
  url.catch(() => undefined);
  return { pid, url, ended, stdout: () => stdout, stderr: () => stderr, signal: (name) => void child.kill(name) };
}
