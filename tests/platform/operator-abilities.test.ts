/** A host remembers what the platform behind it can do, over restarts of either. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Capability } from '../../src/core/contract/platform';
import { createCapabilityWatch, pauseAfterMs } from '../../server/hosting/capability-watch';
import type { CapabilityWatch } from '../../server/hosting/capability-watch';
import { start } from '../../server/start';
import type { RunningAyo } from '../../server/start';
import { testClient } from '../support/http-client';

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const DESCRIPTION = { paths: { '/v1/games': { get: {} } } };
const MORE = { paths: { ...DESCRIPTION.paths, '/v1/auth/sign-in': { post: {} } } };

interface OperatorStage {
  readonly watch: CapabilityWatch;
  readonly requestedPaths: string[];
  /** The capabilities that the file holds. */
  storedCapabilities(): readonly Capability[] | null;
}

/** An operator's platform that gives these answers in order, and the last one again and again. */
function operatorWith(answers: readonly (() => Response)[], before: readonly Capability[] | null = null): OperatorStage {
  const requestedPaths: string[] = [];
  let storedText = before;
  const watch = createCapabilityWatch({
    platformUrl: 'https://operator.example/platform',
    fetch: async (input) => {
      requestedPaths.push(input instanceof Request ? input.url : String(input));
      const answer = answers[Math.min(requestedPaths.length, answers.length) - 1];
      if (answer === undefined) throw new Error('no answer');
      return answer();
    },
    file: {
      read: async () => storedText,
      write: async (capabilities) => {
        storedText = capabilities;
      },
    },
    random: () => 0.5,
    log: () => undefined,
  });
  return { watch, requestedPaths, storedCapabilities: () => storedText };
}

const silent = (): Response => {
  throw new Error('ECONNREFUSED');
};

describe('what an operator’s platform can do', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is read from its OpenAPI document, stored, and read again every hour', async () => {
    const { watch, requestedPaths, storedCapabilities } = operatorWith([() => json(DESCRIPTION), () => json(DESCRIPTION), () => json(MORE)]);
    await watch.start();
    expect(watch.current()).toEqual({ capabilities: ['games'], isProvisional: false });
    expect(requestedPaths).toEqual(['https://operator.example/platform/openapi.json']);
    expect(storedCapabilities()).toEqual(['games']);
    await vi.advanceTimersByTimeAsync(60 * 60_000 - 1);
    expect(requestedPaths).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(requestedPaths).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(watch.current().capabilities).toEqual(['sign-in', 'games']);
    expect(storedCapabilities()).toEqual(['sign-in', 'games']);
    watch.stop();
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    expect(requestedPaths).toHaveLength(3);
  });

  it.each([
    ['silent', silent],
    ['overloaded', () => json({}, 503)],
    ['without its description', () => json({ error: 'no such call' }, 404)],
    ['describing no calls at all', () => json({ paths: {} })],
    ['describing its health alone', () => json({ paths: { '/health': { get: {} } } })],
    ['a page of a proxy', () => new Response('<html>')],
  ])('stays what it was last known to be after a restart of the host while the platform is %s, and is had back without another', async (_, trouble) => {
    const { watch, requestedPaths, storedCapabilities } = operatorWith([trouble, trouble, trouble, () => json(MORE)], ['games']);
    await watch.start();
    expect(watch.current()).toEqual({ capabilities: ['games'], isProvisional: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(requestedPaths).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(requestedPaths).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(watch.current().capabilities).toEqual(['games']);
    expect(storedCapabilities()).toEqual(['games']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(watch.current()).toEqual({ capabilities: ['sign-in', 'games'], isProvisional: false });
    watch.stop();
  });

  it('is not cut down by one incomplete description: only the fourth such description in a row is believed', async () => {
    const all = ['sign-in', 'account', 'games', 'support'] as const;
    const part = () => json({ paths: { '/v1/games': { get: {} } } });
    const whole = () => json({ paths: { ...MORE.paths, '/v1/player/{id}/account': { get: {} } } });
    const { watch, requestedPaths, storedCapabilities } = operatorWith([part, whole, part, part, part, part], all);
    await watch.start();
    expect(watch.current().capabilities).toEqual(all);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(watch.current().capabilities).toEqual(['sign-in', 'account', 'games']);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    await vi.advanceTimersByTimeAsync(5_000 + 10_000);
    expect(requestedPaths).toHaveLength(5);
    expect(storedCapabilities()).toEqual(['sign-in', 'account', 'games']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(watch.current().capabilities).toEqual(['games']);
    expect(storedCapabilities()).toEqual(['games']);
    watch.stop();
  });

  it('is provisional until the platform answers, and is the given calls alone once it answers without a description', async () => {
    const { watch } = operatorWith([silent, () => json({}, 404), () => json(DESCRIPTION)]);
    await watch.start();
    expect(watch.current()).toEqual({ capabilities: [], isProvisional: true });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(watch.current()).toEqual({ capabilities: [], isProvisional: false });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(watch.current().capabilities).toEqual(['games']);
    watch.stop();
  });

  it('stays provisional where the only description names no calls', async () => {
    const { watch } = operatorWith([() => json({ paths: {} }), () => json(DESCRIPTION)]);
    await watch.start();
    expect(watch.current()).toEqual({ capabilities: [], isProvisional: true });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(watch.current()).toEqual({ capabilities: ['games'], isProvisional: false });
    watch.stop();
  });

  it('is asked ever more slowly: after 5 s, doubling, at most five minutes, and not by all hosts at once', () => {
    const half = [1, 2, 3, 7, 8, 100, 5_000].map((failures) => pauseAfterMs(failures, () => 0.5));
    expect(half).toEqual([5_000, 10_000, 20_000, 300_000, 300_000, 300_000, 300_000]);
    expect([pauseAfterMs(1, () => 0), pauseAfterMs(1, () => 0.999)]).toEqual([3_750, expect.closeTo(6_250, -1)]);
  });
});

describe('a host that starts again', () => {
  const cleanUp: (() => unknown)[] = [];
  afterEach(async () => {
    for (const each of cleanUp.splice(0).reverse()) await each();
  });

  async function platform(): Promise<{ readonly url: string; answer: RequestListener }> {
    const there = { url: '', answer: (() => undefined) as RequestListener };
    const server = createServer((request, response) => there.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanUp.push(() => new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    }));
    there.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return there;
  }

  async function host(platformUrl: string, dataDir: string): Promise<RunningAyo> {
    const running = await start({
      env: { PORT: '0', DATA_DIR: dataDir, PLATFORM_URL: platformUrl },
      appDir: '/no/such/folder', migrations: '/no/such/folder', logStream: new PassThrough().resume(),
    });
    cleanUp.push(() => running.stop());
    return running;
  }

  const configOf = async ({ url }: RunningAyo) => JSON.parse((await testClient(url).request('GET', '/config.json')).text) as Record<string, unknown>;
  const description: RequestListener = (request, response) => void response.writeHead(request.url === '/openapi.json' ? 200 : 404).end(JSON.stringify(MORE));

  it('hides nothing from installed apps while the platform is silent, and asks another platform anew', async () => {
    const dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'ayo-abilities-')), 'data');
    cleanUp.push(() => rm(path.dirname(dataDir), { recursive: true, force: true }));
    const operator = await platform();
    operator.answer = description;
    const first = await host(operator.url, dataDir);
    expect(await configOf(first)).toMatchObject({ capabilities: ['sign-in', 'games'] });
    await first.stop();
    expect(await readdir(dataDir)).toEqual(['operator.json']);

    // It takes the question and never answers.
    operator.answer = () => undefined;
    const second = await host(operator.url, dataDir);
    expect(await configOf(second)).toMatchObject({ capabilities: ['sign-in', 'games'] });
    expect(await configOf(second)).not.toHaveProperty('provisional');
    await second.stop();

    operator.answer = (_request, response) => void response.writeHead(404).end();
    const third = await host(operator.url, dataDir);
    expect(await configOf(third)).toMatchObject({ capabilities: ['sign-in', 'games'] });
    operator.answer = (_request, response) => void response.writeHead(200).end(JSON.stringify(DESCRIPTION));
    await expect.poll(async () => (await configOf(third))['capabilities'], { timeout: 60_000, interval: 250 }).toEqual(['games']);
    // The host announces the new capabilities before it has written the file, so the test waits for the file too.
    const savedDescription = { platformUrl: operator.url, capabilities: ['games'] };
    await expect.poll(async () => JSON.parse(await readFile(path.join(dataDir, 'operator.json'), 'utf8'))).toEqual(savedDescription);
    await third.stop();

    const other = await platform();
    const fourth = await host(other.url, dataDir);
    expect(await configOf(fourth)).toMatchObject({ capabilities: [], provisional: true });
    await fourth.stop();

    // Half a file, as a full disk leaves it, or one of a newer build.
    await writeFile(path.join(dataDir, 'operator.json'), '{"platformUrl":');
    const fifth = await host(operator.url, dataDir);
    expect(await configOf(fifth)).toMatchObject({ capabilities: ['games'] });
  });
});
