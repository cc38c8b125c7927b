/** An address that was open before is painted before its scripts run, from a copy of its first screen that has nothing of a player. */
import type { Page } from '@playwright/test';
import { FIRST_SCREENS_CACHE } from '../../src/data/first-screens';
import { openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { expectLive, expectReadyOffline, heading, signOut } from './support/frame-of-page';
import { tracesOf } from './support/people';
import { LONG, expect, test, useProduct } from './support/test';

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

async function expectStored(page: Page, path: string): Promise<void> {
  await expect.poll(async () => Object.keys(await firstScreens(page))).toContain(path);
}

async function openUntilStored(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectStored(page, path);
}

/** What the document draws. */
const bodyOf = (markup: string): string => /<div id="root"[^>]*>([\s\S]*)<noscript>/.exec(markup)?.[1] ?? '';

/** They are the same for everybody, and the only amounts that a first screen has. */
const FACTS_OF_GAMES = /<dl class="(?:game|feature)-facts".*?<\/dl>/gs;

function expectNothingOf(account: Account, screens: Readonly<Record<string, string>>): void {
  for (const [path, markup] of Object.entries(screens)) {
    const found = [...tracesOf(account), '7,341', '7341', account.userId, account.sessionId].filter((trace) => markup.includes(trace));
    expect.soft(found, path).toEqual([]);
    expect.soft(bodyOf(markup).replaceAll(FACTS_OF_GAMES, ''), path).not.toMatch(/₦\d/);
  }
  expect(screens['/']).toContain('Roulette');
}

async function openReady(page: Page): Promise<void> {
  await page.goto('/');
  await expectReadyOffline(page);
}

test('a player’s first screens have nothing of theirs, answer their addresses without a connection, and go when the player signs out', async ({ page, context }) => {
  const account = await openAccount(context, { naira: 7_341 });
  await putSession(page, account);
  await openReady(page);
  await expectLive(page);
  for (const path of ['/game/adire-gold', '/']) await openUntilStored(page, path);
  expectNothingOf(account, await firstScreens(page));
  await context.setOffline(true);
  const answer = await page.goto('/game/adire-gold');
  expect(bodyOf((await answer?.text()) ?? '')).toContain('class="reel-strip"');
  await expect(page.locator('button[inert]')).toHaveCount(0);
  await expect(heading(page)).toBeVisible();
  await context.setOffline(false);
  await signOut(page);
  await expect.poll(() => firstScreens(page)).toEqual({});
});

// `npm test` has the walk above, and tests/unit/bridge/first-screen.test.ts and tests/sw/first-screens.test.ts for the rest.
test('an address is answered with its first screen, even without a connection, and the scripts take it over', LONG, async ({ page, context }) => {
  const refusals: string[] = [];
  page.on('console', (message) => void (/Content Security Policy|Trusted/.test(message.text()) && refusals.push(message.text())));
  await openReady(page);
  const texts = { '/terms': 'The agreement between you', '/game/adire-gold': 'class="reel-strip"', '/category/slots': 'Lagos Nights', '/': 'Roulette' };
  for (const path of Object.keys(texts)) await openUntilStored(page, path);
  await context.setOffline(true);
  for (const [path, text] of Object.entries(texts)) {
    const answer = await page.goto(path);
    const markup = (await answer?.text()) ?? '';
    expect(bodyOf(markup), path).toContain(text);
    // Without the style sheets of the page it would be painted bare.
    const sheetsOfPage = await page.evaluate(() => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map((link) => new URL(link.href).pathname));
    expect(sheetsOfPage.filter((href) => !markup.includes(`href="${href}"`)), path).toEqual([]);
    await expect(page.locator('button[inert]'), path).toHaveCount(0);
    await expect(heading(page)).toBeVisible();
  }
  // The policy of the copy allows the styles that the reels have as attributes.
  expect(refusals).toEqual([]);
});

test('it has what is on the screen and not what is below it, and no control on which a press would be lost', LONG, async ({ page }) => {
  await openReady(page);
  await openUntilStored(page, '/terms');
  await openUntilStored(page, '/games');
  const { '/terms': terms = '', '/games': games = '' } = await firstScreens(page);
  expect(terms).toContain('<h1');
  expect(terms).not.toContain('id="complaints"');
  const controls = bodyOf(games).match(/<(?:button|input|select|textarea|summary)\b[^>]*>/g) ?? [];
  expect(controls.length).toBeGreaterThan(0);
  expect(controls.filter((control) => !control.includes('inert'))).toEqual([]);
});

test('a lobby that the host has drawn is stored with its style sheets, after steps inside of the app, too', LONG, async ({ page }) => {
  await openReady(page);
  await page.goto('/terms');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Lobby' }).click();
  await expectStored(page, '/');
  await page.goto('/');
  await expect(page.locator('.game-grid').first()).toHaveCSS('display', 'grid');
  await expect(page.locator('link[disabled]')).toHaveCount(0);
});

for (const [screen, size] of [['a phone', { width: 360, height: 660 }], ['a wide screen', { width: 1440, height: 1000 }]] as const) {
  test(`a player’s first screens on ${screen} have no word and no figure of theirs, and go when the player signs out`, LONG, async ({ page, context }) => {
    await page.setViewportSize(size);
    const account = await openAccount(context, { naira: 7_341 });
    await putSession(page, account);
    await openReady(page);
    await expectLive(page);
    const paths = ['/', '/games', '/game/adire-gold', '/game/mines', '/category/slots', '/help', '/terms', '/bank-codes'];
    for (const path of paths) await openUntilStored(page, path);
    expectNothingOf(account, await firstScreens(page));
    await signOut(page);
    await expect.poll(() => firstScreens(page)).toEqual({});
  });
}
