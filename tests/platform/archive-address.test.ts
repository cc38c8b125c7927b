import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildArchive, ARCHIVE_PAGE } from '../../server/accounts/archive/build-archive';
import { ARCHIVE_ADDRESS_MS, deleteOldTickets } from '../../server/accounts/archive/tickets';
import { requestArchive, revokeOtherSessions } from '../../src/core/contract/sessions';
import { kobo } from '../../src/core/money';
import { manyRounds } from '../support/archive/rounds';
import { requestArchiveUrl, fetchArchive, readCsv, unzip } from '../support/archive/unzip';
import { watchFetches } from '../support/archive/watched-pool';
import { paramsOf, userIdOf } from '../support/http-client';
import { newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';

const DAY_MS = 24 * 60 * 60_000;
const isLong = process.env['AYO_LONG'] === '1';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const codeOf = ({ bytes }: { bytes: Uint8Array }): string => (JSON.parse(Buffer.from(bytes).toString('utf8')) as { code: string }).code;

describe('the address of an archive', () => {
  it('gives a file to keep, that no cache keeps and no browser shows', async () => {
    const client = await site.signUp();
    const { status, headers, bytes } = await fetchArchive(site.baseUrl, client, await requestArchiveUrl(client));
    expect(status).toBe(200);
    expect(Object.fromEntries(['content-type', 'content-disposition', 'cache-control', 'x-content-type-options', 'content-length'].map((name) => [name, headers.get(name)]))).toEqual({
      'content-type': 'application/zip', 'content-disposition': 'attachment; filename="ayo-my-data-2026-11-21.zip"', 'cache-control': 'no-store',
      'x-content-type-options': 'nosniff', 'content-length': String(bytes.length),
    });
  });

  it('works once, also of two at the same moment', async () => {
    const client = await site.signUp();
    const url = await requestArchiveUrl(client);
    const answers = await Promise.all([1, 2].map(() => fetchArchive(site.baseUrl, client, url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const again = await fetchArchive(site.baseUrl, client, url);
    expect([again.status, codeOf(again)]).toEqual([400, 'token-invalid']);
  });

  it('works for five minutes', async () => {
    const client = await site.signUp();
    const [early, late] = [await requestArchiveUrl(client), await requestArchiveUrl(client)];
    site.pass(ARCHIVE_ADDRESS_MS - 1);
    expect((await fetchArchive(site.baseUrl, client, early)).status).toBe(200);
    site.pass(1);
    expect(codeOf(await fetchArchive(site.baseUrl, client, late))).toBe('token-invalid');
  });

  it('is forgotten after a year, and not before', async () => {
    const client = await site.signUp();
    await requestArchiveUrl(client);
    const readTickets = async () => {
      const { rowCount } = await site.platform.pool.query('SELECT 1 FROM archive WHERE user_id = $1', [userIdOf(client)]);
      return rowCount;
    };
    const { pool, now } = site.platform;
    const after = (days: number) => ({ pool, now: () => new Date(now().getTime() + ARCHIVE_ADDRESS_MS + days * DAY_MS + 1) });
    await deleteOldTickets(after(364));
    expect(await readTickets()).toBe(1);
    await deleteOldTickets(after(365));
    expect(await readTickets()).toBe(0);
  });

  it('works only in the browser that requested it, not even in another one of the same player; a failed attempt does not use it up', async () => {
    const player = newPlayer();
    const client = await site.signUp(player);
    const url = await requestArchiveUrl(client);
    for (const stranger of [site.client(), await site.signUp(), await site.signIn(player.username)]) {
      const answer = await fetchArchive(site.baseUrl, stranger, url);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'binding-missing']);
    }
    expect((await fetchArchive(site.baseUrl, client, url)).status).toBe(200);
  });

  it('is over with its session', async () => {
    const player = newPlayer();
    const client = await site.signUp(player);
    const url = await requestArchiveUrl(client);
    const other = await site.signIn(player.username);
    await other.call(revokeOtherSessions, { params: paramsOf(other) });
    expect(codeOf(await fetchArchive(site.baseUrl, client, url))).toBe('token-invalid');
  });

  it('is not used up by a HEAD request, and no made-up one works', async () => {
    const client = await site.signUp();
    const url = await requestArchiveUrl(client);
    expect((await fetchArchive(site.baseUrl, client, url, 'HEAD')).status).toBe(404);
    for (const bad of [url.slice(0, -1), `${url}A`, '/api/v1/archives/', `/api/v1/archives/${'A'.repeat(43)}`, '/api/v1/archives/..%2f..%2fx']) {
      expect([400, 404]).toContain((await fetchArchive(site.baseUrl, client, bad)).status);
    }
    expect((await fetchArchive(site.baseUrl, client, url)).status).toBe(200);
  });

  it('is stored as a hash only, and is in no log', async () => {
    const client = await site.signUp();
    const url = await requestArchiveUrl(client);
    await fetchArchive(site.baseUrl, client, url);
    const token = url.split('/').at(-1) ?? '';
    const { rows } = await site.pool.query<{ all: string }>(`SELECT string_agg(a::text, ' ') AS all FROM archive a`);
    expect(rows[0]?.all).not.toContain(token);
    expect(site.logs.join('\n')).not.toContain(token);
  });

  it('is given five times a day', async () => {
    const client = await site.signUp();
    const request = () => client.call(requestArchive, { params: paramsOf(client) });
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await request());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
    expect(Number(answers[5]?.headers.get('retry-after'))).toBe(DAY_MS / 1000);
  });
});

describe('making the archive', () => {
  it('holds one page of rounds in memory at a time, whatever their number', async () => {
    const client = await site.signUp();
    const rounds = isLong ? 200_000 : 2_600;
    await manyRounds(site.pool, userIdOf(client), rounds);
    const { pool, pages } = watchFetches(site.pool);
    const { handle, bytes } = await buildArchive({ ...site.platform, pool }, userIdOf(client));
    try {
      expect(Math.max(...pages)).toBe(ARCHIVE_PAGE);
      expect(pages.filter((page) => page === ARCHIVE_PAGE).length).toBe(Math.floor(rounds / ARCHIVE_PAGE));
      const file = Buffer.alloc(bytes);
      await handle.read(file, 0, bytes, 0);
      const filed = JSON.parse(unzip(file)['rounds.json'] ?? '') as { nonce: number; roundId: string }[];
      expect(filed.map(({ nonce }) => nonce)).toEqual(Array.from({ length: rounds }, (_, n) => n));
      console.log(`${rounds} rounds: ${pages.length} pages, ${(bytes / 1024).toFixed(0)} KB of ZIP`);
    } finally {
      await handle.close();
    }
  });

  it('shows one moment, whatever happens while it is made', async () => {
    const client = await site.signUp();
    const userId = userIdOf(client);
    await giveMoney(site.pool, userId, kobo(1_000_00), site.platform.now());
    const { pool } = watchFetches(site.pool, async (fetched) => {
      // Before the files of money are read.
      if (fetched === 1) await giveMoney(site.pool, userId, kobo(2_000_00), site.platform.now());
      if (fetched === 2) await site.pool.query(`UPDATE player SET firstname = 'Later' WHERE user_id = $1`, [userId]);
    });
    const { handle, bytes } = await buildArchive({ ...site.platform, pool }, userId);
    const file = Buffer.alloc(bytes);
    await handle.read(file, 0, bytes, 0);
    await handle.close();
    const files = unzip(file);
    expect(readCsv(files['ledger.csv'] ?? '').map(({ amount }) => amount)).toEqual(['1000.00']);
    expect(readCsv(files['activity.csv'] ?? '')).toMatchObject([{ deposited: '1000.00' }]);
  });

  it('leaves nothing behind when it fails, and the address works again', async () => {
    const fails = { now: true };
    const { pool } = watchFetches(site.pool, (fetched) =>
      fails.now && fetched > 3 ? Promise.reject(new Error('the database broke off')) : Promise.resolve(),
    );
    const own = await testPlatform({ database: site.database, pool });
    try {
      const client = await own.signUp();
      const url = await requestArchiveUrl(client);
      const failed = await fetchArchive(own.baseUrl, client, url);
      expect([failed.status, failed.headers.get('content-disposition')]).toEqual([500, null]);
      fails.now = false;
      expect((await fetchArchive(own.baseUrl, client, url)).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it('runs for two players at a time; the third gets a Retry-After, and its address is not used up', async () => {
    const clients = [await site.signUp(), await site.signUp(), await site.signUp()];
    const urls = await Promise.all(clients.map(requestArchiveUrl));
    const holder = await site.pool.connect();
    await holder.query('BEGIN; LOCK TABLE consent IN ACCESS EXCLUSIVE MODE');
    const first = [0, 1].map((n) => fetchArchive(site.baseUrl, clients[n]!, urls[n]!));
    for (let waiting = 0; waiting < 2;) {
      const { rowCount } = await site.pool.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      waiting = rowCount ?? 0;
    }
    const third = await fetchArchive(site.baseUrl, clients[2]!, urls[2]!);
    expect([third.status, codeOf(third), third.headers.get('retry-after')]).toEqual([503, 'unavailable', '10']);
    await holder.query('COMMIT');
    holder.release();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await fetchArchive(site.baseUrl, clients[2]!, urls[2]!)).status).toBe(200);
  });

  it('is done for two at a time also of six who come at the same moment', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => site.signUp()));
    const urls = await Promise.all(clients.map(requestArchiveUrl));
    const holder = await site.pool.connect();
    // The two that were let in wait at a point before their address is used up.
    await holder.query('BEGIN; LOCK TABLE archive IN ACCESS EXCLUSIVE MODE');
    let refused = 0;
    const answers = clients.map(async (client, n) => {
      const { status } = await fetchArchive(site.baseUrl, client, urls[n]!);
      if (status === 503 && (refused += 1) === 4) await holder.query('COMMIT');
      return status;
    });
    expect((await Promise.all(answers)).sort()).toEqual([200, 200, 503, 503, 503, 503]);
    holder.release();
  });
});
