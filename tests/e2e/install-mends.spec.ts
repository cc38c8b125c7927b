/** The app mends by itself what goes wrong while it is installed on the device, or afterwards with single files of it. */
import type { Page } from '@playwright/test';
import { findFileOf } from '../support/built-files';
import { EVERYTHING } from '../support/faults/rules';
import { expectReadyOffline, heading } from './support/frame-of-page';
import { useBrokenSite } from './support/network';
import { INSTALL_LIMIT_MS, LONG, expect, ignoreWorkerRequests, test } from './support/test';
import { countLoads, keptFiles } from './support/versions';

ignoreWorkerRequests();

const { network, product } = useBrokenSite();

/** The precache begins with the shell, which nothing else asks for by that name. */
const shellsAsked = () => network().requests.filter(({ path }) => path === '/index.html').length;
const faulted = () => network().requests.filter(({ fault }) => fault !== null).length;

async function expectHelpOffline(page: Page): Promise<void> {
  await product().stop();
  try {
    for (const [path, words] of [['/help', 'Help'], ['/terms', 'Terms'], ['/game/plinko', 'Plinko']] as const) {
      await page.goto(path);
      await expect(heading(page), path).toContainText(words);
    }
  } finally {
    await product().start();
  }
}

// `npm test` has the install below, which fails altogether, and tests/unit/bridge/first-install.test.ts.
test('the connection drops for a moment in the middle of the install: the app is ready offline without a reload', LONG, async ({ page }) => {
  const loads = countLoads(page);
  const before = faulted();
  const shells = shellsAsked();
  await page.goto('/');
  await expect.poll(shellsAsked, { timeout: INSTALL_LIMIT_MS }).toBeGreaterThan(shells);
  network().break({ path: EVERYTHING, fault: 'drop' });
  await expect.poll(() => faulted() - before, { timeout: INSTALL_LIMIT_MS }).toBeGreaterThan(4);
  network().heal();
  await expectReadyOffline(page);
  expect(loads()).toBe(1);
  await expectHelpOffline(page);
});

test('an install that failed altogether is tried again by the page that is open', async ({ page }) => {
  const loads = countLoads(page);
  const shells = shellsAsked();
  network().break({ path: /^\/index\.html$/, fault: 'bad-gateway', times: 1 });
  await page.goto('/');
  await expect.poll(shellsAsked, { timeout: INSTALL_LIMIT_MS }).toBe(shells + 2);
  await expectReadyOffline(page);
  expect(loads()).toBe(1);
});

test('a page that is being loaded while the install of another tab ends is taken by its worker, too', LONG, async ({ page, context }) => {
  network().break({ path: /^\/help$/, fault: 'hold-answer' });
  const late = await context.newPage();
  const arrival = late.goto('/help');
  await page.goto('/');
  await expectReadyOffline(page);
  network().heal();
  await arrival;
  await expectReadyOffline(late);
});

test('single files that the browser deleted from the precache are fetched again with the next visit', LONG, async ({ page }) => {
  await page.goto('/');
  await expectReadyOffline(page);
  const sources = ['terms/TermsPage', 'help/HelpPage', 'game/GamePage', 'profile/ProfilePage'].map((each) => `src/pages/${each}.tsx`);
  const thrown = await Promise.all(sources.map((source) => findFileOf(source)));
  const deletedPaths = await page.evaluate(async (paths) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (!paths.includes(pathname)) continue;
        await cache.delete(request, { ignoreVary: true });
        found.push(pathname);
      }
    }
    return found;
  }, thrown);
  expect(deletedPaths.toSorted()).toEqual(thrown.toSorted());
  await page.goto('/');
  await expect.poll(() => keptFiles(page, deletedPaths), { timeout: INSTALL_LIMIT_MS }).toEqual(deletedPaths);
  await expectHelpOffline(page);
});
