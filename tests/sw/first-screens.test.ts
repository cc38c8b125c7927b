import { html, installCaches, network, offline, ORIGIN } from './support';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FIRST_SCREENS_CACHE, firstScreenKey } from '../../src/data/first-screens';
import { cleanUp } from '../../sw/lifecycle/clean-up';
import { answerNavigation, createPrecache } from '../../sw/routes/shell';

const documentKey = (build: string) => `${ORIGIN}/index.html?__WB_REVISION__=${build}`;
const STEPS = { note: vi.fn(), refill: vi.fn() };
const NO_TABS = { clients: { matchAll: () => Promise.resolve([]) }, registration: { installing: null, waiting: null } };

afterEach(() => vi.unstubAllGlobals());

/** A device with the document of one build, and first screens of `/terms` of these builds. */
async function device({ screensOf }: { readonly screensOf: readonly string[] }) {
  const caches = installCaches();
  network(offline);
  const precache = createPrecache([{ url: '/index.html', revision: 'r2' }]);
  const cache = await caches.open(precache.strategy.cacheName);
  await cache.put(documentKey('r2'), html('shell'));
  const screens = await caches.open(FIRST_SCREENS_CACHE);
  for (const build of screensOf) await screens.put(firstScreenKey(documentKey(build), '/terms'), html(`terms of ${build}`));
  const open = async (path: string) => (await answerNavigation(precache, new Request(ORIGIN + path), STEPS)).text();
  return { caches, precache, cache, open };
}

describe('the first screen of a page', () => {
  it('answers its own address, and the shell any other', async () => {
    const { open } = await device({ screensOf: ['r2'] });
    expect(await open('/terms')).toBe('terms of r2');
    expect(await open('/privacy')).toBe('shell');
  });

  it('does not answer an address with a query, which may ask for something else', async () => {
    const { open } = await device({ screensOf: ['r2'] });
    expect(await open('/terms?print=1')).toBe('shell');
  });

  it('of another build answers nothing, because its files may be gone', async () => {
    const { open } = await device({ screensOf: ['r1'] });
    expect(await open('/terms')).toBe('shell');
  });

  it('does not answer without the build’s own document, whose files it needs', async () => {
    const { cache, open } = await device({ screensOf: ['r2'] });
    cache.entries.clear();
    network(() => html('from the server'));
    expect(await open('/terms')).toBe('from the server');
  });

  it('gives way to the shell where the cache can’t be read', async () => {
    const { caches, open } = await device({ screensOf: ['r2'] });
    const match = caches.match.bind(caches);
    vi.spyOn(caches, 'match').mockImplementation((key, options) =>
      options?.cacheName === FIRST_SCREENS_CACHE ? Promise.reject(new DOMException('closed', 'InvalidStateError')) : match(key, options));
    expect(await open('/terms')).toBe('shell');
  });

  it('goes with the files of an older build, and stays when only the record of a closed tab goes', async () => {
    const { caches, precache, cache } = await device({ screensOf: ['r2'] });
    await cache.put(`${ORIGIN}/tabs/closed`, new Response('r2'));
    await cleanUp(precache, NO_TABS);
    expect(cache.entries.has(`${ORIGIN}/tabs/closed`)).toBe(false);
    expect(await caches.keys()).toContain(FIRST_SCREENS_CACHE);
    await cache.put(documentKey('r1'), html('old shell'));
    await cleanUp(precache, NO_TABS);
    expect(await caches.keys()).not.toContain(FIRST_SCREENS_CACHE);
  });
});
