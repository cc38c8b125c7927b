/**
 * Gives back a role that another admin took away: `npm run admin:restore -- USERNAME`. Whoever may run commands on the server
 * answers for it. The account is open again, and one sign-in is printed, after which a password of their own has to be set; the
 * same command prints another one until then. A line of the audit trail says so, with the user of the operating system. Ends
 * with 0, and with 1 and a line where nothing was done. With the embedded database: while Ayo is stopped.
 */
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { restoreOnServer } from '../admin';
import { loadConfig } from '../config';
import { openDatabase } from '../db/database';
import { lineLog } from '../http/logging';

const USAGE = 'Usage: npm run admin:restore -- USERNAME';

/** The alert of the platform's log; there is no server whose log it could be in. */
function alertLine(event: string, details: Readonly<Record<string, unknown>> = {}): void {
  process.stderr.write(`${JSON.stringify({ level: 'error', at: new Date().toISOString(), event, ...details })}\n`);
}

async function run(): Promise<string> {
  const { positionals } = parseArgs({ args: process.argv.slice(2), allowPositionals: true });
  const [username, ...more] = positionals;
  if (username === undefined || more.length > 0) throw new Error(USAGE);
  const loaded = loadConfig(process.env);
  if ('error' in loaded) throw new Error(loaded.error);
  const { dataDir, databaseUrl } = loaded.config;
  const database = await openDatabase({ dataDir, databaseUrl, log: lineLog(process.stderr, 'database') });
  try {
    const platform = { pool: database.pool, now: () => new Date(), randomBytes, log: alertLine };
    const restored = await restoreOnServer(platform, { username, osUser: userInfo().username });
    if (restored === null) throw new Error(`There is nobody with the username ${username} whose role another admin took away.`);
    const { name, password } = restored;
    return `${restored.username} (${name}) is an admin again. It stands in the audit trail.\nThis sign-in works once, then a password of their own is set: ${restored.username} / ${password}`;
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
