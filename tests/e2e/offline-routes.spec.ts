import type { Page } from '@playwright/test';
import { findFileOf } from '../support/built-files';
import { signInAsFirstAdmin } from './support/admins';
import { openAccount, putSession } from './support/api';
import { chip, expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { LOBBY_HEADING, NOT_YOURS_HEADING, ROUTES } from './support/routes';
import type { OpenedRoute } from './support/routes';
import { sample } from './support/sample';
import { PAGE_ROUTES } from '../../src/app/routes';
import { RARE_SCRIPTS_CACHE } from '../../src/data/app-caches';
import { TABS, addressOfTab } from '../../src/pages/admin/desk/tabs';
import type { Tab } from '../../src/pages/admin/desk/tabs';
import { readBudgets } from '../../server/tools/sizes';
import { expectKept } from './support/snapshots';
import { INSTALL_LIMIT_MS, LONG, POLL_LIMIT_MS, expect, test, useProduct } from './support/test';
import { expectStarted, readyWords, saveData, workersOf } from './support/versions';

const product = useProduct();

type Who = 'guest' | 'player' | 'admin';

/** Where a route leads, straight by its address: the page itself, or where its guard sends whoever may not open it. */
function endOf(route: OpenedRoute, who: Who): { readonly path: string; readonly heading: RegExp } {
  const itself = { path: route.path, heading: route.heading };
  const isSignedIn = who !== 'guest';
  if (route.who === 'guest') return isSignedIn ? { path: '/', heading: LOBBY_HEADING } : itself;
  if (route.who === 'admin' && who === 'player') return { path: route.path, heading: NOT_YOURS_HEADING };
  if (route.who === 'all' || isSignedIn) return itself;
  return { path: '/sign-in', heading: /^Sign in$/ };
}

/** One visit to `/`, and nothing else: then the server's process ends. */
async function visitOnce(page: Page): Promise<void> {
  await page.goto('/');
  await expectReadyOffline(page);
}

const PANEL_HEADINGS: Readonly<Record<Tab, string>> = {
  today: 'Today', games: 'Games', approvals: 'Approvals', payments: 'Payments', adjustments: 'Adjustments', players: 'Players', identity: 'Identity', risk: 'Risk',
  promotions: 'Promotions',
  messages: 'Messages', reports: 'Reports', people: 'People', trail: 'Audit trail',
};

/** The heading stands before the code of a tab is there: it must stand after it, too. */
async function expectEveryTab(page: Page): Promise<void> {
  for (const { tab } of TABS) {
    await page.goto(addressOfTab(tab));
    await expect(page.locator('main .skeleton'), tab).toHaveCount(0);
    await expect(heading(page), tab).toHaveText(PANEL_HEADINGS[tab]);
    // The desk has a style sheet of its own.
    await expect(page.locator('.admin-tabs'), tab).toHaveCSS('display', 'flex');
  }
}

/** The operator's tabs are one file, which is kept with the first look at one. */
async function expectTabsKept(page: Page): Promise<void> {
  await page.goto('/admin?tab=games');
  await expect(page.getByRole('row', { name: /Adire Gold/ })).toBeVisible();
  const cachedUrls = () => page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url).join(' '), RARE_SCRIPTS_CACHE);
  await expect.poll(cachedUrls, { timeout: INSTALL_LIMIT_MS }).toContain(await findFileOf('src/pages/admin/games/GamesTab.tsx'));
}

async function expectRoutes(page: Page, who: Who, routes: readonly OpenedRoute[]): Promise<void> {
  // A route that is in the table and has no expectation would be opened by nobody.
  expect(new Set(ROUTES.map(({ name }) => name))).toEqual(new Set(PAGE_ROUTES.map(({ name }) => name)));
  await product().stop();
  try {
    for (const route of routes) {
      const end = endOf(route, who);
      expect(route.heading, route.name).toBeInstanceOf(RegExp);
      await page.goto(route.path);
      await expect(heading(page), route.path).toHaveText(end.heading);
      await expect.poll(() => new URL(page.url()).pathname, route.path).toBe(end.path);
      if (who === 'guest') continue;
      if (route.who === 'admin') {
        if (who === 'admin') await expectEveryTab(page);
        continue;
      }
      await expect(chip(page), route.path).toContainText(/₦[\d,]+\.\d\d/);
      await expect(chip(page).locator('time.balance-age'), route.path).toHaveText(/^(just now|\d+ min ago|as of .+)$/);
    }
    await page.goto('/no/such/page');
    await expect(heading(page)).toHaveText('Page not found');
  } finally {
    await product().start();
  }
}

test('A-35: after one visit to / a guest opens every address with the platform gone', LONG, async ({ page }) => {
  await visitOnce(page);
  // A guest has the same files as a player, who opens all of them below.
  const [own, others] = [ROUTES.filter(({ who }) => who === 'guest'), ROUTES.filter(({ who }) => who !== 'guest')];
  await expectRoutes(page, 'guest', [...own, ...sample(others, 3)]);
});

test('A-35: after one visit to / a player opens every address with the platform gone, and sees the balance with its age', async ({ page }) => {
  const account = await openAccount(page.context(), { naira: 200 });
  await putSession(page, account);
  await visitOnce(page);
  await expectLive(page);
  await expectKept(page, 'profile', 'account', 'balance');
  // Old tabs open others in deploy-updates.spec.ts and deploy-tabs.spec.ts.
  await expectRoutes(page, 'player', sample(ROUTES, 4));
  await page.goto('/profile');
  await expect(page.getByRole('main')).toContainText('₦200.01');
});

test('A-35: an admin opens the operator’s addresses with the platform gone, and a player’s', LONG, async ({ page }) => {
  await signInAsFirstAdmin(page, product());
  await page.goto('/');
  await expect(heading(page)).toHaveText(LOBBY_HEADING);
  await expectLive(page);
  await expectReadyOffline(page);
  await expectKept(page, 'profile', 'account', 'balance');
  await expectTabsKept(page);
  // An admin is a player, too, and has the same files of those pages.
  await expectRoutes(page, 'admin', [...ROUTES.filter(({ who }) => who === 'admin'), ...sample(ROUTES.filter(({ who }) => who !== 'admin'), 8)]);
});

const question = (page: Page) => page.getByText(/^Save \d+ KB for offline use\?$/);

// `npm test` has tests/unit/state/offline-choice.test.ts and the addresses above.
test('A-35: with Save-Data nothing is stored before the player says yes; after that the addresses open', LONG, async ({ page, context }) => {
  await saveData(context);
  const precached: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker() !== null) precached.push(request.url());
  });
  const account = await openAccount(context, { naira: 200 });
  await putSession(page, account);
  await page.goto('/');
  await expectLive(page);
  await expect(question(page)).toBeVisible();
  expect(await workersOf(page)).toBeNull();
  expect(precached).toEqual([]);
  const size = Number(/\d+/.exec(await question(page).innerText())?.[0]);
  expect(size).toBeGreaterThan(100);
  // The page names the most that may be transferred, rounded up to tens of thousands of bytes.
  const { precache = 0, serviceWorker = 0 } = await readBudgets();
  expect(size).toBeLessThanOrEqual(Math.ceil((precache + serviceWorker) / 10_000) * 10);
  await page.getByRole('button', { name: 'Yes, save' }).click();
  await expect(question(page)).toHaveCount(0);
  await expectReadyOffline(page);
  await expectKept(page, 'profile', 'account', 'balance');
  // The install is the one that everybody has: a player opens all of them above.
  await expectRoutes(page, 'player', sample(ROUTES, 16));
  await expect(question(page)).toHaveCount(0);
});

test('with Save-Data "not now" is remembered, and nothing is stored', LONG, async ({ page, context }) => {
  await saveData(context);
  await page.goto('/');
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(question(page)).toHaveCount(0);
  await page.goto('/help');
  await expect(heading(page)).toHaveText('Help');
  await expectStarted(page);
  await expect(question(page)).toHaveCount(0);
  expect(await workersOf(page)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('offlineUse'))).toBe('no');
});

// `npm test` has lobby.spec.ts, where the same line is said and hides no game.
test('without Save-Data nobody is asked, and the page says once that the app opens without a connection', LONG, async ({ page }) => {
  await page.goto('/');
  await expect(readyWords(page)).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expectReadyOffline(page);
  await page.goto('/help');
  await expect(heading(page)).toHaveText('Help');
  await expectStarted(page);
  await expect(readyWords(page)).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
});
