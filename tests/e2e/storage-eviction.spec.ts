/** A browser that threw away what it kept, whole or in part. */
import type { Page } from '@playwright/test';
import { enterAsPlayer, inKobo, moneyOf } from './support/api';
import type { Account } from './support/api';
import { amountField, goToPay, payAtSimulator } from './support/deposit';
import { signInWith } from './support/forms';
import { chip, expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { sample } from './support/sample';
import { storedAt } from './support/snapshots';
import { LONG, POLL_LIMIT_MS, expect, test, useProduct } from './support/test';

useProduct();

/** A browser, or a person in its settings, may throw these away; `page` stands on an address without the app. */
const EVICTIONS: readonly (readonly [what: string, evict: (page: Page) => Promise<void>])[] = [
  ['the caches', (page) => page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  })],
  ['the database', (page) => page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((done) => (indexedDB.deleteDatabase(name ?? '').onsuccess = done));
    }
  })],
  ['local storage', (page) => page.evaluate(() => localStorage.clear())],
  ['the service worker', (page) => page.evaluate(async () => {
    for (const found of await navigator.serviceWorker.getRegistrations()) await found.unregister();
  })],
  ['everything', async (page) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  }],
  ['one store of the database', (page) => page.evaluate(async () => {
    function done<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    }
    const [{ name = '', version = 1 } = {}] = await indexedDB.databases();
    const whole = await done(indexedDB.open(name));
    const stores = [...whole.objectStoreNames].map((store) => {
      const { keyPath, autoIncrement } = whole.transaction(store).objectStore(store);
      return { store, keyPath, autoIncrement };
    });
    whole.close();
    await done(indexedDB.deleteDatabase(name));
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
      for (const { store, keyPath, autoIncrement } of stores) {
        if (store !== 'snapshots') opening.result.createObjectStore(store, { keyPath, autoIncrement });
      }
    };
    (await done(opening)).close();
  })],
];

async function expectCleanStart(page: Page, account: Account): Promise<void> {
  await page.goto('/profile');
  const isGone = !(await page.evaluate(() => 'sessionId' in localStorage));
  if (isGone) {
    await expect(heading(page)).toHaveText('Sign in');
    await expect(chip(page)).toHaveCount(0);
    // The cookies are deleted, too.
    await signInWith(page.locator('main'), account);
  }
  await expect(heading(page)).toHaveText('My profile');
  await expectLive(page);
  await expect(chip(page)).toContainText('₦500.01');
  await expect(page.locator('.connection-pill')).toHaveCount(0);
}

/** Figures are kept, and the app opens without a connection. */
async function expectWholeAgain(page: Page): Promise<void> {
  await expectReadyOffline(page);
  await expect.poll(async () => Object.keys(await storedAt(page)), { timeout: POLL_LIMIT_MS }).toContain('balance');
  const files = () => page.evaluate(async () => {
    let count = 0;
    for (const name of await caches.keys()) if (name.includes('precache')) count += (await (await caches.open(name)).keys()).length;
    return count;
  });
  await expect.poll(files, { timeout: POLL_LIMIT_MS }).toBeGreaterThan(30);
  await page.context().setOffline(true);
  await page.goto('/help');
  await expect(heading(page)).toHaveText('Help');
  await expect(chip(page)).toContainText('₦500.01');
  await page.context().setOffline(false);
}

test('A-10: the app starts clean when the browser threw away all or a part of what it kept', async ({ page }) => {
  const account = await enterAsPlayer(page, { naira: 500 });
  await expectReadyOffline(page);
  for (const [what, evict] of sample(EVICTIONS, 4)) {
    await test.step(what, async () => {
      await page.goto('/version.json');
      await evict(page);
      await expectCleanStart(page, account);
      await expectWholeAgain(page);
    });
  }
});

test('A-10: the browser is asked to keep the data after the first deposit, and not before', LONG, async ({ page, context }) => {
  await context.addInitScript(() => {
    StorageManager.prototype.persist = () => {
      localStorage.setItem('askedToPersist', 'yes');
      return Promise.resolve(false);
    };
  });
  const readAskedToPersist = () => page.evaluate(() => localStorage.getItem('askedToPersist'));
  const account = await enterAsPlayer(page);
  await page.goto('/deposit');
  await expect(amountField(page)).toBeVisible();
  expect(await readAskedToPersist()).toBeNull();
  await goToPay(page, '700');
  await payAtSimulator(page);
  await expect(page.getByRole('article', { name: 'It is on your balance' })).toBeVisible({ timeout: POLL_LIMIT_MS });
  expect(await readAskedToPersist()).toBe('yes');
  expect((await moneyOf(context, account)).real).toBe(inKobo(700));
});
