/**
 * Runs commands about one admin: `npm run admin:… -- USERNAME`. Somebody who may run commands on the server is responsible for
 * them, and the line in the audit trail names their user of the operating system. With the embedded database, stop Ayo first.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { loadConfig } from '../config';
import type { Config } from '../config';
import { openDatabase } from '../db/database';
import { createLineLog } from '../http/logging';

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
  try {
    process.stdout.write(`${await run(name, act)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function run(name: string, act: (command: AdminCommand) => Promise<string>): Promise<string> {
  const { positionals } = parseArgs({ args: process.argv.slice(2), allowPositionals: true });
  const [username, ...extraArguments] = positionals;
  if (username === undefined || extraArguments.length > 0) throw new Error(`Usage: npm run ${name} -- USERNAME`);
  const loaded = loadConfig(process.env);
  if ('error' in loaded) throw new Error(loaded.error);
  const { config } = loaded;
  const { dataDir, databaseUrl } = config;
  const database = await openDatabase({ dataDir, databaseUrl, log: createLineLog(process.stderr, 'database') });
  try {
    const platform = { config, pool: database.pool, now: () => new Date() };
    return await act({ platform, request: { username, osUser: userInfo().username } });
  } finally {
    await database.close();
  }
}
