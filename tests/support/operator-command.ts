/** Starts the operator's commands as an operator starts them, each in a process of its own. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { ROOT } from './stages.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built commands, which `database-global.ts` makes for this run. */
    ayoCommands: string;
  }
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;

/** The arguments of Node for the command that the README writes as `npm run NAME` or as `node … FILE`. */
async function nodeArguments(command: string): Promise<readonly string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: Readonly<Record<string, string>> };
  const [node, ...args] = (scripts[command] ?? command).split(' ');
  if (node !== 'node') throw new Error(`${command} is no command that Node runs.`);
  return args;
}

/** Runs `npm run COMMAND -- ...args`, or `COMMAND ...args` where it begins with `node`, in the project's folder with nothing but `env`. */
export async function runOperatorCommand(command: string, args: readonly string[], env: Env = {}): Promise<CommandResult> {
  return runNode([...await nodeArguments(command), ...args], env);
}

/**
 * Runs the same, built into one file when the tests began: it starts in a fifth of the time. Each command is started as an operator starts it
 * at least once, too.
 */
export async function runBuiltCommand(command: string, args: readonly string[], env: Env = {}): Promise<CommandResult> {
  const source = (await nodeArguments(command)).at(-1) ?? '';
  return runNode([join(inject('ayoCommands'), basename(source, '.ts').concat('.js')), ...args], env);
}

function runNode(args: readonly string[], env: Env): Promise<CommandResult> {
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: ROOT, env: { PATH: process.env['PATH'], ...env } }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
