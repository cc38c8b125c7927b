/**
 * Runs commands about one admin: `npm run admin:… -- USERNAME`. Somebody who may run commands on the server is responsible for
 * them, and the line in the audit trail names their user of the operating system. With the embedded database, stop Ayo first.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import type { Config } from '../config';
import { readConfig, runCommand, withDatabase } from './command';

export interface AdminCommand {
  readonly platform: { readonly config: Config; readonly pool: Pool; readonly now: () => Date };
  /** The admin's username, and the operating system's user who runs the command. */
  readonly request: { readonly username: string; readonly osUser: string };
}

/**
 * Runs the command `name` and prints the text that `act` returns. The process ends with 0, or with 1 and one line on standard error
 * where `act` throws, the command line is wrong, or the database is away.
 */
export async function runAdminCommand(name: string, act: (command: AdminCommand) => Promise<string>): Promise<void> {
  await runCommand(async () => {
    process.stdout.write(`${await run(name, act)}\n`);
    return 0;
  });
}

async function run(name: string, act: (command: AdminCommand) => Promise<string>): Promise<string> {
  const { positionals } = parseArgs({ args: process.argv.slice(2), allowPositionals: true });
  const [username, ...extraArguments] = positionals;
  if (username === undefined || extraArguments.length > 0) throw new Error(`Usage: npm run ${name} -- USERNAME`);
  const config = readConfig();
  return withDatabase(config, (pool) =>
    act({ platform: { config, pool, now: () => new Date() }, request: { username, osUser: userInfo().username } }));
}
