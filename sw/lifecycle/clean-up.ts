import type { PrecacheController } from 'workbox-precaching/PrecacheController';

/** What is used of the service worker's global scope. */
interface Realm {
  readonly clients: { matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly unknown[]> };
  readonly registration: { readonly installing: unknown; readonly waiting: unknown };
}

/**
 * Deletes the files of older builds, but only while no tab is open: one that was not loaded anew since the update
 * still asks for its own chunks. (A tab that is just being opened is not counted yet, and needs only what is kept.)
 * Nor while a newer build is waiting: its files are in the same cache.
 */
export async function cleanUp(precache: PrecacheController, { clients, registration }: Realm): Promise<void> {
  if (registration.installing || registration.waiting) return;
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length > 0) return;
  const kept = new Set(precache.getURLsToCacheKeys().values());
  const cache = await caches.open(precache.strategy.cacheName);
  const left = (await cache.keys()).filter(({ url }) => !kept.has(url));
  for (const request of left) await cache.delete(request, { ignoreVary: true });
}
