/** The end of a process, as the proxy before it and the callers under way see it. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, expect, inject, it } from 'vitest';
import { problem as problemSchema } from '../../src/core/contract/problem';
import { start } from '../../server/start';
import { testDatabase } from '../support/database';
import { testClient } from '../support/http-client';
import { startPlatformProcess } from '../support/platform-process';
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
