/** A browser's Cache Storage in memory, for addresses of one origin. */
export const FAKE_ORIGIN = 'https://ayo.test';

/** Caches by name, each a list in the order of insertion. */
export class FakeCaches {
  readonly caches = new Map<string, FakeCache>();
  async open(name: string): Promise<FakeCache> {
    const cache = this.caches.get(name) ?? new FakeCache();
    this.caches.set(name, cache);
    return cache;
  }
  async keys(): Promise<string[]> {
    return [...this.caches.keys()];
  }
  async delete(name: string): Promise<boolean> {
    return this.caches.delete(name);
  }
  async match(key: Request | string, { cacheName }: { readonly cacheName?: string } = {}): Promise<Response | undefined> {
    for (const [name, cache] of this.caches) {
      const found = cacheName === undefined || cacheName === name ? await cache.match(key) : undefined;
      if (found) return found;
    }
    return undefined;
  }
}

export class FakeCache {
  readonly entries = new Map<string, Response>();
  async match(key: Request | string): Promise<Response | undefined> {
    return this.entries.get(urlOf(key))?.clone();
  }
  async put(key: Request | string, response: Response): Promise<void> {
    this.entries.set(urlOf(key), response);
  }
  async keys(): Promise<Request[]> {
    return [...this.entries.keys()].map((url) => new Request(url));
  }
  async delete(key: Request | string): Promise<boolean> {
    return this.entries.delete(urlOf(key));
  }
}

function urlOf(key: Request | string): string {
  return typeof key === 'string' ? new URL(key, FAKE_ORIGIN).href : key.url;
}
