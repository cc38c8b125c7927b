/**
 * Every page of the product, opened once by its address, and all that must hold on each of them: no barrier that a tool can find,
 * nothing beside the screen when its text is twice as large, nothing that the security policy stops, no error in the console.
 */
import type { Page } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import { ALL_RULES, COLOURS, findingsOn } from './support/axe';
import { signUpDialog } from './support/forms';
import { chip, expectLive, heading, topBar } from './support/frame-of-page';
import { ROUTES } from './support/routes';
import type { OpenedRoute } from './support/routes';
import { sample } from './support/sample';
import { ONLINE, expect, test, useProduct } from './support/test';

useProduct();

const PHONE = { width: 412, height: 823 };
/** A cheap phone's browser tab. */
const SMALL_PHONE = { width: 360, height: 660 };

test.use({ viewport: PHONE });

async function open(page: Page, { path, heading: expected }: OpenedRoute): Promise<void> {
  await page.goto(path);
  await expect(heading(page), path).toHaveText(expected);
  await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
}

const enlargeText = (page: Page, size: string) =>
  page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);

/** Text twice as large, as a phone's or browser's own setting makes it. Waited for: a table that comes late gets its place a frame later. */
async function expectNothingBesideScreen(page: Page, path: string): Promise<void> {
  await page.setViewportSize(SMALL_PHONE);
  await enlargeText(page, '200%');
  const pixelsBeside = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.soft.poll(pixelsBeside, `${path} with large text`).toBeLessThanOrEqual(0);
  await enlargeText(page, '');
  await page.setViewportSize(PHONE);
}

async function expectSoundPages(page: Page, audiences: readonly OpenedRoute['who'][]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const route of ROUTES.filter(({ who }) => audiences.includes(who))) {
    await open(page, route);
    expect.soft(await findingsOn(page, ALL_RULES), route.path).toEqual([]);
    await expectNothingBesideScreen(page, route.path);
  }
}

test('no page of everybody has a barrier, scrolls sideways with large text, breaks the security policy or writes an error', ONLINE, async ({ page, trouble }) => {
  await expectSoundPages(page, ['all', 'guest']);
  await page.goto('/');
  await topBar(page).getByRole('link', { name: 'Join' }).click();
  await expect(signUpDialog(page).locator('form')).toBeVisible();
  expect.soft(await findingsOn(page), 'the dialog to join').toEqual([]);
  expect(trouble.consoleErrors).toEqual([]);
});

test('no page of a player has a barrier, scrolls sideways with large text, breaks the security policy or writes an error', ONLINE, async ({ page, context, trouble }) => {
  await putSession(page, await openAccount(context, { naira: 300 }));
  await expectSoundPages(page, ['player']);
  await expectLive(page);
  await chip(page).click();
  expect.soft(await findingsOn(page), 'the balance').toEqual([]);
  // What everybody may open looks different to a player.
  for (const route of sample(ROUTES.filter(({ who }) => who === 'all'), 8)) await open(page, route);
  // The whole of a page, not only its first screen.
  for (const path of ['/', '/game/adire-gold', '/profile']) {
    await page.goto(path);
    await expectLive(page);
    await page.locator('footer').scrollIntoViewIfNeeded();
  }
  expect(trouble.consoleErrors).toEqual([]);
});

// A unit test of the tokens holds the dark colours against each other; seeing every page in them, too, takes long.
if (process.env['AYO_LONG'] === '1') {
  for (const audience of ['all', 'guest', 'player'] as const) {
    test(`the dark colours of no page for ${audience} are too close to each other`, ONLINE, async ({ page, context }) => {
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      if (audience === 'player') await putSession(page, await openAccount(context, { naira: 300 }));
      for (const route of ROUTES.filter(({ who }) => who === audience)) {
        await open(page, route);
        expect.soft(await findingsOn(page, COLOURS), route.path).toEqual([]);
      }
    });
  }
}
