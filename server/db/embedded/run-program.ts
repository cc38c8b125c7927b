import { spawn, type SpawnOptions } from 'node:child_process';
import type { UserId } from './server-user';

export interface CommandResult {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly output: string;
}

const MAX_OUTPUT_CHARACTERS = 16_000;

/**
 * Makes the environment of PostgreSQL's programs. It has no variables of the platform, which hold keys, and no PG… variables,
 * which would silently change what the programs do.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TMPDIR, TEMP } = process.env;
  const inherited = Object.entries({ PATH, SystemRoot, TMPDIR, TEMP }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

/** Makes the options to spawn a program as `user` in `cwd`; the process enters the directory before it changes the user. */
export function programOptions(cwd: string, user: UserId | undefined): SpawnOptions {
  const asUser = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  return { cwd, env: programEnvironment(), windowsHide: true, ...asUser };
}

/** Runs a program to its end and collects its output. Rejects only when it could not be started. */
export function runProgram(program: string, args: readonly string[], options: SpawnOptions): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: string): void => { output = (output + chunk).slice(-MAX_OUTPUT_CHARACTERS); };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => { resolve({ code, output }); });
  });
}

/** Returns the last line that is not empty, for a message of one line. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() ?? '';
}
