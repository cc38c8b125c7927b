/** Reads the answers that the service worker has stored on the device. */
import type { Page } from '@playwright/test';
import { INSTALL_LIMIT_MS, expect } from './test';

/** When each stored answer was live (epoch ms), by its kind. */
export function storedAt(page: Page): Promise<Readonly<Record<string, number>>> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    // Opening a database that is not there would make an empty one, which the app could not use.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'ayo')) return {};
    const db = await done(indexedDB.open('ayo'));
    if (!db.objectStoreNames.contains('snapshots')) {
      db.close();
      return {};
    }
    const all: { kind: string; savedAt: number }[] = await done(db.transaction('snapshots').objectStore('snapshots').getAll());
    db.close();
    return Object.fromEntries(all.map(({ kind, savedAt }) => [kind, savedAt]));
  });
}

/**
 * Waits until the player's figures of these kinds are stored: with the first install what is on the screen is asked for once more, since it
 * came before there was anybody to keep it.
 */
export async function expectKept(page: Page, ...kinds: readonly string[]): Promise<void> {
  const storedKinds = async () => Object.keys(await storedAt(page));
  await expect.poll(storedKinds, { timeout: INSTALL_LIMIT_MS }).toEqual(expect.arrayContaining([...kinds]));
}

/** Reads them once no write to the store is under way any more, for a network that is broken already. */
export async function storedAtRest(page: Page): Promise<Readonly<Record<string, number>>> {
  let last = await storedAt(page);
  const isAtRest = async () => {
    const before = JSON.stringify(last);
    last = await storedAt(page);
    return JSON.stringify(last) === before;
  };
  await expect.poll(isAtRest, { intervals: [250] }).toBe(true);
  return last;
}

/** Deletes every stored answer from the device. The player stays signed in. */
export async function loseSnapshots(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('ayo');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    });
    const tx = db.transaction('snapshots', 'readwrite');
    tx.objectStore('snapshots').clear();
    await new Promise((resolve) => (tx.oncomplete = resolve));
    db.close();
  });
}
