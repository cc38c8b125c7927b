import type { PrecacheController } from 'workbox-precaching/PrecacheController';
import type { PrecacheEntry } from 'workbox-precaching/_types';

/**
 * Enough to keep a slow connection busy (its round trips, not its width, are what many small files wait for), few enough to
 * leave room for what the page itself asks for.
 */
const CONCURRENCY = 8;

/**
 * Fetches every file of the build that is not here yet. Each comes with its hash: a file that a network meddled with
 * makes the install fail, the old build stays, and the next try starts where this one ended.
 */
export async function installPrecache(
  precache: PrecacheController,
  entries: readonly (PrecacheEntry | string)[],
  event: ExtendableEvent,
): Promise<void> {
  const waiting = entries.map((entry) => (typeof entry === 'string' ? { url: entry } : entry));
  const work = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) await install(precache, entry, event);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

async function install(precache: PrecacheController, entry: PrecacheEntry, event: ExtendableEvent): Promise<void> {
  const cacheKey = precache.getCacheKeyForURL(entry.url);
  if (cacheKey === undefined) return;
  const request = new Request(new URL(entry.url, location.href), {
    // A name with a hash in it never changes; any other is fetched past the HTTP cache.
    cache: entry.revision ? 'reload' : 'default',
    credentials: 'same-origin',
    ...(entry.integrity && { integrity: entry.integrity }),
  });
  await Promise.all(precache.strategy.handleAll({ request, event, params: { cacheKey, integrity: entry.integrity } }));
}
