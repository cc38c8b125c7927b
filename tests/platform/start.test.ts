import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { setOwnPassword } from '../../src/core/contract/admins';
import { signIn } from '../../src/core/contract/auth';
import { getHealth } from '../../src/core/contract/platform';
import { start, StartError } from '../../server/start';
import type { RunningAyo } from '../../server/start';
import { testDatabase } from '../support/database';
import { testClient } from '../support/http-client';
import { enrolByCalls } from '../support/second-factor';
import { OPERATOR_SESSION, startOperatorPlatform } from '../support/operator-platform';
import { startPlatformProcess } from '../support/platform-process';
import type { PlatformProcess } from '../support/platform-process';
import { runToEnd } from '../support/programs';
import { ROOT } from '../support/stages.mjs';

const MIGRATIONS = path.join(ROOT, 'server/db/migrations');

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});

async function temporary(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-start-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function processWith(env: Record<string, string>): PlatformProcess {
  const child = startPlatformProcess(env);
  cleanUp.push(async () => {
    child.signal('SIGTERM');
    await child.ended;
  });
  return child;
}

/** A start in this process, over a database of the test's own; most tests are about what comes after its migrations. */
async function startHere(env: Record<string, string> = {}, { isMigrated = true } = {}): Promise<RunningAyo> {
  const database = await testDatabase({ isMigrated });
  cleanUp.push(() => database.close());
  const options = { appDir: '/no/such/folder', migrations: MIGRATIONS, logStream: new PassThrough().resume() };
  const running = await start({ ...options, env: { PORT: '0', DATABASE_URL: database.databaseUrl, SEED_KEY_FILE: inject('ayoSeedKeyFile'), FIELD_KEY_FILE: inject('ayoFieldKeyFile'), ...env } });
  cleanUp.push(() => running.stop());
  return running;
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => new Promise((resolve) => server.close(resolve)));
  return portOf(server);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const healthOf = async (url: string) => (await testClient(url).request('GET', '/api/health')).status;

describe('starting', () => {
  it('makes the database, opens the games, and lets the first admin in', async () => {
    const { url, platformDescription: behind, firstAdmin } = await startHere({}, { isMigrated: false });
    expect(behind).toMatch(/^PostgreSQL at /);
    const client = testClient(url);
    expect((await client.call(getHealth, {})).data).toMatchObject({ status: 'ok', money: true });
    expect((await client.request('GET', '/api/v1/games')).text).toContain('adire-gold');
    const { data } = await client.call(signIn, { body: firstAdmin! });
    client.session = data;
    expect((await client.request('GET', '/api/v1/admin/games')).problem?.code).toBe('own-password-due');
    client.session = (await client.call(setOwnPassword, { body: { password: 'seven slow canoes' } })).data;
    expect((await client.request('GET', '/api/v1/admin/games')).problem?.code).toBe('second-factor-needed');
    await enrolByCalls(client);
    expect((await client.request('GET', '/api/v1/admin/games')).status).toBe(200);
  });

  it('prints the whole link to the mails, good on this machine however it listens, and nothing else opens them', async () => {
    const { url, mailbox } = await startHere({ HOST: '0.0.0.0' });
    expect(mailbox).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/mailbox\?key=[\w-]{32}$/);
    const { origin, pathname, search } = new URL(mailbox ?? url);
    expect((await testClient(origin).request('GET', pathname + search)).data).toEqual({ items: [] });
    expect((await testClient(origin).request('GET', pathname)).status).toBe(401);
  });

  it('says everything that is wrong with the configuration, and makes nothing', async () => {
    const dataDir = path.join(await temporary(), 'data');
    const { code, stdout, stderr } = await processWith({ DATA_DIR: dataDir, PORT: 'http', CONSENT_POLICY: 'never' }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([
      'PORT is "http"; it must be a whole number from 0 to 65535.', 'CONSENT_POLICY is "never"; it must be ask or implied.',
    ]);
    expect(await readdir(path.dirname(dataDir))).toEqual([]);
  });

  it('says with one line that the database is a standby', async () => {
    const database = await testDatabase();
    cleanUp.push(() => database.close());
    const url = new URL(database.databaseUrl);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const error: unknown = await startHere({ DATABASE_URL: url.href }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toBe('The database that DATABASE_URL names takes no writes: it is a standby, or was made read-only. Name the primary.');
  });

  it('reads the providers of framed games from a file, which may be longer than a variable', async () => {
    const folder = await temporary();
    const file = path.join(folder, 'providers.json');
    await writeFile(file, `${' '.repeat(200_000)}[{}]`);
    const wrong: unknown = await startHere({ GAME_PROVIDERS_FILE: file }).catch((reason: unknown) => reason);
    expect((wrong as Error).message).toMatch(/^GAME_PROVIDERS is wrong at 0\.id/);
    const none: unknown = await startHere({ GAME_PROVIDERS_FILE: path.join(folder, 'none.json') }).catch((reason: unknown) => reason);
    expect((none as Error).message).toMatch(/^GAME_PROVIDERS_FILE names ".*none\.json", which can't be read: /);
    const both: unknown = await startHere({ GAME_PROVIDERS_FILE: file, GAME_PROVIDERS: '[]' }).catch((reason: unknown) => reason);
    expect((both as Error).message).toBe('GAME_PROVIDERS and GAME_PROVIDERS_FILE are both set. Remove one.');
  });

  it('says with one line that the port is taken', async () => {
    const port = String(await takenPort());
    const error: unknown = await startHere({ PORT: port }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toBe(`Something else listens on 127.0.0.1:${port} already. Stop it, or set PORT.`);
  });

  it('takes another free port when none was chosen and something takes the one that it found', async () => {
    const other = createServer();
    cleanUp.push(() => new Promise((resolve) => other.close(resolve)));
    const { close } = Server.prototype;
    // The start looks for a free port with a server that it closes again.
    const taking = vi.spyOn(Server.prototype, 'close').mockImplementationOnce(function takePort(this: Server, onClose) {
      const port = portOf(this);
      return close.call(this, () => other.listen(port, '127.0.0.1', () => onClose?.()));
    });
    cleanUp.push(() => taking.mockRestore());
    const { url, firstAdmin } = await startHere();
    expect(other.listening).toBe(true);
    expect(Number(new URL(url).port)).not.toBe(portOf(other));
    expect(await healthOf(url)).toBe(200);
    expect((await testClient(url).call(signIn, { body: firstAdmin! })).status).toBe(200);
  });

  it('says with one line that the database can’t be reached, without its password', async () => {
    const error: unknown = await startHere({ DATABASE_URL: 'postgresql://ayo:hunter2@127.0.0.1:1/ayo' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    const { message } = error as Error;
    expect(message).toMatch(/^The database that DATABASE_URL names can't be used: /);
    expect(message.split('\n')).toHaveLength(1);
    expect(message).not.toContain('hunter2');
  });

  it('starts no database in front of an operator’s own platform', async () => {
    const operator = await startOperatorPlatform();
    cleanUp.push(() => operator.close());
    const dataDir = path.join(await temporary(), 'data');
    const running = await start({
      env: { PORT: '0', DATA_DIR: dataDir, PLATFORM_URL: operator.url },
      appDir: '/no/such/folder', migrations: MIGRATIONS, logStream: new PassThrough().resume(),
    });
    cleanUp.push(() => running.stop());
    expect(running.firstAdmin).toBeNull();
    expect(JSON.parse((await testClient(running.url).request('GET', '/config.json')).text)).toMatchObject({ capabilities: [] });
    expect((await testClient(running.url).request('GET', `/api/v1/player/${OPERATOR_SESSION.userId}/profile`)).status).toBe(401);
    expect(await readdir(path.dirname(dataDir))).toEqual([]);
  });
});

describe('a platform with its own database', () => {
  it('starts, refuses a second one, outlives its database, ends on a signal, and starts again', async () => {
    const dataDir = await temporary();
    const first = processWith({ DATA_DIR: dataDir, PORT: '0' });
    const url = await first.url;
    expect(await healthOf(url)).toBe(200);
    const [, username = '', password = ''] = /^One-time admin sign-in: (\S+) \/ (\S+) /m.exec(first.stdout()) ?? [];
    expect(first.stderr()).not.toContain(password);

    const second = await processWith({ DATA_DIR: dataDir, PORT: '0' }).ended;
    expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(/^The data directory \S+ is held by another Ayo \(process \d+, since [^)]+\)\. Stop it first, or set DATA_DIR\.\n$/);

    // The database is killed: the platform stays, and heals by itself.
    const postmaster = Number((await readFile(path.join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(postmaster, 'SIGKILL');
    await expect.poll(() => isAlive(postmaster), { timeout: 30_000 }).toBe(false);
    const client = testClient(url);
    const signedIn = async () => (await client.call(signIn, { body: { username, password } })).status;
    await expect.poll(signedIn, { timeout: 60_000 }).toBe(200);
    expect(await healthOf(url)).toBe(200);

    const restarted = Number((await readFile(path.join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n')[0]);
    first.signal('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0, signal: null });
    expect(isAlive(restarted)).toBe(false);

    const again = processWith({ DATA_DIR: dataDir, PORT: '0' });
    expect(await healthOf(await again.url)).toBe(200);
    // Somebody has signed in as admin, so there is no new password.
    expect(again.stdout()).not.toContain('One-time');
    again.signal('SIGINT');
    expect(await again.ended).toMatchObject({ code: 0, signal: null });
  });

  it('ends on a signal also while it starts', async () => {
    const child = processWith({ DATA_DIR: await temporary(), PORT: '0' });
    await expect.poll(() => child.stderr(), { timeout: 30_000 }).toContain('Making the database');
    child.signal('SIGTERM');
    expect(await child.ended).toMatchObject({ code: 0, signal: null });
  });
});

it.skipIf(process.platform === 'win32')('a start that may open too few files says so in one line, before it begins anything', async () => {
  const { code, output } = await runToEnd('/bin/sh', ['-c', 'ulimit -n 64; exec "$0" "$1"', process.execPath, inject('ayoPlatform')]);
  expect({ code, output }).toEqual({ code: 1, output: 'This process may open 64 files, and Ayo needs 256 or more: raise the limit (ulimit -n, or LimitNOFILE of the unit).\n' });
});
