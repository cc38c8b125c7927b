import { balance } from '../../src/core/contract/player';
import { emptyBrowser, fetchEvent, html, json, lieFi, network, offline, ORIGIN, pass, ticks } from './support';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { READ_DEADLINE_MS, SNAPSHOT_DEADLINE_MS } from '../../src/api/deadlines';
import { createDatabase } from '../../src/data/database';
import type { Database } from '../../src/data/database';
import { ensureFence, raiseEpoch, wipePlayer } from '../../src/data/fence';
import { getSnapshot } from '../../src/data/snapshots';
import { SnapshotStrategy } from '../../sw/routes/snapshot-strategy';

const BALANCE = { items: [{ type: 'Real', amount: 10, currency: 'NGN' }] };
const NEWER = { items: [{ type: 'Real', amount: 12, currency: 'NGN' }] };
const TAGGED = { headers: { etag: '"1"', 'x-balance-version': '1' } };

beforeEach(() => {
  emptyBrowser();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A service worker in a browser in which `a` is signed in. */
async function browser(userId: string | null = 'a') {
  const db = createDatabase();
  if (userId !== null) await ensureFence(db, userId);
  const strategy = new SnapshotStrategy(db, Date.now);

  /** As the page would: the response, or null for a network error. */
  async function ask(path = '/api/v1/player/a/balance', init: RequestInit = {}) {
    const event = fetchEvent();
    const request = new Request(ORIGIN + path, init);
    const answered = strategy.handle({ event, request }).then(
      (response) => (response.type === 'error' ? null : response),
      () => null,
    );
    return { answered, event };
  }

  async function answer(path?: string, init?: RequestInit): Promise<Response | null> {
    const { answered, event } = await ask(path, init);
    await ticks();
    const response = await answered;
    await ticks();
    await Promise.all(event.waited);
    return response;
  }

  return { db, ask, answer, stored: () => getSnapshot(db, 'a', 'balance', balance) };
}

async function withStored() {
  const setup = await browser();
  network(() => json(BALANCE, TAGGED));
  await setup.answer();
  vi.setSystemTime(2_000_000);
  return setup;
}

describe('a live answer', () => {
  it('is passed on as it came and stored with its age, tag and version', async () => {
    const { answer, stored } = await browser();
    network(() => json(BALANCE, TAGGED));
    const response = await answer();
    expect(await response?.json()).toEqual(BALANCE);
    expect(response?.headers.has('x-snapshot-saved-at')).toBe(false);
    expect(response?.headers.get('etag')).toBe('"1"');
    expect(await stored()).toMatchObject({ savedAt: 1_000_000, etag: '"1"', balanceVersion: 1, data: BALANCE });
  });

  it('of a cache tells the page how old it is', async () => {
    const { answer } = await browser();
    network(() => json(BALANCE, { headers: { age: '3600' } }));
    expect((await answer())?.headers.get('age')).toBe('3600');
  });

  it('keeps long ids for the page as they were written', async () => {
    const { answer } = await browser();
    const text = '{"items":[{"walletId":1234567890123456789,"status":"active","currentAmount":1,"currency":"NGN"}]}';
    network(() => new Response(text, { headers: { 'content-type': 'application/json' } }));
    expect(await (await answer('/api/v1/player/a/bonusWallet'))?.text()).toBe(text);
    network(offline);
    expect(await (await answer('/api/v1/player/a/bonusWallet'))?.text()).toContain('"1234567890123456789"');
  });

  it('of a first page is stored under its query, in whatever order that was written; further pages are not', async () => {
    const { answer } = await browser();
    const page = { items: [], next: 'c2', totals: { rounds: 0, staked: 0, won: 0, net: 0 } };
    network(() => json(page));
    await answer('/api/v1/player/a/rounds?limit=20&from=2026-11-01');
    await answer('/api/v1/player/a/rounds?cursor=c2');
    network(offline);
    expect(await (await answer('/api/v1/player/a/rounds?from=2026-11-01&limit=20'))?.json()).toEqual(page);
    expect(await answer('/api/v1/player/a/rounds?limit=20')).toBeNull();
    expect(await answer('/api/v1/player/a/rounds?cursor=c2')).toBeNull();
  });
});

describe('when the network does not answer', () => {
  it('the stored answer comes after 4 s with its time, and the request is aborted', async () => {
    const { ask } = await withStored();
    const requests = network(lieFi);
    const { answered } = await ask();
    await pass(SNAPSHOT_DEADLINE_MS - 1);
    let isThere = false;
    void answered.then(() => (isThere = true));
    await ticks();
    expect(isThere).toBe(false);
    await pass(1);
    const response = await answered;
    expect(response?.headers.get('x-snapshot-saved-at')).toBe('1000000');
    expect(response?.headers.get('x-snapshot-instead-of')).toBe('timeout');
    expect(await response?.json()).toEqual(BALANCE);
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  it('and nothing is stored, the page gets an error after 8 s instead of waiting for ever', async () => {
    const { ask } = await browser();
    const requests = network(lieFi);
    const { answered } = await ask();
    await pass(READ_DEADLINE_MS);
    await expect(answered).resolves.toBeNull();
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  it('any more in the middle of the body, the same deadline ends the wait', async () => {
    const { ask } = await withStored();
    network(() => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([123])) })));
    const { answered } = await ask();
    await pass(SNAPSHOT_DEADLINE_MS);
    expect((await answered)?.headers.get('x-snapshot-instead-of')).toBe('timeout');
  });

  it('at all, the stored answer comes at once', async () => {
    const { answer } = await withStored();
    network(offline);
    const response = await answer();
    expect(response?.headers.get('x-snapshot-instead-of')).toBe('network');
    expect(response?.headers.get('x-balance-version')).toBe('1');
  });

  it('a database that hangs does not hold the live answer back', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => Reflect.construct(IDBOpenDBRequest, []));
    const strategy = new SnapshotStrategy(createDatabase(), Date.now);
    network(() => json(BALANCE));
    const answered = strategy.handle({ event: fetchEvent(), request: new Request(`${ORIGIN}/api/v1/player/a/balance`) });
    await pass(500);
    await pass(4_000);
    expect(await (await answered).json()).toEqual(BALANCE);
  });
});

describe('a store that is slower than the request may wait', () => {
  const SLOW_MS = 900;

  /** Makes a browser whose database begins each transaction `SLOW_MS` late. */
  async function slowBrowser() {
    const setup = await withStored();
    const slow: Database = {
      ...setup.db,
      tx: async (...args) => {
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        return setup.db.tx(...args);
      },
    };
    const strategy = new SnapshotStrategy(slow, Date.now);

    async function answer(path = '/api/v1/player/a/balance', init: RequestInit = {}): Promise<Response> {
      const event = fetchEvent();
      const answered = strategy.handle({ event, request: new Request(ORIGIN + path, init) });
      // Two looks before the answer, one write after it.
      for (let n = 0; n < 4; n += 1) await pass(SLOW_MS);
      await Promise.all(event.waited);
      return answered;
    }

    return { ...setup, answer };
  }

  it('stores a live answer all the same, because a figure that is asked for only once would never be stored otherwise', async () => {
    const { answer, stored } = await slowBrowser();
    network(() => json(NEWER, { headers: { etag: '"2"', 'x-balance-version': '2' } }));
    expect(await (await answer()).json()).toEqual(NEWER);
    expect(await stored()).toMatchObject({ data: NEWER, etag: '"2"' });
  });

  it('gives the stored answer where the network fails at once', async () => {
    const { answer } = await slowBrowser();
    network(offline);
    const response = await answer();
    expect(response.headers.get('x-snapshot-instead-of')).toBe('network');
    expect(await response.json()).toEqual(BALANCE);
  });

  it('does not renew the stored age by a 304 to the page’s own tag', async () => {
    const { answer, stored } = await slowBrowser();
    const requests = network(() => new Response(null, { status: 304, headers: { etag: '"9"' } }));
    const response = await answer(undefined, { headers: { 'if-none-match': '"9"' } });
    expect(requests[0]?.headers.get('if-none-match')).toBe('"9"');
    expect(response.status).toBe(304);
    expect(await stored()).toMatchObject({ data: BALANCE, savedAt: 1_000_000 });
  });

  it('stores nothing of a player who has signed out meanwhile', async () => {
    const { answer, db } = await slowBrowser();
    network(() => json(NEWER));
    const answered = answer();
    await pass(SLOW_MS);
    await wipePlayer(db);
    await answered;
    const storedSnapshots = await db.tx(['snapshots'], 'readonly', (tx) => tx.objectStore('snapshots').getAll());
    expect(storedSnapshots).toEqual({ ok: true, value: [] });
  });
});

describe('an answer that is not the platform’s', () => {
  it.each([
    ['a captive portal’s page', () => html('<html>Sign in'), 'portal'],
    ['a captive portal’s redirect', () => new Response(null, { status: 302, headers: { location: 'https://x.example' } }), 'portal'],
    ['511', () => html('<html>', { status: 511 }), 'portal'],
    ['a page with status 401', () => html('<html>', { status: 401 }), 'portal'],
    ['another shape', () => json({ items: 'none' }), 'unfit'],
    ['{"success": false}', () => json({ success: false, errorCode: 1 }), 'unfit'],
    ['half a body', () => new Response('{"items": [', { headers: { 'content-type': 'application/json' } }), 'unfit'],
    ['ten megabytes', () => json({ ...BALANCE, filler: 'x'.repeat(10_000_000) }), 'unfit'],
    ['a failure of the platform', () => json({ title: 'x', status: 503, code: 'unavailable' }, { status: 503, headers: { 'retry-after': '9' } }), '503'],
    ['a platform that has enough', () => json({}, { status: 429, headers: { 'retry-after': '9' } }), '429'],
  ] as const)('(%s) is never stored; the stored one is given and its age stays', async (_, bad, because) => {
    const { answer, stored } = await withStored();
    network(bad);
    const response = await answer();
    expect(await response?.json()).toEqual(BALANCE);
    expect(response?.headers.get('x-snapshot-instead-of')).toBe(because);
    expect(response?.headers.get('retry-after')).toBe(/^\d/.test(because) ? '9' : null);
    expect((await stored())?.savedAt).toBe(1_000_000);
  });

  it('reaches the page as it is when nothing is stored', async () => {
    const { answer, stored } = await browser();
    network(() => json({ title: 'x', status: 503, code: 'unavailable' }, { status: 503, headers: { 'retry-after': '9' } }));
    const response = await answer();
    expect(response?.status).toBe(503);
    expect(response?.headers.get('retry-after')).toBe('9');
    expect(await stored()).toBeNull();
  });
});

describe('tags', () => {
  it('of what is stored are sent; 304 renews the age and nothing else, and a page without the tag gets the body', async () => {
    const { answer, stored } = await withStored();
    const requests = network(() => new Response(null, { status: 304, headers: { etag: '"1"' } }));
    const response = await answer();
    expect(requests[0]?.headers.get('if-none-match')).toBe('"1"');
    expect(response?.status).toBe(200);
    expect(await response?.json()).toEqual(BALANCE);
    expect(response?.headers.has('x-snapshot-saved-at')).toBe(false);
    expect(await stored()).toMatchObject({ savedAt: 2_000_000, etag: '"1"', data: BALANCE });
  });

  it('of the page are answered with 304', async () => {
    const { answer } = await withStored();
    network(() => new Response(null, { status: 304, headers: { etag: '"1"' } }));
    expect((await answer(undefined, { headers: { 'if-none-match': '"1"' } }))?.status).toBe(304);
  });

  it('of the page are left out while nothing is stored, because a 304 would bring nothing to store', async () => {
    const { answer, stored } = await browser();
    const requests = network(() => json(BALANCE, TAGGED));
    await answer(undefined, { headers: { 'if-none-match': '"1"' } });
    expect(requests[0]?.headers.has('if-none-match')).toBe(false);
    expect(await stored()).not.toBeNull();
  });
});

describe('another player', () => {
  it('never gets stored answers, and a refusal deletes them', async () => {
    const { answer, stored, db } = await withStored();
    network(offline);
    expect(await answer('/api/v1/player/b/balance')).toBeNull();
    network(() => json({ title: 'No', status: 401, code: 'session-ended' }, { status: 401 }));
    expect((await answer())?.status).toBe(401);
    expect(await stored()).toBeNull();
    await ensureFence(db, 'b');
    network(offline);
    expect(await answer()).toBeNull();
  });

  it('who signs in while an answer is under way finds nothing of it stored', async () => {
    for (const change of [(db: ReturnType<typeof createDatabase>) => raiseEpoch(db, { userId: 'b' }), wipePlayer]) {
      emptyBrowser();
      const { db, ask } = await browser();
      let answerNow: () => void = () => undefined;
      network(() => new Promise((resolve) => (answerNow = () => resolve(json(NEWER)))));
      const { answered, event } = await ask();
      await ticks();
      await change(db);
      answerNow();
      await answered;
      await ticks();
      await Promise.all(event.waited);
      const storedSnapshots = await db.tx(['snapshots'], 'readonly', (tx) => tx.objectStore('snapshots').getAll());
      expect(storedSnapshots).toEqual({ ok: true, value: [] });
    }
  });

  it('is not known to a browser in which nobody is signed in: answers pass, nothing is stored', async () => {
    const { answer, db } = await browser(null);
    network(() => json(BALANCE, TAGGED));
    expect(await (await answer())?.json()).toEqual(BALANCE);
    const storedSnapshots = await db.tx(['snapshots'], 'readonly', (tx) => tx.objectStore('snapshots').getAll());
    expect(storedSnapshots).toEqual({ ok: true, value: [] });
  });
});

describe('public answers', () => {
  it('are stored for everybody and outlive a sign-out', async () => {
    const { answer, db } = await browser();
    network(() => json({ items: [] }, { headers: { etag: '"g"' } }));
    await answer('/api/v1/games');
    await wipePlayer(db);
    network(offline);
    expect(await (await answer('/api/v1/games'))?.json()).toEqual({ items: [] });
  });
});

describe('the host’s configuration, from before the host has asked its platform', () => {
  const config = (capabilities: string[], more: object = {}) => ({ capabilities, cdnUrl: '/cdn', consentPolicy: 'ask', version: '1', ...more });

  it('does not replace the better one that an installed app has stored', async () => {
    const { answer } = await browser();
    const loadConfig = async (body: object | null) => {
      network(body === null ? offline : () => json(body));
      return (await answer('/config.json'))?.json() as Promise<unknown>;
    };
    const early = config([], { provisional: true });
    expect(await loadConfig(early)).toEqual(early);
    expect(await loadConfig(config(['deposits']))).toEqual(config(['deposits']));
    expect(await loadConfig(early)).toEqual(config(['deposits']));
    expect(await loadConfig(null)).toEqual(config(['deposits']));
    expect(await loadConfig(config([]))).toEqual(config([]));
  });
});
