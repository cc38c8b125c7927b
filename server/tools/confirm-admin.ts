/**
 * Confirms that an admin is a person of their own: `npm run admin:confirm -- USERNAME`. Whoever may run commands on the server
 * answers for it: two accounts that one let the other in count as one person before that, and money waits. A line of the audit
 * trail says so, with the user of the operating system. Ends with 0, and with 1 and a line where nothing was done. With the
 * embedded database: while Ayo is stopped.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { confirmOnServer } from '../admin';
import { loadConfig } from '../config';
import { openDatabase } from '../db/database';
import { lineLog } from '../http/logging';

const USAGE = 'Usage: npm run admin:confirm -- USERNAME';

async function run(): Promise<string> {
  const { positionals } = parseArgs({ args: process.argv.slice(2), allowPositionals: true });
  const [username, ...more] = positionals;
  if (username === undefined || more.length > 0) throw new Error(USAGE);
  const loaded = loadConfig(process.env);
  if ('error' in loaded) throw new Error(loaded.error);
  const { dataDir, databaseUrl } = loaded.config;
  const database = await openDatabase({ dataDir, databaseUrl, log: lineLog(process.stderr, 'database') });
  try {
    const platform = { pool: database.pool, now: () => new Date() };
    const name = await confirmOnServer(platform, { username, osUser: userInfo().username });
    if (name === null) throw new Error(`There is no admin with the username ${username}.`);
    return `${username} (${name}) is confirmed as a person of their own. It stands in the audit trail.`;
  } finally {
    await database.close();
  }
}

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  // A usage error, or a database that is away: one line, no stack.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
