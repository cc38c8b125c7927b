/** Deletes the oldest entries of a cache that has more than `maxEntries`. */
export async function trimCache(name: string, maxEntries: number): Promise<void> {
  const cache = await caches.open(name);
  const keys = await cache.keys();
  // Without ignoreVary the browser deletes no answers that carry `Vary`, and reports no error.
  const surplus = keys.slice(0, Math.max(0, keys.length - maxEntries));
  await Promise.all(surplus.map((key) => cache.delete(key, { ignoreVary: true })));
}
