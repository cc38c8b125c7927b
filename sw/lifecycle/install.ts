import type { PrecacheController } from 'workbox-precaching/PrecacheController';
import type { PrecacheEntry } from 'workbox-precaching/_types';

/**
 * Enough to keep a slow connection busy (its round trips, not its width, are what many small files wait for), few enough to
 * leave room for what the page itself asks for.
 */
const CONCURRENCY = 12;
/** The pauses before a file is asked for again, because a connection that is lost for a moment need not fail the whole install. */
const RETRY_MS = [1_000, 3_000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Fetches every file of the build that is not here yet. Each comes with its hash: a file that a network meddled with
 * makes the install fail, the old build stays, and the next try starts where this one ended.
 */
export async function installPrecache(
  precache: PrecacheController,
  entries: readonly (PrecacheEntry | string)[],
  event: ExtendableEvent,
): Promise<void> {
  const queue = entries.map((entry) => (typeof entry === 'string' ? { url: entry } : entry));
  const work = async () => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) await installPatiently(precache, entry, event);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

/**
 * Fetches again what the browser has thrown out of the precache, perhaps single files: else a page that nobody opens in time is
 * missing when the connection is. Never rejects; without a connection the next visit tries.
 */
export async function mendPrecache(
  precache: PrecacheController,
  entries: readonly (PrecacheEntry | string)[],
  event: ExtendableEvent,
): Promise<void> {
  try {
    const keys = await (await caches.open(precache.strategy.cacheName)).keys();
    const cachedUrls = new Set(keys.map(({ url }) => url));
    const isMissing = (entry: PrecacheEntry | string) => !cachedUrls.has(String(precache.getCacheKeyForURL(typeof entry === 'string' ? entry : entry.url)));
    await installPrecache(precache, entries.filter(isMissing), event);
  } catch {
    // It is tried again with the next page that is opened, or seen again.
  }
}

async function installPatiently(precache: PrecacheController, entry: PrecacheEntry, event: ExtendableEvent): Promise<void> {
  for (const ms of RETRY_MS) {
    try {
      await install(precache, entry, event);
      return;
    } catch (error) {
      // The network's own failures, and its meddling, are of this kind; a host that says no says no again.
      if (!(error instanceof TypeError)) throw error;
      await pause(ms);
    }
  }
  await install(precache, entry, event);
}

async function install(precache: PrecacheController, entry: PrecacheEntry, event: ExtendableEvent): Promise<void> {
  const cacheKey = precache.getCacheKeyForURL(entry.url);
  if (cacheKey === undefined) return;
  const request = new Request(new URL(entry.url, location.href), {
    // A name with a hash in it never changes; any other is fetched past the HTTP cache.
    cache: entry.revision ? 'reload' : 'default',
    credentials: 'same-origin',
    // Chromium fetches three files at a time for a worker that is being installed, whatever its code asks for, but for these: 110
    // files took 18 s on 400 kbit/s, and take 10.
    keepalive: true,
    ...(entry.integrity && { integrity: entry.integrity }),
  });
  await Promise.all(precache.strategy.handleAll({ request, event, params: { cacheKey, integrity: entry.integrity } }));
}
