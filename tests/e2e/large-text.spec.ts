/** Text twice as large, as a phone's or browser's own setting makes it: nothing of a page is beside the screen. */
import type { Page } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import { heading } from './support/frame-of-page';
import { ROUTES } from './support/routes';
import { expect, test, useProduct } from './support/test';

useProduct();
test.use({ viewport: { width: 360, height: 660 } });

async function enlarge(page: Page): Promise<void> {
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')));
}

/** CSS pixels beyond the screen's edge. */
const beside = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function visit(page: Page, who: readonly string[]): Promise<void> {
  await enlarge(page);
  for (const { path, who: audience, heading: expected } of ROUTES) {
    if (!who.includes(audience)) continue;
    await page.goto(path);
    await expect(heading(page), path).toHaveText(expected);
    await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
    // What comes late (a table, a notice) has its place first when the next frame is drawn.
    await expect.soft.poll(() => beside(page), path).toBeLessThanOrEqual(0);
  }
}

test('no page of everybody scrolls sideways', async ({ page }) => {
  await visit(page, ['all', 'guest']);
});

test('no page of a player scrolls sideways', async ({ page, context }) => {
  await putSession(page, await openAccount(context, { naira: 300 }));
  await visit(page, ['player']);
});
