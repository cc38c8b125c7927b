import type { Page } from '@playwright/test';
import { enterAsPlayer, openAccount, putSession } from './support/api';
import { expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { LOBBY_HEADING } from './support/routes';
import { keptBy } from './support/storage';
import { INSTALL_LIMIT_MS, LONG, expect, ignoreWorkerRequests, test } from './support/test';
import { countLoads, expectStarted, lookForUpdate, readyWords, workersOf, useSwitchingSite } from './support/versions';

ignoreWorkerRequests();

const { host } = useSwitchingSite();
/** The service worker of a bad deploy: it makes every page empty, and lets nothing newer come by itself. */
const BAD = {
  type: 'text/javascript',
  body: `self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
    self.addEventListener('fetch', (event) => {
      if (event.request.mode === 'navigate') event.respondWith(new Response('', { headers: { 'content-type': 'text/html' } }));
    });`,
} as const;

const INTENT = {
  key: 'canary-key-of-money', kind: 'deposit', gameId: null, body: { method: 'mobile-money', amount: 750, currency: 'NGN' },
  state: 'unknown', at: 1_700_000_000_000, sentAt: 1_700_000_000_000, answer: null, refusal: null,
} as const;

/** The keys of money that the browser keeps, read past the app. */
function moneyKeys(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const open = indexedDB.open('ayo');
        open.onerror = () => reject(new Error('IndexedDB'));
        open.onsuccess = () => {
          const read = open.result.transaction('intents').objectStore('intents').getAllKeys();
          read.onsuccess = () => {
            open.result.close();
            resolve(read.result.map(String));
          };
        };
      }),
  );
}

async function putMoneyKey(page: Page, userId: string): Promise<void> {
  await page.evaluate(
    (intent) =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('ayo');
        open.onerror = () => reject(new Error('IndexedDB'));
        open.onsuccess = () => {
          const write = open.result.transaction('intents', 'readwrite');
          write.objectStore('intents').put(intent);
          write.oncomplete = () => {
            open.result.close();
            resolve();
          };
        };
      }),
    { ...INTENT, userId },
  );
}

test('A-29: the kill switch heals a browser with a bad service worker within two loads, and intents survive', async ({ page }) => {
  const account = await openAccount(page.context());
  await putSession(page, account);
  host().answer(/^\/sw\.js$/, BAD);
  await page.goto('/');
  await expectReadyOffline(page);
  await expectLive(page);
  await putMoneyKey(page, 'somebody-else');
  const { local } = await keptBy(page);
  await page.reload();
  await expect.poll(() => page.locator('body').innerText()).toBe('');

  await host().deploy({ build: 1, serviceWorker: 'off' });
  expect(await (await page.request.get('/version.json')).json()).toMatchObject({ serviceWorker: 'off' });
  await page.goto('/');
  // The browser looks for a newer script some moments after a load; a second load at the latest.
  const isHealed = () => page.evaluate(() => document.querySelector('main h1') !== null).catch(() => false);
  await expect.poll(isHealed, { timeout: 10_000 }).toBe(true).catch(() => page.goto('/').catch(() => null));
  await expect(heading(page)).toHaveText(LOBBY_HEADING);
  await expect.poll(() => workersOf(page).catch(() => 'loading')).toBeNull();
  expect(await moneyKeys(page)).toContain(INTENT.key);
  expect((await keptBy(page)).local).toEqual(local);

  // From now on pages load without a service worker, register none, and do not reload.
  const loads = countLoads(page);
  await page.goto('/help');
  await expect(heading(page)).toHaveText('Help');
  await expectLive(page);
  await expectStarted(page);
  expect(loads()).toBe(1);
  expect(await workersOf(page)).toBeNull();
  expect(host().requestedPaths.filter((path) => path === '/sw.js').length).toBeLessThanOrEqual(2);

  await host().deploy({ build: 2 });
  await page.goto('/');
  await expectReadyOffline(page);
  expect(await moneyKeys(page)).toContain(INTENT.key);
});

test('A-29: a good service worker is taken away as well, and the kill switch registered by a page settles', LONG, async ({ page }) => {
  await enterAsPlayer(page, { naira: 100 });
  await expectReadyOffline(page);
  await page.goto('/');
  await expectLive(page);
  await host().deploy({ build: 1, serviceWorker: 'off' });
  await lookForUpdate(page);
  await expect.poll(() => workersOf(page).catch(() => 'loading'), { timeout: INSTALL_LIMIT_MS }).toBeNull();
  await expect(heading(page)).toHaveText(LOBBY_HEADING);
  await expectLive(page);
  await expect(readyWords(page)).toHaveCount(0);
  // Something in between says what was true before: the page registers, and what it gets only goes away again.
  host().answer(/^\/version\.json$/, { type: 'application/json', body: '{"version":"1","serviceWorker":"on","offlineBytes":1}' });
  const scripts = () => host().requestedPaths.filter((path) => path === '/sw.js').length;
  const [before, loads] = [scripts(), countLoads(page)];
  await page.goto('/help');
  await expect.poll(scripts).toBeGreaterThan(before);
  await expect.poll(() => workersOf(page).catch(() => 'loading')).toBeNull();
  await expectStarted(page);
  await expect(heading(page)).toHaveText('Help');
  expect(loads()).toBe(1);
  await expect(readyWords(page)).toHaveCount(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
