/** An operator hears of a database that is away, and why, though nobody asks for health. */
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Disk } from '../../server/db/disk';
import { complainsOfFullDisk, openServerLog } from '../../server/db/embedded/server-log';
import { startJobs } from '../../server/jobs';
import { makeDatabaseCable } from '../support/cut-connection';
import type { Cable } from '../support/cut-connection';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { afterTest, childPids, makeTemporaryDirectory, postmasterPid, startTestServer } from '../support/embedded';
import { testClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { startPlatformProcess } from '../support/platform-process';

const POLL = { timeout: 30_000, interval: 50 };
const GIB = 1024 ** 3;

interface Line {
  readonly event: string;
  readonly level: string;
  readonly alert?: boolean;
  readonly why?: string;
  readonly was?: string;
  readonly message?: string;
}

const parse = (lines: readonly string[]): Line[] => lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);
const changesIn = (lines: readonly string[]) =>
  parse(lines)
    .filter(({ event }) => ['database.unreachable', 'database.reachable', 'database.refuses-writes', 'database.takes-writes'].includes(event))
    .map(({ event, level, alert, why, was }) => [event, why ?? was, level, alert]);
const healthAt = async (url: string) => {
  const { status, text } = await testClient(url).request('GET', '/api/health');
  const { version: _, ...body } = JSON.parse(text) as Record<string, unknown>;
  return { http: status, ...body };
};

describe('the watch of the database', () => {
  let cable: Cable;
  let database: TestDatabase;
  let test: TestPlatform;
  const diskState = { freeBytes: 10 * GIB, hasRunOut: false };
  const disk: Disk = { freeBytes: () => Promise.resolve(diskState.freeBytes), hasServerRunOutOfSpace: () => diskState.hasRunOut };
  beforeAll(async () => {
    cable = await makeDatabaseCable();
    database = await testDatabase();
    test = await testPlatform({ database, pool: database.anotherPool(cable.config), parts: { disk } });
  });
  afterAll(async () => {
    await test.close();
    await cable.cut().catch(() => undefined);
    await database.close();
  });

  it('nobody takes a database down unnoticed: the job alone raises one alert, and another when it is back', async () => {
    const from = test.logs.length;
    const stopJobs = startJobs(test.platform);
    try {
      await cable.cut();
      await vi.waitFor(() => { expect(changesIn(test.logs.slice(from))).toEqual([['database.unreachable', 'down', 'error', true]]); }, POLL);
    } finally {
      await cable.mend();
    }
    await vi.waitFor(() => {
      expect(changesIn(test.logs.slice(from))).toEqual([
        ['database.unreachable', 'down', 'error', true], ['database.reachable', 'down', 'error', true],
      ]);
    }, POLL);
    await stopJobs();
  });

  it.each([
    { says: 'the server complained', free: 10 * GIB, hasRunOut: true, why: 'disk-full' },
    { says: 'nothing is left on the disk', free: 0, hasRunOut: false, why: 'disk-full' },
    { says: 'there is room', free: 10 * GIB, hasRunOut: false, why: 'down' },
  ])('nobody looks for a crash where a filled disk took the database down: $why where $says', async ({ free, hasRunOut, why }) => {
    const from = test.logs.length;
    Object.assign(diskState, { freeBytes: free, hasRunOut });
    await cable.cut();
    for (let n = 0; n < 3; n += 1) {
      expect(await healthAt(test.baseUrl)).toEqual({ http: 503, status: 'down', database: why, money: false });
    }
    Object.assign(diskState, { freeBytes: 10 * GIB, hasRunOut: false });
    await cable.mend();
    expect(await healthAt(test.baseUrl)).toEqual({ http: 200, status: 'ok', database: 'up', money: true });
    expect(changesIn(test.logs.slice(from))).toEqual([['database.unreachable', why, 'error', true], ['database.reachable', why, 'error', true]]);
  });

  it('the server’s complaint counts until it takes connections again', () => {
    const complaint = '… PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device\n';
    const ready = '… LOG:  database system is ready to accept connections\n';
    expect([complaint, ready + complaint, ready + complaint + ready, ready].map(complainsOfFullDisk)).toEqual([true, true, false, false]);
  });
});

describe('the embedded server', () => {
  it('raises an alert when it ends and when it does not come back, and one more only for another reason', async () => {
    const dataDir = await makeTemporaryDirectory();
    const alerts: string[] = [];
    const others: string[] = [];
    const server = await startTestServer(dataDir, { log: (line, { alert } = {}) => (alert === true ? alerts : others).push(line) });
    const control = path.join(dataDir, 'pg/global/pg_control');
    await rename(control, `${control}.away`);
    process.kill(server.pid() ?? Number.NaN, 'SIGKILL');
    await vi.waitFor(() => { expect(others.filter((line) => line.startsWith('The database server did not come back')).length).toBeGreaterThan(1); }, POLL);
    await rename(`${control}.away`, control);
    await vi.waitFor(() => { expect(alerts).toContain('The database server is back.'); }, POLL);
    expect(alerts).toEqual([
      expect.stringMatching(/^The database server ended by itself \(SIGKILL\)/),
      expect.stringMatching(/^The database server did not come back: /),
      'The database server is back.',
    ]);
  });

  it('whoever fills the disk does not end the platform by its log: without room for a copy the log is cut', async () => {
    const file = path.join(await makeTemporaryDirectory(), 'postgres.log');
    await writeFile(file, 'x'.repeat(3 * 1024 * 1024));
    // The copy fails because a directory has its name.
    await mkdir(path.join(`${file}.1`, 'in-the-way'), { recursive: true });
    const log = openServerLog(file);
    log.close();
    expect((await stat(file)).size).toBe(0);
  });

  it('raises an alert when it was stopped without notice (SIGSTOP), and health answers instead of hanging', async () => {
    const dataDir = path.join(await makeTemporaryDirectory(), 'data');
    const child = startPlatformProcess({ DATA_DIR: dataDir, PORT: '0' });
    afterTest(async () => {
      child.signal('SIGTERM');
      await child.ended;
    });
    const url = await child.url;
    expect(await healthAt(url)).toMatchObject({ status: 'ok' });
    const postmaster = await postmasterPid(dataDir);
    const all = [postmaster, ...(await childPids(postmaster))];
    all.forEach((pid) => process.kill(pid, 'SIGSTOP'));
    try {
      await vi.waitFor(() => { expect(changesIn(child.stderr().split('\n'))).toEqual([['database.unreachable', 'down', 'error', true]]); }, POLL);
      expect(await healthAt(url)).toEqual({ http: 503, status: 'down', database: 'down', money: false });
    } finally {
      all.forEach((pid) => process.kill(pid, 'SIGCONT'));
    }
    await vi.waitFor(() => { expect(changesIn(child.stderr().split('\n')).at(-1)).toEqual(['database.reachable', 'down', 'error', true]); }, POLL);
    await vi.waitFor(async () => { expect(await healthAt(url)).toMatchObject({ status: 'ok' }); }, POLL);
    process.kill(postmaster, 'SIGKILL');
    await vi.waitFor(() => {
      const alerts = parse(child.stderr().split('\n')).filter(({ event, alert }) => event === 'database' && alert === true);
      expect(alerts.map(({ level }) => level)).toEqual(['error', 'error']);
      expect(alerts.map(({ message }) => message)).toEqual([expect.stringContaining('ended by itself'), 'The database server is back.']);
    }, POLL);
  });
});
