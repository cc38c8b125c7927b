import type { PrecacheController } from 'workbox-precaching/PrecacheController';

import { dropFirstScreens } from '../../src/data/first-screens';

/** The part of the service worker's global scope that is used. */
interface Realm {
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly { readonly id: string }[]>;
  };
  readonly registration: { readonly installing: unknown; readonly waiting: unknown };
}

/** The document names every file of its build, so its own revision stands for the build. */
const DOCUMENT = '/index.html';
/** The address of the first script of a tab begins with this, whatever its hash. */
export const ENTRY = '/assets/app-';

/** The address of a tab's record, which says what build it runs. It is in the cache, because a service worker loses its memory when it stops. */
const recordOf = (tab: string): string => new URL(`/tabs/${tab}`, location.href).href;

const buildOf = (precache: PrecacheController): string => String(precache.getCacheKeyForURL(DOCUMENT));

/** Records that a tab got the document of this build. */
export async function noteTab(precache: PrecacheController, tab: string): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName);
  await cache.put(recordOf(tab), new Response(buildOf(precache)));
}

/**
 * Deletes the files of older builds as soon as no tab runs one, because such a tab still asks for its own chunks. A tab without
 * a record got its document past this service worker, and counts as one of an older build. While a newer build installs or waits
 * nothing is deleted, because its files are in the same cache.
 */
export async function cleanUp(precache: PrecacheController, { clients, registration }: Realm): Promise<void> {
  if (registration.installing || registration.waiting) return;
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const records = tabs.map(({ id }) => recordOf(id));
  const cache = await caches.open(precache.strategy.cacheName);
  for (const record of records) {
    if ((await (await cache.match(record))?.text()) !== buildOf(precache)) return;
  }
  const neededUrls = new Set([...precache.getURLsToCacheKeys().values(), ...records]);
  const staleRequests = (await cache.keys()).filter(({ url }) => !neededUrls.has(url));
  // First screens of an older build are never shown again.
  if (staleRequests.some(({ url }) => url.includes(DOCUMENT))) await dropFirstScreens();
  for (const request of staleRequests) await cache.delete(request, { ignoreVary: true });
}
