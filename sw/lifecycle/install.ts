import type { PrecacheController } from 'workbox-precaching/PrecacheController';
import type { PrecacheEntry } from 'workbox-precaching/_types';

/**
 * This many files are fetched at a time. That keeps a slow connection busy, because many small files wait for round trips and
 * not for bandwidth, and it leaves room for the requests of the page itself.
 */
const CONCURRENCY = 12;
/** The pauses before a file is asked for again, because a connection that is lost for a moment need not fail the whole install. */
const RETRY_MS = [1_000, 3_000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Fetches every file of the build that is not on the device yet. The browser checks each against its hash. A file that a
 * network has changed makes the install fail; then the old build stays, and the next try goes on where this one ended.
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
 * Fetches again the files that the browser has deleted from the precache, which may be single ones, so that every page still
 * opens without a connection. Never rejects; without a connection the next visit tries again.
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
    // The next page that is opened or shown again tries again.
  }
}

async function installPatiently(precache: PrecacheController, entry: PrecacheEntry, event: ExtendableEvent): Promise<void> {
  for (const ms of RETRY_MS) {
    try {
      await install(precache, entry, event);
      return;
    } catch (error) {
      // A failure of the network, or a hash that does not fit, is a TypeError. Any other error is the host's answer, which stays the same.
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
    // A file with a hash in its name never changes. Any other has a revision, and is fetched without the HTTP cache.
    cache: entry.revision ? 'reload' : 'default',
    credentials: 'same-origin',
    // Chromium fetches at most three files at a time for a worker that is being installed, but does not count these. On 400 kbit/s
    // 110 files took 18 s, and take 10 s now.
    keepalive: true,
    ...(entry.integrity && { integrity: entry.integrity }),
  });
  await Promise.all(precache.strategy.handleAll({ request, event, params: { cacheKey, integrity: entry.integrity } }));
}
