/** Programs of the system that some tests need. Where one is missing, those tests run in the long run alone, and fail there with its name. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { isLong } from './seeds';

const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];

/** Returns the path of a program, or null where it is not installed. */
export function findProgram(name: string): string | null {
  for (const folder of FOLDERS) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // It is not in this folder.
    }
  }
  return null;
}

/** Says whether the tests that need the program run here. */
export const isTested = (name: string): boolean => isLong || findProgram(name) !== null;

/** Returns the path of a program; throws an Error that names the package of Debian to install. */
export function requireProgram(name: string, packageName = name): string {
  const file = findProgram(name);
  if (file === null) throw new Error(`${name} is missing; install it (Debian: apt-get install ${packageName}).`);
  return file;
}

export interface ProgramEnd {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end. */
export async function runToEnd(file: string, args: readonly string[]): Promise<ProgramEnd> {
  const { child, output } = startProgram(file, args);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

export interface StartedProgram {
  readonly child: ChildProcess;
  /** Standard output and standard error so far. */
  readonly output: () => string;
}

/** Starts a program with nothing in its environment but what is given, and as another user where one is named. */
export function startProgram(
  file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}, user: { readonly uid?: number; readonly gid?: number } = {},
): StartedProgram {
  const child = spawn(file, [...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] ?? '', ...env }, ...user });
  let text = '';
  const collect = (chunk: Buffer): void => void (text += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return { child, output: () => text };
}
