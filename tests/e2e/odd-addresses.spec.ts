/** Addresses that no page has, and pages' addresses in odd letters: each opens, with a connection and without one. */
import type { Page } from '@playwright/test';
import { NO_GAMES, NOWHERE, PAGES } from '../support/odd-addresses';
import { expectReadyOffline, heading, topBar } from './support/frame-of-page';
import { sample } from './support/sample';
import { LONG, expect, ignoreWorkerRequests, test, useProduct } from './support/test';

ignoreWorkerRequests();

const product = useProduct();

const NOT_FOUND = 'Page not found';
const NO_GAME = 'Game not found';

async function expectAt(page: Page, address: string, words: string): Promise<void> {
  const name = address.slice(0, 60);
  await page.goto(product().url + address);
  await expect(heading(page), name).toHaveText(words);
  await expect(topBar(page), name).toBeVisible();
  expect(new URL(page.url()).origin, name).toBe(product().url);
}

/** How the host, the service worker and the app read each of them is in hosting.test.ts and address-kinds.test.ts. */
async function expectAll(page: Page): Promise<void> {
  for (const address of sample(NOWHERE, 4)) await expectAt(page, address, NOT_FOUND);
  for (const address of sample(NO_GAMES, 4)) await expectAt(page, address, NO_GAME);
  for (const address of sample(PAGES, 4)) {
    await page.goto(product().url + address);
    await expect(heading(page), address).toHaveText('Help');
  }
}

test.describe('with a connection and no service worker', () => {
  test.use({ serviceWorkers: 'block' });
  test('an address without a page opens the not-found page, and never a blank page, a file or another site', LONG, async ({ page }) => {
    await expectAll(page);
  });
});

test('A-35: every address opens without a connection, even one with a dot in it', LONG, async ({ page }) => {
  await page.goto('/');
  await expectReadyOffline(page);
  await product().stop();
  try {
    await expectAll(page);
    // An odd address does not break the navigation after it.
    await expectAt(page, '//evil.example', NOT_FOUND);
    await topBar(page).getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('main').getByRole('link', { name: 'Go to the lobby' }).click();
    await expect(page).toHaveURL(`${product().url}/`);
  } finally {
    await product().start();
  }
});
