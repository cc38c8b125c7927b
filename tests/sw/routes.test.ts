import { fetchEvent, html, installCaches, lieFi, network, offline, ORIGIN, pass, ticks } from './support';
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { READ_DEADLINE_MS } from '../../src/api/deadlines';
import { cleanUp, noteTab } from '../../sw/lifecycle/clean-up';
import { installPrecache, mendPrecache } from '../../sw/lifecycle/install';
import { readPageMessage } from '../../sw/lifecycle/messages';
import { storableOf } from '../../sw/routes/storable';
import { RARE_SCRIPTS_CACHE } from '../../src/data/app-caches';
import { MEDIA_CACHE } from '../../src/data/media-cache';
import { MAX_MEDIA, MediaStrategy } from '../../sw/routes/media';
import { answerAsset, MAX_RARE_SCRIPTS, answerNavigation, answerPaymentReturn, createPrecache } from '../../sw/routes/shell';

const ENTRIES = [
  { url: '/index.html', revision: 'r2' },
  { url: '/app.js', revision: 'r2' },
  { url: '/assets/page-new.js', revision: null },
];
const shellKey = `${ORIGIN}/index.html?__WB_REVISION__=r2`;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const script = (text: string) => new Response(text, { headers: { 'content-type': 'text/javascript' } });

async function asset(precache: ReturnType<typeof createPrecache>, path: string): Promise<Response> {
  const event = fetchEvent();
  const response = await answerAsset(precache, new Request(ORIGIN + path), event);
  await Promise.all(event.waited);
  return response;
}

async function installed() {
  const caches = installCaches();
  const precache = createPrecache(ENTRIES);
  network((request) => (request.url.endsWith('.html') ? html('shell') : script('new')));
  const event = Object.assign(fetchEvent(), {});
  Object.defineProperty(event, 'type', { value: 'install' });
  await installPrecache(precache, ENTRIES, event);
  const cache = await caches.open(precache.strategy.cacheName);
  return { caches, precache, cache, event };
}

describe('what may be stored', () => {
  const kindOf = (path: string) => storableOf(new URL(path, ORIGIN))?.kind ?? null;

  it('is the figures of a player, first pages, the catalogue and the host’s configuration', () => {
    expect(kindOf('/api/v1/player/a/profile')).toBe('profile');
    expect(kindOf('/api/v1/player/a/balance')).toBe('balance');
    expect(kindOf('/api/v1/player/a/bonusWallet')).toBe('bonusWallet');
    expect(kindOf('/api/v1/player/a/account')).toBe('account');
    expect(kindOf('/api/v1/player/a/deposits')).toBe('deposits');
    expect(kindOf('/api/v1/player/a/consents')).toBe('consents');
    expect(kindOf('/api/v1/player/a/transactions?to=2026-11-21&from=2026-11-01')).toBe('transactions?from=2026-11-01&to=2026-11-21');
    expect(kindOf('/api/v1/games')).toBe('games');
    expect(kindOf('/config.json')).toBe('config');
    expect(kindOf('/api/v1/player/a/bonuses')).toBe('bonuses');
    expect(kindOf('/api/v1/player/a/promotions')).toBe('promotions');
    expect(kindOf('/api/v1/player/a/favourites')).toBe('favourites');
    expect(kindOf('/api/v1/promotions')).toBe('promotions');
    expect(kindOf('/api/v1/draws')).toBe('draws');
    expect(kindOf('/api/v1/leaderboard?week=2026-11-16')).toBe('leaderboard?week=2026-11-16');
  });

  it.each([
    '/api/v1/player/a/deposits/d1', '/api/v1/player/a/operations/k', '/api/v1/player/a/fairness', '/api/v1/admin/games',
    '/api/v1/player/a/rounds?cursor=c', '/api/v1/player/a%2Fb/balance', '/api/v1/player//balance', '/api/health', '/api/v1/games/x',
    '/api/v1/player/a/constructor', '/api/v1/player/a/balance/x', '/v1/player/a/balance', '/api/mailbox',
    '/api/v1/player/a/bonuses?cursor=c', '/api/v1/draws?cursor=c', '/api/v1/draws/d1/proof', '/api/v1/player/a/leaderboard', '/api/v1/player/a/favourites/adire-gold', '/api/v1/admin/promotions', '/api/v1/constructor',
  ])('is never %s', (path) => {
    expect(kindOf(path)).toBeNull();
  });
});

describe('the precache', () => {
  it('holds every file of the build after the install, and fetches none twice', async () => {
    const { cache, precache, event } = await installed();
    expect([...cache.entries.keys()].toSorted()).toEqual([`${ORIGIN}/app.js?__WB_REVISION__=r2`, `${ORIGIN}/assets/page-new.js`, shellKey].toSorted());
    const requests = network(offline);
    await installPrecache(precache, ENTRIES, event);
    expect(requests).toEqual([]);
  });

  it('asks the browser to check each file against its hash', async () => {
    installCaches();
    const hashed = ENTRIES.map((entry, n) => ({ ...entry, integrity: `sha256-${n}` }));
    const requests = network((request) => (request.url.includes('.html') ? html('shell') : script('new')));
    const event = fetchEvent();
    Object.defineProperty(event, 'type', { value: 'install' });
    await installPrecache(createPrecache(hashed), hashed, event);
    expect(requests.map(({ integrity }) => integrity).toSorted()).toEqual(hashed.map(({ integrity }) => integrity).toSorted());
  });

  it('is not installed when one file fails', async () => {
    installCaches();
    const precache = createPrecache(ENTRIES);
    network((request) => (request.url.endsWith('.js') ? html('no', { status: 404 }) : html('shell')));
    const event = fetchEvent();
    Object.defineProperty(event, 'type', { value: 'install' });
    await expect(installPrecache(precache, ENTRIES, event)).rejects.toThrow();
  });

  it('answers every navigation with the shell, and from the network when the browser evicted it', async () => {
    const { precache, cache } = await installed();
    const [note, refill] = [vi.fn(), vi.fn()];
    network(offline);
    const request = new Request(`${ORIGIN}/deposit?x=1`);
    expect(await (await answerNavigation(precache, request, { note, refill })).text()).toBe('shell');
    expect([note, refill].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    cache.entries.clear();
    network(() => html('from the server'));
    expect(await (await answerNavigation(precache, request, { note, refill })).text()).toBe('from the server');
    // Which build the host sent nobody here knows.
    expect([note, refill].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('is refilled outside an install with the missing files, and only with files that fit their hash', async () => {
    const caches = installCaches();
    const text = (request: Request) => (request.url.endsWith('.html') ? 'shell' : 'new');
    const integrity = (body: string) => `sha256-${createHash('sha256').update(body).digest('base64')}`;
    const entries = ENTRIES.map((entry) => ({ ...entry, integrity: integrity(entry.url.endsWith('.html') ? 'shell' : 'new') }));
    const precache = createPrecache(entries);
    const cache = await caches.open(precache.strategy.cacheName);
    await cache.put(`${ORIGIN}/assets/page-new.js`, script('new'));
    const requests = network((request) => (request.url.endsWith('.html') ? html(text(request)) : script(text(request))));
    await installPrecache(precache, entries, fetchEvent());
    expect(requests.map(({ url }) => new URL(url).pathname).sort()).toEqual(['/app.js', '/index.html']);
    expect([...cache.entries.keys()]).toContain(shellKey);
    expect(cache.entries.size).toBe(3);
    expect(requests.every((request) => request.integrity.startsWith('sha256-'))).toBe(true);
  });

  it('is mended when the browser has deleted single files: only those are fetched again', async () => {
    const { cache } = await installed();
    await cache.delete(`${ORIGIN}/assets/page-new.js`);
    const entries = ENTRIES.map((entry) => ({ ...entry, integrity: `sha256-${createHash('sha256').update('new').digest('base64')}` }));
    const precache = createPrecache(entries);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    network(offline);
    const trying = mendPrecache(precache, entries, fetchEvent());
    await pass(10_000);
    await trying;
    expect(cache.entries.size).toBe(2);
    vi.useRealTimers();
    const requests = network(() => script('new'));
    await mendPrecache(precache, entries, fetchEvent());
    await mendPrecache(precache, entries, fetchEvent());
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/assets/page-new.js']);
    expect(await (await asset(precache, '/assets/page-new.js')).text()).toBe('new');
  });

  it('is installed although the connection is lost for a moment meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const caches = installCaches();
    const precache = createPrecache(ENTRIES);
    let isGone = true;
    network((request) => (isGone ? offline(request) : request.url.endsWith('.html') ? html('shell') : script('new')));
    const event = fetchEvent();
    Object.defineProperty(event, 'type', { value: 'install' });
    const installing = installPrecache(precache, ENTRIES, event);
    await pass(1_500);
    isGone = false;
    await pass(10_000);
    await installing;
    expect((await caches.open(precache.strategy.cacheName)).entries.size).toBe(ENTRIES.length);
  });

  it('answers for a chunk of an older build as long as a tab may need it', async () => {
    const { precache, cache } = await installed();
    await cache.put(`${ORIGIN}/assets/page-old.js`, script('old'));
    network(offline);
    expect(await (await asset(precache, '/assets/page-old.js')).text()).toBe('old');
    expect(await (await asset(precache, '/assets/page-new.js')).text()).toBe('new');
    await expect(asset(precache, '/assets/gone.js')).rejects.toThrow();
  });

  it('does not hold rarely used parts, which are stored at their first use', async () => {
    const { precache } = await installed();
    network(() => script('tab'));
    await asset(precache, '/assets/operator-1.js');
    network(offline);
    expect(await (await asset(precache, '/assets/operator-1.js')).text()).toBe('tab');
  });

  it('stores their style sheets, too, so that the desk looks the same without a connection', async () => {
    const { precache } = await installed();
    network(() => new Response('.admin{}', { headers: { 'content-type': 'text/css; charset=utf-8' } }));
    await asset(precache, '/assets/operator-1.css');
    network(offline);
    expect(await (await asset(precache, '/assets/operator-1.css')).text()).toBe('.admin{}');
  });

  it('stores no page and no error in the place of a script, and no file without a hash in its name', async () => {
    const { caches, precache } = await installed();
    network(() => html('<html>'));
    await asset(precache, '/assets/operator-1.js');
    network(() => new Response('gone', { status: 404, headers: { 'content-type': 'text/javascript' } }));
    await asset(precache, '/assets/operator-2.js');
    network(() => script('entry'));
    await asset(precache, '/other.js');
    expect(caches.caches.get(RARE_SCRIPTS_CACHE)).toBeUndefined();
  });

  it('stores a bounded number of rare scripts, and deletes the oldest first', async () => {
    const { caches, precache } = await installed();
    network(() => script('tab'));
    for (let n = 0; n < MAX_RARE_SCRIPTS + 2; n += 1) await asset(precache, `/assets/part-${n}.js`);
    const urls = [...(caches.caches.get(RARE_SCRIPTS_CACHE)?.entries.keys() ?? [])];
    expect(urls).toHaveLength(MAX_RARE_SCRIPTS);
    expect(urls[0]).toBe(`${ORIGIN}/assets/part-2.js`);
  });

  describe('of older builds', () => {
    const realm = (tabs: readonly string[], waiting: unknown = null) => ({
      clients: { matchAll: () => Promise.resolve(tabs.map((id) => ({ id }))) },
      registration: { installing: null, waiting },
    });

    async function withOldFile() {
      const { precache, cache } = await installed();
      await cache.put(`${ORIGIN}/assets/page-old.js`, script('old'));
      const isOldKept = () => cache.entries.has(`${ORIGIN}/assets/page-old.js`);
      return { precache, cache, isOldKept };
    }

    it('goes when no tab is open', async () => {
      const { precache, cache } = await withOldFile();
      await cleanUp(precache, realm([]));
      expect([...cache.entries.keys()].toSorted()).toEqual([`${ORIGIN}/app.js?__WB_REVISION__=r2`, `${ORIGIN}/assets/page-new.js`, shellKey].toSorted());
    });

    it('stays while a newer build waits, whose files are beside it', async () => {
      const { precache, isOldKept } = await withOldFile();
      await cleanUp(precache, realm([], {}));
      expect(isOldKept()).toBe(true);
    });

    it('stays while one tab runs an older build, or one that nobody knows, and goes with that tab', async () => {
      const { precache, isOldKept } = await withOldFile();
      await noteTab(precache, 'new');
      await cleanUp(precache, realm(['new', 'unknown']));
      expect(isOldKept()).toBe(true);
      const before = createPrecache([{ url: '/index.html', revision: 'r1' }]);
      await noteTab(before, 'old');
      await cleanUp(precache, realm(['new', 'old']));
      expect(isOldKept()).toBe(true);
      await cleanUp(precache, realm(['new']));
      expect(isOldKept()).toBe(false);
    });

    it('is deleted also when the service worker was stopped in between', async () => {
      const { precache, isOldKept, cache } = await withOldFile();
      await noteTab(precache, 'new');
      await cleanUp(createPrecache(ENTRIES), realm(['new']));
      expect(isOldKept()).toBe(false);
      // The record of an open tab stays, that of a closed one goes.
      expect([...cache.entries.keys()]).toContain(`${ORIGIN}/tabs/new`);
      await cleanUp(precache, realm([]));
      expect([...cache.entries.keys()]).not.toContain(`${ORIGIN}/tabs/new`);
    });
  });
});

describe('a browser that comes back from paying', () => {
  const request = new Request(`${ORIGIN}/api/callbacks/mm/success?reference=d1`);

  it('reaches the platform', async () => {
    network(() => new Response(null, { status: 303, headers: { location: '/deposit' } }));
    expect((await answerPaymentReturn(request)).status).toBe(303);
  });

  it('is shown the deposit page that checks, without a connection or with one that lets nothing through', async () => {
    network(offline);
    expect((await answerPaymentReturn(request)).headers.get('location')).toBe(`${ORIGIN}/deposit?checking=1`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    network(lieFi);
    const answered = answerPaymentReturn(request);
    await pass(READ_DEADLINE_MS);
    expect((await answered).status).toBe(303);
  });
});

describe('media', () => {
  const art = () => new Response('art', { headers: { 'content-type': 'image/svg+xml', vary: 'accept-encoding' } });

  async function ask(path: string): Promise<Response | null> {
    const event = fetchEvent();
    const response = await new MediaStrategy().handle({ event, request: new Request(ORIGIN + path) }).catch(() => null);
    await ticks(5);
    await Promise.all(event.waited);
    return response;
  }

  it('are stored when they are first used, and answered without a connection', async () => {
    installCaches();
    network(art);
    await ask('/cdn/a.svg');
    network(offline);
    expect(await (await ask('/cdn/a.svg'))?.text()).toBe('art');
    expect(await ask('/cdn/b.svg')).toBeNull();
  });

  it('are never stored from a network’s sign-in page or an error', async () => {
    const caches = installCaches();
    network(() => html('<html>'));
    await ask('/cdn/a.svg');
    network(() => new Response('gone', { status: 404, headers: { 'content-type': 'image/png' } }));
    await ask('/cdn/b.png');
    expect(caches.caches.get(MEDIA_CACHE)?.entries.size ?? 0).toBe(0);
  });

  it('are bounded in number, and the oldest are deleted first', async () => {
    const caches = installCaches();
    network(art);
    for (let n = 0; n < MAX_MEDIA + 3; n += 1) await ask(`/cdn/${n}.svg`);
    const urls = [...(caches.caches.get(MEDIA_CACHE)?.entries.keys() ?? [])];
    expect(urls).toHaveLength(MAX_MEDIA);
    expect(urls[0]).toBe(`${ORIGIN}/cdn/3.svg`);
  });
});

describe('a message of a page', () => {
  it('is understood or ignored', () => {
    for (const type of ['apply-update', 'clean-up', 'take-page', 'data-used']) expect(readPageMessage({ type, more: 1 })).toBe(type);
    for (const odd of [null, undefined, 'apply-update', { type: 'other' }, {}, 7]) expect(readPageMessage(odd)).toBeNull();
  });
});
