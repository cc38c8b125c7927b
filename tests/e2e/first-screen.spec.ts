/** An address that was open before is painted before its scripts run, from a copy of its first screen that holds nothing of a player. */
import type { Page } from '@playwright/test';
import { FIRST_SCREENS_CACHE } from '../../src/data/first-screens';
import { PAGE_ROUTES } from '../../src/app/routes';
import type { PageRoute } from '../../src/app/routes';
import { openAccount, putSession } from './support/api';
import { chip, expectLive, expectReadyOffline, heading, signOut } from './support/frame-of-page';
import { tracesOf } from './support/people';
import { expect, test, useProduct } from './support/test';

useProduct();

/** The stored documents by the path of their page. */
async function firstScreens(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async (name) => {
    if (!(await caches.has(name))) return {};
    const cache = await caches.open(name);
    const screens: Record<string, string> = {};
    for (const request of await cache.keys()) {
      screens[request.url.split('&page=')[1] ?? ''] = (await (await cache.match(request))?.text()) ?? '';
    }
    return screens;
  }, FIRST_SCREENS_CACHE);
}

async function openUntilStored(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(async () => Object.keys(await firstScreens(page))).toContain(path);
}

/** The text of the document that answered, without what is not drawn. */
const bodyOf = (markup: string): string => /<div id="root"[^>]*>([\s\S]*)<noscript>/.exec(markup)?.[1] ?? '';

test('an address is answered with its first screen, even without a connection, and the scripts take it over', async ({ page, context }) => {
  await page.goto('/');
  await expectReadyOffline(page);
  for (const path of ['/terms', '/game/adire-gold', '/category/slots', '/']) await openUntilStored(page, path);
  await context.setOffline(true);
  const texts = { '/terms': 'The agreement between you', '/game/adire-gold': 'Adire Gold', '/category/slots': 'Lagos Nights', '/': 'Roulette' };
  for (const [path, text] of Object.entries(texts)) {
    const answer = await page.goto(path);
    expect(bodyOf((await answer?.text()) ?? ''), path).toContain(text);
    await expect(page.locator('main button[inert]'), path).toHaveCount(0);
    await expect(heading(page)).toBeVisible();
  }
});

test('it has what is on the screen and not what is below it, and nothing that a press or a typed word would be lost on', async ({ page }) => {
  await page.goto('/');
  await expectReadyOffline(page);
  await openUntilStored(page, '/terms');
  await openUntilStored(page, '/games');
  const { '/terms': terms = '', '/games': games = '' } = await firstScreens(page);
  expect(terms).toContain('<h1');
  expect(terms).not.toContain('id="complaints"');
  const controls = bodyOf(games).match(/<(?:button|input|select|textarea|summary)\b[^>]*>/g) ?? [];
  expect(controls.length).toBeGreaterThan(0);
  expect(controls.filter((control) => !control.includes('inert'))).toEqual([]);
});

test('a page is not stored when somebody touches it, nor with a query or an anchor', async ({ page }) => {
  await page.goto('/');
  await expectReadyOffline(page);
  await page.goto('/help');
  await page.keyboard.press('Tab');
  await page.goto('/privacy?from=mail');
  await openUntilStored(page, '/about-us');
  expect(Object.keys(await firstScreens(page))).toEqual(['/about-us']);
});

test('a player’s first screens hold no figure and no word of theirs, and go with the session', async ({ page, context }) => {
  const account = await openAccount(context, { naira: 7_341 });
  await putSession(page, account);
  await page.goto('/');
  await expectReadyOffline(page);
  await expectLive(page);
  const paths = PAGE_ROUTES.filter((page: PageRoute) => page.hasFirstScreen === true).map(({ paths: [path = '/'] }) =>
    path.replace(':gameId', 'adire-gold').replace(':categoryId', 'slots'));
  for (const path of paths) await openUntilStored(page, path);
  const screens = await firstScreens(page);
  for (const [path, markup] of Object.entries(screens)) {
    const found = [...tracesOf(account), '7,341', '7341', account.userId, account.sessionId].filter((trace) => markup.includes(trace));
    expect.soft(found, path).toEqual([]);
  }
  await signOut(page);
  await expect.poll(() => firstScreens(page)).toEqual({});
  await openUntilStored(page, '/');
  await putSession(page, account);
  await page.goto('/');
  await expect(chip(page)).toBeVisible();
});
