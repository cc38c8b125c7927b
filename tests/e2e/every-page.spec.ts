/**
 * Every page of the product, opened once, and all that must hold on each of them: no barrier that a tool can find, targets
 * for thumbs, nothing beside the screen or over one another when its text is twice as large or the page four times, nothing that the security
 * policy stops, no error in the console.
 */
import type { Page } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import { ALL_RULES, COLOURS, findingsOn } from './support/axe';
import { signUpDialog } from './support/forms';
import { chip, expectLive, heading, topBar } from './support/frame-of-page';
import { misfitsOn } from './support/reflow';
import { ROUTES } from './support/routes';
import type { OpenedRoute } from './support/routes';
import { isLong, sample } from './support/sample';
import { ONLINE, expect, test, useProduct } from './support/test';
import { goWithin } from './support/versions';

useProduct();

const PHONE = { width: 412, height: 823 };
const FIT_LIMIT_MS = 5_000;
/** A cheap phone's browser tab. */
const SMALL_PHONE = { width: 360, height: 660 };
/** A window of 1280 × 1024 px that is zoomed to 400 %. */
const ZOOMED = { width: 320, height: 256 };
/** Each of the other kinds of games, whose stages are drawn in their own ways. */
const OTHER_STAGES = ['blackjack', 'dice', 'mines', 'plinko', 'roulette'];

test.use({ viewport: PHONE });

/** By its address, or as a link of the app opens it, which loads no document anew; offline-routes.spec.ts opens addresses. */
async function open(page: Page, { path, heading: expected }: OpenedRoute, isByAddress = true): Promise<void> {
  await (isByAddress ? page.goto(path) : goWithin(page, path));
  await expect(heading(page), path).toHaveText(expected);
  await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
}

const enlargeText = (page: Page, size: string) =>
  page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);

/** Waited for: a table that comes late gets its place a frame later. */
async function expectFitting(page: Page, where: string): Promise<void> {
  const misfits = async () => {
    const { cut, overlapping } = await misfitsOn(page);
    return [...cut, ...overlapping];
  };
  await expect.soft.poll(misfits, { message: where, timeout: FIT_LIMIT_MS }).toEqual([]);
}

/** Text twice as large, as a phone's or browser's own setting makes it, and the whole page four times as large. */
async function expectRoom(page: Page, path: string): Promise<void> {
  await page.setViewportSize(SMALL_PHONE);
  expect.soft((await misfitsOn(page)).small, `targets of ${path}`).toEqual([]);
  await enlargeText(page, '200%');
  await expectFitting(page, `${path} with large text`);
  await enlargeText(page, '');
  await page.setViewportSize(ZOOMED);
  await expectFitting(page, `${path} zoomed`);
  await page.setViewportSize(PHONE);
}

async function expectSoundPages(page: Page, audiences: readonly OpenedRoute['who'][]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const routes = ROUTES.filter(({ who }) => audiences.includes(who));
  for (const route of routes) {
    await open(page, route, sample(routes, 9).includes(route));
    if (sample(routes, 3).includes(route)) expect.soft(await findingsOn(page, ALL_RULES), route.path).toEqual([]);
    if (sample(routes, 9).includes(route)) await expectRoom(page, route.path);
  }
}

test('no page that everybody may open has a barrier, is too narrow for large text, breaks the security policy or writes an error', ONLINE, async ({ page, trouble }) => {
  await expectSoundPages(page, ['all', 'guest']);
  await page.goto('/');
  await topBar(page).getByRole('link', { name: 'Join' }).click();
  await expect(signUpDialog(page).locator('form')).toBeVisible();
  expect.soft(await findingsOn(page), 'the dialog to join').toEqual([]);
  expect(trouble.consoleErrors).toEqual([]);
});

test('no page of a player has a barrier, is too narrow for large text, breaks the security policy or writes an error', ONLINE, async ({ page, context, trouble }) => {
  await putSession(page, await openAccount(context, { naira: 300 }));
  await expectSoundPages(page, ['player']);
  await expectLive(page);
  await chip(page).click();
  expect.soft(await findingsOn(page), 'the balance').toEqual([]);
  // The pages that everybody may open look different to a player.
  for (const route of sample(ROUTES.filter(({ who }) => who === 'all'), 12)) await open(page, route, isLong);
  // The whole of a page, not only its first screen.
  for (const path of ['/', '/game/adire-gold', '/profile']) {
    await page.goto(path);
    await expectLive(page);
    await page.locator('footer').scrollIntoViewIfNeeded();
  }
  expect(trouble.consoleErrors).toEqual([]);
});

test('every kind of game has targets for thumbs, and room with large text and zoomed', ONLINE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const gameId of sample(OTHER_STAGES, 3)) {
    await page.goto(`/game/${gameId}`);
    await expect(page.locator('.spin')).toBeVisible();
    expect.soft(await findingsOn(page, ALL_RULES), gameId).toEqual([]);
    await expectRoom(page, gameId);
  }
});

// A unit test of the tokens holds the dark colours against each other; seeing every page in them, too, takes long.
if (isLong) {
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
