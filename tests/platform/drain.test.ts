/** The end of a process, as the proxy before it and the callers under way see it. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { playRound } from '../../src/core/contract/games';
import { getBalance } from '../../src/core/contract/player';
import { problem as problemSchema } from '../../src/core/contract/problem';
import { start } from '../../server/start';
import { testDatabase } from '../support/database';
import { makeCashier } from '../support/deposits';
import { freePort } from '../support/free-port';
import { startHaproxy } from '../support/haproxy';
import { paramsOf, testClient } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { startPlatformProcess } from '../support/platform-process';
import type { PlatformProcess } from '../support/platform-process';
import { isLong } from '../support/seeds';
import { browserOf, makeSignedInPlayer } from '../support/signed-in-players';
import { ROOT } from '../support/stages.mjs';

const POLL = { timeout: 30_000 };

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});

const statusOf = async (url: string, address: string) => (await testClient(url).request('GET', address)).status;

/** A connection that the test writes to in pieces. */
function openSocket(url: string): { write(text: string): void; readonly answer: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  cleanUp.push(() => socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
  return { write: (text) => void socket.write(text), answer };
}

const isListening = (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
};

it('first turns the proxy away, then refuses what still comes with Retry-After, lets calls under way end, and stops the database last', async () => {
  const database = await testDatabase();
  cleanUp.push(() => database.close());
  let endWait = (): void => undefined;
  const waits: number[] = [];
  const wait = (ms: number) => new Promise<void>((resolve) => {
    waits.push(ms);
    endWait = resolve;
  });
  const running = await start({
    appDir: '/no/such/folder', migrations: path.join(ROOT, 'server/db/migrations'), logStream: new PassThrough().resume(), wait,
    env: { PORT: '0', DATABASE_URL: database.databaseUrl, SEED_KEY_FILE: inject('ayoSeedKeyFile'), FIELD_KEY_FILE: inject('ayoFieldKeyFile'), DRAIN_SECONDS: '20' },
  });
  const { url } = running;
  expect(await statusOf(url, '/readyz')).toBe(200);

  const client = testClient(url);
  await client.request('GET', '/api/v1/auth/anti-forgery');
  const token = client.cookies.get('XSRF-TOKEN') ?? '';
  const cookies = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const body = JSON.stringify({ username: 'nobody-at-all', password: 'three brown goats' });
  const underWay = openSocket(url);
  underWay.write(
    `POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: x\r\ncookie: ${cookies}\r\nx-xsrf-token: ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  const late = openSocket(url);
  late.write('GET /api/v1/games HTTP/1.1\r\nhost: x\r\n');

  const stopped = running.stop();
  expect(waits).toEqual([20_000]);
  expect(await statusOf(url, '/readyz')).toBe(503);
  expect(await statusOf(url, '/livez')).toBe(200);
  expect(await statusOf(url, '/api/v1/games')).toBe(200);

  endWait();
  await expect.poll(() => isListening(url), POLL).toBe(false);
  late.write('\r\n');
  const [head = '', text = ''] = (await late.answer).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  expect(head).toMatch(/^retry-after: [1-4]$/im);
  expect(head).toMatch(/^content-type: application\/problem\+json/im);
  expect(problemSchema.parse(JSON.parse(text))).toMatchObject({ code: 'unavailable', status: 503 });

  underWay.write(body.slice(10));
  // It asked the database whether there is such a player.
  expect(await underWay.answer).toContain('"code":"invalid-credentials"');
  await stopped;
});

it('a signal makes a process turn the proxy away and serve on; a second one ends it at once', async () => {
  const database = await testDatabase();
  cleanUp.push(() => database.close());
  const child = startPlatformProcess({ PORT: '0', DATABASE_URL: database.databaseUrl, DRAIN_SECONDS: '300' });
  const url = await child.url;
  expect(await statusOf(url, '/readyz')).toBe(200);
  child.signal('SIGTERM');
  await expect.poll(() => statusOf(url, '/readyz'), POLL).toBe(503);
  expect(await statusOf(url, '/api/health')).toBe(200);
  child.signal('SIGTERM');
  expect(await child.ended).toMatchObject({ code: 1 });
});

describe.runIf(isLong)('under HAProxy', () => {
  const RESTARTS = 6;
  const PLAYERS = 8;
  /** So many calls of players at a process that was started anew say that HAProxy has noticed it. */
  const NOTICED_CALLS = 20;

  it('restarts lose no call: polls and rounds go on while each of two processes is stopped and started again', { timeout: 900_000 }, async () => {
    const database = await testDatabase();
    cleanUp.push(() => database.close());
    const ports = [await freePort(), await freePort()] as const;
    // HAProxy looks each second, and believes the second 503.
    const startOn = (port: number): PlatformProcess => startPlatformProcess({ PORT: String(port), DATABASE_URL: database.databaseUrl, DRAIN_SECONDS: '6', TRUST_PROXY: '127.0.0.1' });
    const processes = new Map(ports.map((port) => [port, startOn(port)]));
    cleanUp.push(async () => {
      for (const each of processes.values()) each.signal('SIGKILL');
      await Promise.all([...processes.values()].map(({ ended }) => ended));
    });
    await Promise.all([...processes.values()].map(({ url }) => url));
    const haproxy = await startHaproxy(ports);
    cleanUp.push(() => haproxy.stop());
    const isNoticed = (each: PlatformProcess | undefined) => () => (each?.stderr().split('"route":"/api/v1/player/').length ?? 0) > NOTICED_CALLS;

    const counts = new Map<string, number>();
    const run = { isOver: false };
    const call = async (client: TestClient, n: number): Promise<string> => {
      const { status, problem } = n % 2 === 0
        ? await client.call(getBalance, { params: paramsOf(client) })
        : await client.call(playRound, { params: { ...paramsOf(client), gameId: 'adire-gold' }, key: newKey(), body: { stake: 10, currency: 'NGN', bet: {} } });
      return [status, problem?.code].join(' ').trim();
    };
    // The money must come by deposits, because a start that finds other money closes all of it.
    const cashier = makeCashier(database.pool);
    const players = Array.from({ length: PLAYERS }, async () => {
      const player = await makeSignedInPlayer(database.pool);
      const { reference } = await cashier.start(player.userId, 1_000_000.01);
      await cashier.notify(cashier.notificationBody(reference));
      const client = browserOf(player, haproxy.url);
      for (let n = 0; !run.isOver; n += 1) {
        const seen = await call(client, n).catch(String);
        counts.set(seen, (counts.get(seen) ?? 0) + 1);
      }
    });
    for (const each of processes.values()) await expect.poll(isNoticed(each), POLL).toBe(true);
    for (let n = 0; n < RESTARTS; n += 1) {
      const port = ports[n % 2] ?? 0;
      processes.get(port)?.signal('SIGTERM');
      expect(await processes.get(port)?.ended).toMatchObject({ code: 0 });
      processes.set(port, startOn(port));
      await expect.poll(isNoticed(processes.get(port)), { timeout: 120_000 }).toBe(true);
    }
    run.isOver = true;
    await Promise.all(players);
    console.info(`${RESTARTS} restarts under HAProxy: ${JSON.stringify(Object.fromEntries(counts))}`);
    // A round may come too soon after the one before.
    expect([...counts.keys()].filter((seen) => !['200', '201', '429 cycle-too-short'].includes(seen))).toEqual([]);
    expect(counts.get('201')).toBeGreaterThan(0);
  });
});
