import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool, embeddedConfig } from '../../server/db/database';
import { startEmbedded, type EmbeddedDatabase } from '../../server/db/embedded/embedded';
import { holdDataDirectory, type Hold } from '../../server/db/embedded/holder';
import { restartWaitMs } from '../../server/db/embedded/supervisor';
import { lastFatal } from '../../server/db/embedded/server-log';
import { DataDirectoryHeldError, EmbeddedDatabaseError, isUnavailable } from '../../server/db/errors';
import { afterTest, runQuery, copyWithoutLinks, startTestServer, startTestProcess, postmasterPid, isProcessRunning, makeTemporaryDirectory } from '../support/embedded';
import { copyDatabase } from '../support/copy-database';
import { isLong } from '../support/seeds';
import { runningServers } from '../support/left-servers.mjs';

/** Made once and copied: the first start, which takes longest, is the subject of few tests. */
let madeDirectory: string;
beforeAll(async () => {
  madeDirectory = await mkdtemp(path.join(tmpdir(), 'ayo-db-made-'));
  await (await startEmbedded({ dataDir: madeDirectory, log: () => undefined, sync: false })).stop();
});
afterAll(() => rm(madeDirectory, { recursive: true, force: true }));

/** Makes a data directory whose server has ended in order and is empty. */
async function copyDataDirectory(): Promise<string> {
  const dataDir = await makeTemporaryDirectory();
  await copyDatabase(madeDirectory, dataDir);
  return dataDir;
}

const POLL = { timeout: 30_000, interval: 20 };

async function witnesses(server: EmbeddedDatabase): Promise<unknown> {
  const [row] = await runQuery(server, 'SELECT count(*) FROM witness');
  return row?.['count'];
}

describe('the embedded server', () => {
  it('is made on the first start, keeps its data over a restart, and has no port open to the outside', async () => {
    const dataDir = path.join(await makeTemporaryDirectory(), 'data');
    const lines: string[] = [];
    const first = await startTestServer(dataDir, { log: (line) => lines.push(line) });
    await runQuery(first, 'CREATE TABLE kept AS SELECT 7::bigint AS kobo');
    const [settings] = await runQuery(first, "SELECT current_setting('listen_addresses') AS listen, current_setting('data_checksums') AS checksums");
    const [role] = await runQuery(first, 'SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user');
    await first.stop();

    expect(lines).toEqual([expect.stringContaining('only on the first start')]);
    expect(settings).toEqual({ listen: '', checksums: 'on' });
    expect(role).toEqual({ rolname: 'ayo', rolsuper: false });
    expect((await stat(path.join(dataDir, 'pg', 'socket'))).mode & 0o777).toBe(0o700);
    expect((await stat(dataDir)).mode & 0o077).toBe(0);

    const again: string[] = [];
    const second = await startTestServer(dataDir, { log: (line) => again.push(line) });
    expect(await runQuery(second, 'SELECT kobo FROM kept')).toEqual([{ kobo: 7 }]);
    expect(again).toEqual([]);
  });

  it('syncs every commit to the disk unless a test says otherwise', async () => {
    const server = await startEmbedded({ dataDir: await copyDataDirectory(), log: () => undefined });
    afterTest(() => server.stop());
    const [settings] = await runQuery(server, "SELECT current_setting('fsync') AS f, current_setting('synchronous_commit') AS s, current_setting('full_page_writes') AS w");
    expect(settings).toEqual({ f: 'on', s: 'on', w: 'on' });
  });

  it('keeps values of rows out of its log', async () => {
    const dataDir = await copyDataDirectory();
    const server = await startTestServer(dataDir);
    await runQuery(server, 'CREATE TABLE player (email text UNIQUE)');
    await runQuery(server, "INSERT INTO player SELECT 'a' || 'da@example.ng'");
    await expect(runQuery(server, "INSERT INTO player SELECT 'a' || 'da@example.ng'")).rejects.toThrow('duplicate key');
    const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('ada@example.ng');
  });

  it('serves a data directory whose path is too long for a Unix socket', async () => {
    const dataDir = path.join(await makeTemporaryDirectory(), 'deep-'.repeat(20), 'deeper-'.repeat(20), 'data');
    const first = await startTestServer(dataDir);
    await runQuery(first, 'CREATE TABLE kept AS SELECT 1 AS one');
    await expect(startEmbedded({ dataDir, log: () => undefined })).rejects.toThrow(DataDirectoryHeldError);
    await first.stop();
    expect(await runQuery(await startTestServer(dataDir), 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  it('is started again by itself when it is killed, and the pool heals', async () => {
    const dataDir = await copyDataDirectory();
    const lines: string[] = [];
    const server = await startTestServer(dataDir, { log: (line) => lines.push(line), sync: true });
    const pool = createPool({ ...embeddedConfig(server), connectionTimeoutMillis: 1_000 }, (line) => lines.push(line));
    afterTest(() => pool.end());
    await pool.query('CREATE TABLE kept AS SELECT 1 AS one');
    const inUse = await pool.connect();
    const before = server.pid();
    process.kill(before ?? Number.NaN, 'SIGKILL');
    await expect(inUse.query('SELECT pg_sleep(10)')).rejects.toSatisfy(isUnavailable);
    inUse.release(true);
    await vi.waitFor(async () => { expect((await pool.query('SELECT one FROM kept')).rows).toEqual([{ one: 1 }]); }, POLL);
    await vi.waitFor(() => { expect(lines).toContain('The database server is back.'); }, POLL);
    expect(server.pid()).not.toBe(before);
  });

  it('recovers when everything was killed, and leaves a stale postmaster.pid behind it', async () => {
    const dataDir = await copyDataDirectory();
    const first = await startTestServer(dataDir, { sync: true });
    await runQuery(first, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    // After a power cut the file can name a process number that belongs to another program by now.
    const file = path.join(dataDir, 'pg', 'postmaster.pid');
    await writeFile(file, `${process.pid}\n${dataDir}\n1\n5432\nsocket\n\n  1234567  1\nready   \n`, { mode: 0o600 });
    const { uid, gid } = await stat(path.join(dataDir, 'pg'));
    await chown(file, uid, gid);
    expect(await runQuery(await startTestServer(dataDir), 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  it('says in one line why it does not start', async () => {
    const dataDir = await copyDataDirectory();
    await (await startTestServer(dataDir)).stop();
    await writeFile(path.join(dataDir, 'pg', 'PG_VERSION'), '12\n');
    const failure = startTestServer(dataDir);
    await expect(failure).rejects.toThrow(EmbeddedDatabaseError);
    await expect(failure).rejects.toThrow(/made by PostgreSQL 12/);
    await writeFile(path.join(dataDir, 'pg', 'PG_VERSION'), '18\n');
    await writeFile(path.join(dataDir, 'pg', 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(startTestServer(dataDir)).rejects.toThrow(/^The database server does not start: .+postgres\.log/);
  });

  it('makes the links that an install script would have made', async () => {
    const native = path.join(await makeTemporaryDirectory(0o755), 'native');
    await copyWithoutLinks(native);
    const server = await startTestServer(await copyDataDirectory(), { nativeDirectory: native });
    expect(await runQuery(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('the first start', () => {
  it('begins anew when it was killed in the middle', async () => {
    const dataDir = await makeTemporaryDirectory();
    const child = startTestProcess({ dataDir });
    await child.waitForLine(/only on the first start/);
    await child.kill('SIGKILL');
    expect(await readdir(dataDir)).not.toContain('pg');
    const server = await startTestServer(dataDir);
    expect(await runQuery(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('removes what killed starts left and refuses a directory that is not a database', async () => {
    const dataDir = await makeTemporaryDirectory();
    await mkdir(path.join(dataDir, 'pg.tmp-abc', 'base'), { recursive: true });
    await mkdir(path.join(dataDir, 'pg'));
    await (await startTestServer(dataDir)).stop();
    expect((await readdir(dataDir)).filter((name) => name.startsWith('pg.tmp'))).toEqual([]);

    const strange = await makeTemporaryDirectory();
    await mkdir(path.join(strange, 'pg', 'photos'), { recursive: true });
    await expect(startTestServer(strange)).rejects.toThrow(/is not a database of PostgreSQL/);
    expect(await readdir(path.join(strange, 'pg'))).toEqual(['photos']);
  });
});

describe('the data directory', () => {
  it('MT8: is refused to a second process, which says who holds it and since when, and is free after the first ended', async () => {
    const dataDir = await copyDataDirectory();
    const first = startTestProcess({ dataDir });
    await first.waitForLine(/^wrote 1$/);
    const second = startTestProcess({ dataDir });
    const line = await second.waitForLine(/^failed/);
    expect(line).toMatch(
      new RegExp(`^failed: The data directory \\S+ is held by another Ayo \\(process ${first.pid}, since \\d{4}-\\S+Z\\)\\. Stop it first, or set DATA_DIR\\.$`),
    );
    const pid = await postmasterPid(dataDir);
    await first.kill('SIGTERM');
    await first.waitForLine(/^closed$/);
    expect(await isProcessRunning(pid)).toBe(false);
    expect(await witnesses(await startTestServer(dataDir))).toBe(1);
  });

  it('is taken over from a process that was killed: its server is stopped, and what was acknowledged is there', async () => {
    const dataDir = await copyDataDirectory();
    // The long run does it over and over with the same data.
    for (const round of isLong ? [1, 2, 3] : [1]) {
      const child = startTestProcess({ dataDir });
      await child.waitForLine(new RegExp(`^wrote ${round}$`));
      const left = await postmasterPid(dataDir);
      await child.kill('SIGKILL');
      expect(await isProcessRunning(left)).toBe(true);
      // The search at the end of `npm test` finds the server that is still running.
      const isListed = () => runningServers().some((line) => line.startsWith(`process ${left} in `));
      if (process.platform === 'linux') expect(isListed()).toBe(true);
      afterTest(async () => { if (await isProcessRunning(left)) process.kill(left, 'SIGQUIT'); });
      const lines: string[] = [];
      const server = await startTestServer(dataDir, { log: (line) => lines.push(line), sync: true });
      expect(lines[0]).toContain(`(process ${left})`);
      expect([await isProcessRunning(left), isListed()]).toEqual([false, false]);
      expect(await witnesses(server)).toBe(round);
      await server.stop();
    }
  });

  it('is taken over when platform and server were both killed', async () => {
    const dataDir = await copyDataDirectory();
    const child = startTestProcess({ dataDir });
    await child.waitForLine(/^wrote 1$/);
    const left = await postmasterPid(dataDir);
    await child.kill('SIGKILL');
    process.kill(left, 'SIGKILL');
    expect(await witnesses(await startTestServer(dataDir, { sync: true }))).toBe(1);
  });

  it('goes to exactly one of many that try at once, also when the last holder was killed', async () => {
    const dataDir = await makeTemporaryDirectory();
    for (let round = 0; round < (isLong ? 40 : 3); round += 1) {
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => holdDataDirectory(dataDir, './data', () => 0)));
      const holds = outcomes.flatMap((outcome): Hold[] => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      const refusals = outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason instanceof DataDirectoryHeldError);
      expect([holds.length, refusals.length]).toEqual([1, 11]);
      // A release leaves the same in the directory as a kill: a record whose socket nobody listens on.
      await holds[0]?.release();
    }
    expect(await readdir(path.join(dataDir, 'holder'))).toEqual(['current.json']);
  });
});

describe('the small parts', () => {
  it('wait longer before each restart, up to ten seconds', () => {
    expect([0, 1, 2, 6, 7, 1_000].map(restartWaitMs)).toEqual([100, 200, 400, 6_400, 10_000, 10_000]);
  });

  it('find the server’s last words', () => {
    expect(lastFatal('… LOG:  hello\n… FATAL:  first\n… PANIC:  no space left\n… LOG:  bye\n')).toBe('no space left');
    expect(lastFatal('… LOG:  hello\n')).toBeUndefined();
  });
});
