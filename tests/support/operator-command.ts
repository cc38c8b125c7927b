/** Starts the operator's commands as an operator starts them, each in a process of its own. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './stages.mjs';

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
  const all = [...await nodeArguments(command), ...args];
  return new Promise((done) => {
    execFile(process.execPath, all, { cwd: ROOT, env: { PATH: process.env['PATH'], ...env } }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
