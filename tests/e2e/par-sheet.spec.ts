/** The exact odds and strips of a game are there to be read on its page, and once read without a network, too. */
import type { Page } from '@playwright/test';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import { findingsOn } from './support/axe';
import { expectLive, expectReadyOffline } from './support/frame-of-page';
import { settleIn, useBrokenSite } from './support/network';
import { LONG, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const site = useBrokenSite();
const fold = (page: Page) => page.locator('.fold').filter({ has: page.locator('summary', { hasText: 'Exact odds' }) });

async function openSheet(page: Page, gameId: string): Promise<void> {
  await page.goto(`/game/${gameId}`);
  await fold(page).locator('summary').click();
}

test('a game’s exact odds and strips are read on its page, on a small screen with large text, and again without a network', LONG, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 660 });
  await settleIn(page, 100);
  await openSheet(page, 'adire-gold');
  await expect(fold(page)).toContainText(RULES_VERSIONS['adire-gold'] ?? 'none');
  await expect(fold(page)).toContainText('This version of the app plays by it.');
  await expect(fold(page).getByRole('row', { name: /^Return to player/ })).toContainText('95.09% 253842654119 / 266927360000');
  await expect(fold(page)).toContainText('Reel 1, 32 places: ');
  await expect(fold(page).getByRole('link', { name: 'An example, worked out by hand' })).toHaveAttribute('href', '/help#slots-by-hand');
  expect(await findingsOn(page)).toEqual([]);
  const sheet = await page.request.get(await fold(page).getByRole('link', { name: 'The sheet for computers' }).evaluate((link: HTMLAnchorElement) => link.href));
  expect(await sheet.json()).toMatchObject({ gameId: 'adire-gold', method: 'slots/1' });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await expectReadyOffline(page);
  await site.network().refuse();
  await openSheet(page, 'adire-gold');
  await expect(fold(page)).toContainText('As saved on this device.');
  await expect(fold(page)).toContainText('Reel 5, 35 places: ');
  await openSheet(page, 'dice');
  await expect(fold(page)).toContainText('this device has none of this game yet');

  await site.network().listen();
  await fold(page).getByRole('button', { name: 'Try again' }).click();
  await expect(fold(page).getByRole('row', { name: /^under 0\.10/ })).toContainText('990×');
  await expectLive(page);
});
