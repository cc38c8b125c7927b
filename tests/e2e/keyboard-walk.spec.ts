/** A player who plays by keyboard sees where they are: a walk by Tab over every page, on a cheap phone and on a wide screen. */
import type { Page } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import { walkByTab } from './support/focus';
import { expectLive, heading } from './support/frame-of-page';
import { ROUTES } from './support/routes';
import type { OpenedRoute } from './support/routes';
import { sample } from './support/sample';
import { LONG_ONLINE, ONLINE, expect, test, useProduct } from './support/test';

useProduct();

const PHONE = { width: 360, height: 660 };
const WIDE = { width: 1280, height: 800 };
/** Every page has at least so many stops, with the app's bars or without. */
const FEWEST_STOPS = 10;

async function open(page: Page, { path, heading: expected }: OpenedRoute): Promise<void> {
  await page.goto(path);
  await expect(heading(page), path).toHaveText(expected);
  await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
}

async function expectSeen(page: Page, where: string, isMainOnly: boolean): Promise<void> {
  const { stops, problems } = await walkByTab(page, isMainOnly);
  expect.soft(problems, where).toEqual([]);
  if (!isMainOnly) expect.soft(stops, where).toBeGreaterThan(FEWEST_STOPS);
}

/**
 * The bars and the end of the page are the same on all pages, and are walked on the first. Each eighth page is walked on a phone, some
 * of those on a wide screen, too, and all of them in the long run: they are made of the same fields, buttons and lists.
 */
async function expectSeenEverywhere(page: Page, routes: readonly OpenedRoute[]): Promise<void> {
  for (const [at, route] of sample(routes, 8).entries()) {
    await page.setViewportSize(PHONE);
    await open(page, route);
    await expectSeen(page, `${route.path} on a phone`, at > 0);
    if (!sample(routes, 16).includes(route)) continue;
    await page.setViewportSize(WIDE);
    await expectSeen(page, `${route.path} on a wide screen`, at > 0);
  }
}

test.use({ reducedMotion: 'reduce' });

test('a guest who goes through a page by keyboard sees each stop whole, with its ring', LONG_ONLINE, async ({ page }) => {
  await expectSeenEverywhere(page, ROUTES.filter(({ who }) => who === 'all' || who === 'guest'));
});

test('a player who goes through a page by keyboard sees each stop whole, with its ring', ONLINE, async ({ page, context }) => {
  await putSession(page, await openAccount(context, { naira: 300 }));
  await page.goto('/');
  await expectLive(page);
  const [own, others] = [ROUTES.filter(({ who }) => who === 'player'), ROUTES.filter(({ who }) => who === 'all')];
  await expectSeenEverywhere(page, [...own, ...sample(others, 12)]);
});

// `npm test` has games-tables.spec.ts, which plays every table by keyboard.
test('every place on the roulette table and every tile of mines is seen whole, with its focus ring', LONG_ONLINE, async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const gameId of ['roulette', 'mines']) {
    await page.goto(`/game/${gameId}`);
    await expect(page.locator('.spin')).toBeVisible();
    await expectSeen(page, gameId, true);
  }
});
