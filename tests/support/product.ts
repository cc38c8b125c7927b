/** The whole product as a process of its own, as `npm start` runs it, on a free port with a data directory of its own. */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port';
import { ROOT } from './stages.mjs';

const run = promisify(execFile);

/** An empty database takes seconds to make, and longer where everybody else writes, too. */
const START_LIMIT_MS = 180_000;

/** Names a data directory of a stopped product that new ones begin with; in the environment of a product, another one for it alone. */
export const PREPARED_DATA = 'AYO_PREPARED_DATA';

/** Variables that configure the product. Tests leave them out of its environment, so that the shell that runs the tests does not configure it. */
const CONFIGURATION = [
  'HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'PLATFORM_URL', 'PUBLIC_URL', 'CDN_URL', 'PIXEL_URL', 'SMTP_URL', 'PAYSTACK_SECRET_KEY',
  'PAYSTACK_PREVIOUS_SECRET_KEY', 'PAYMENT_GATEWAYS', 'GAME_PROVIDERS', 'GAME_PROVIDERS_FILE',
  'CONSENT_POLICY', 'ADMIN_OFFICE_NETWORKS', 'SERVICE_WORKER', 'ALLOWED_COUNTRIES', 'COUNTRY_HEADER', 'REGION_HEADER', 'PLACES_FILE', 'TRUST_PROXY',
];

function bareEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !CONFIGURATION.includes(name)));
}

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** Everything the process printed since its first start. */
  output(): string;
  /** The one-time admin sign-in as it was printed, or null when there was none. */
  admin(): { username: string; password: string } | null;
  /** Ends the process as an operator would, and waits. */
  stop(): Promise<void>;
  /** kill -9, and waits. */
  kill(): Promise<void>;
  /** The same product again, on the same port and data. */
  start(): Promise<void>;
  /** Stops and removes the data. */
  dispose(): Promise<void>;
}

/** The keys of the mailboxes of this process's products, by what their addresses begin with. */
const mailboxKeys = new Map<string, string>();

/** The key of the mailbox of a product that this process started; null for any other address. */
export function mailboxKeyAt(url: string): string | null {
  return mailboxKeys.get(new URL(url).origin) ?? null;
}

function whenExited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once('exit', () => done()));
}

/** For these the directory is of no use: another database, or none. */
const NOT_FOR = ['DATABASE_URL', 'PLATFORM_URL'];

/** A clock that was moved may stand at a time at which the directory was not there yet. */
const isClockMoved = (env: Readonly<Record<string, string>>): boolean => existsSync(env['AYO_TEST_CLOCK'] ?? '');

/** `cp` keeps the owners of the database's files, which are not ours where the tests run as root. */
async function copyPrepared(dataDir: string, env: Readonly<Record<string, string>>): Promise<void> {
  const own = env[PREPARED_DATA];
  const from = own ?? process.env[PREPARED_DATA];
  if (from === undefined || NOT_FOR.some((name) => name in env) || (own === undefined && isClockMoved(env))) return;
  await run('cp', ['-a', `${from}/.`, dataDir]);
}

/** Tests pay out what was hardly played, and several persons to one account. */
const HOLDING_RULES_OFF = '{"in-and-out":{"on":false},"shared-payout-account":{"on":false}}';

/** Starts the built product (`dist`); rejects with what it printed when it does not come up. */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ayo-product-'));
  await copyPrepared(dataDir, env);
  const port = Number(env['PORT'] ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  let printed = '';
  let child: ChildProcess | null = null;
  let wasKilled = false;

  async function answers(): Promise<boolean> {
    try {
      return (await fetch(`${url}/version.json`)).ok;
    } catch {
      return false;
    }
  }

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [join(ROOT, 'dist/server/main.js')], {
      cwd: ROOT,
      env: { ...bareEnvironment(), NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, RISK_RULES: HOLDING_RULES_OFF, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    wasKilled = false;
    const from = printed.length;
    const collectOutput = (chunk: Buffer) => {
      printed += chunk.toString();
    };
    started.stdout.on('data', collectOutput);
    started.stderr.on('data', collectOutput);
    const deadline = Date.now() + START_LIMIT_MS;
    // Where it is, is printed last, with the admin's sign-in.
    while (!printed.includes(`Ayo is at ${env['PUBLIC_URL'] ?? url}`, from) || !(await answers())) {
      if (started.exitCode !== null || Date.now() > deadline) {
        await end('SIGKILL');
        throw new Error(`The product did not start:\n${printed}`);
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    const key = /^Mails are shown .*?[?&]key=([\w-]+)$/m.exec(printed.slice(from))?.[1];
    if (key !== undefined) mailboxKeys.set(url, key);
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const running = child;
    if (running === null) return;
    running.kill(signal);
    await whenExited(running);
    child = null;
    wasKilled = signal === 'SIGKILL';
  }

  /** A killed platform leaves its database running; the next one takes it over, and stops it. */
  async function dispose(): Promise<void> {
    if (wasKilled) await start().catch(() => undefined);
    await end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  await start().catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  });
  return {
    url,
    dataDir,
    output: () => printed,
    admin: () => {
      // Every start before the first sign-in prints another one; the last one holds.
      const found = [...printed.matchAll(/^One-time admin sign-in.*? (\S+) \/ (\S+)/gm)].at(-1);
      return found === undefined ? null : { username: found[1] ?? '', password: found[2] ?? '' };
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    start,
    dispose,
  };
}
