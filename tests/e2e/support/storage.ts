/** Everything that a browser keeps for the site. */
import type { Page } from '@playwright/test';

export interface Kept {
  readonly local: Readonly<Record<string, string>>;
  /** Session storage, IndexedDB (all stores), Cache Storage (addresses, and the bodies of texts), cookies, all as text. */
  readonly rest: string;
}

/** Reads everything stored for the page's origin, as the page itself can; HttpOnly cookies are added from outside. */
export async function keptBy(page: Page): Promise<Kept> {
  const contents = await page.evaluate(async () => {
    const asText = (value: unknown) =>
      JSON.stringify(value, (_key, inner: unknown) =>
        inner instanceof ArrayBuffer || ArrayBuffer.isView(inner)
          ? Array.from(new Uint8Array(inner instanceof ArrayBuffer ? inner : inner.buffer))
          : inner,
      );
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });

    const parts: string[] = [asText(Object.entries(sessionStorage)), document.cookie];
    for (const { name } of await indexedDB.databases()) {
      const db = await resultOf(indexedDB.open(name ?? ''));
      for (const store of db.objectStoreNames) {
        const shelf = db.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([resultOf(shelf.getAllKeys()), resultOf(shelf.getAll())]);
        parts.push(`${name ?? ''}/${store} ${asText(keys)} ${asText(values)}`);
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true });
        const type = response?.headers.get('content-type') ?? '';
        // The app's own code is the same for everybody.
        const isText = /json|html|plain/.test(type);
        parts.push(`${name} ${request.url} ${isText ? await response?.text() : type}`);
      }
    }
    return { local: Object.fromEntries(Object.entries<string>(localStorage)), rest: parts.join('\n') };
  });
  const cookies = await page.context().cookies();
  return { local: contents.local, rest: `${contents.rest}\n${JSON.stringify(cookies)}` };
}

/** Reads the records in one store of the app's database; null where the database or the store is missing. */
export function recordsIn(page: Page, store: string): Promise<readonly unknown[] | null> {
  return page.evaluate(async (name) => {
    const database = (await indexedDB.databases()).find((each) => each.name !== 'scratch');
    if (database?.name === undefined) return null;
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    const db = await resultOf(indexedDB.open(database.name));
    const values = db.objectStoreNames.contains(name) ? await resultOf(db.transaction(name).objectStore(name).getAll()) : null;
    db.close();
    return values;
  }, store);
}
