/** The lobby: what the player likes, and how it is found. */
import type { Page } from '@playwright/test';
import { listFavourites } from '../../src/core/contract/favourites';
import { call, enterAsPlayer, openAccount, putSession } from './support/api';
import { expectLive, expectReadyOffline, heading, topBar } from './support/frame-of-page';
import { holdRequests } from './support/hold-requests';
import { useBrokenSite } from './support/network';
import { storedAt } from './support/snapshots';
import { watchShifts } from './support/layout-shifts';
import { INSTALL_LIMIT_MS, LONG, LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, test } from './support/test';

const { cutOff, bringBack } = useBrokenSite();

test('a favourite marked offline shows at once, waits without a notice, is sent later and appears on another device', LONG, async ({ page, context, browser }) => {
  const account = await enterAsPlayer(page);
  await expectLive(page);
  await expectReadyOffline(page);
  const heart = page.getByRole('button', { name: 'Favourite: Plinko' }).first();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await cutOff(context);
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  // The mark is stored on the device, so it can't get lost any more.
  await expect(heart).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your favourites' }).getByText('Plinko')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await page.goto('/profile');
  await expect(page.getByText('You are offline. You are signed out on this device at once')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(page.getByText(/will be sent when you are online/)).toHaveCount(0);

  await bringBack(context);
  const readFavourites = async () =>
    listFavourites.answer.parse(await call(context, 'GET', `/player/${account.userId}/favourites`, { sessionId: account.sessionId })).items.map(({ gameId }) => gameId);
  await expect.poll(readFavourites, { timeout: POLL_LIMIT_MS }).toEqual(['plinko']);

  const other = await browser.newContext();
  const device = await other.newPage();
  await putSession(device, account);
  await device.goto('/games?only=favourite');
  await expect(device.locator('.game-grid > li')).toHaveCount(1, { timeout: POLL_LIMIT_MS });
  await expect(device.getByRole('button', { name: 'Favourite: Plinko' })).toHaveAttribute('aria-pressed', 'true');
  await other.close();
});

test('a search with a slip, typed before the code of the page is here, finds the game, filters stand in the address, and back brings each step back', ONLINE, async ({ page }) => {
  const letGo = await holdRequests(page, /\/assets\/app-/, (route) => route.continue());
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Search games' }).fill('harmatan');
  letGo();
  const tiles = page.locator('.game-grid > li');
  await expect(tiles.first()).toContainText('Harmattan');
  await expect(page).toHaveURL(/\/\?q=harmatan$/);
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Start here' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');

  await page.goto('/games');
  await expect(tiles).toHaveCount(13);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('group', { name: 'Return to player, at least' }).getByRole('button', { name: '97%' }).click();
  await expect(page).toHaveURL(/\/games\?rtp=97$/);
  await page.getByRole('group', { name: 'Volatility' }).getByRole('button', { name: 'Low' }).click();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Lowest volatility first');
  await expect(page).toHaveURL(/\/games\?rtp=97&vol=low&sort=calm$/);
  await expect(tiles).toHaveText([/Dice/, /Mines/, /Roulette/, /Blackjack/]);
  const address = page.url();
  await tiles.first().getByRole('link').click();
  await expect(heading(page)).toHaveText('Dice');
  await page.goBack();
  await expect(tiles).toHaveCount(4);
  expect(page.url()).toBe(address);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/games\?rtp=97$/);
  await expect(page.getByText(/^\d+ games$/)).toHaveText('4 games');
  await page.goBack();
  await expect(tiles).toHaveCount(13);
});

test('back undoes a search that is not drawn yet, and the search does not return by itself', LONG_ONLINE, async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const box = page.getByRole('searchbox', { name: 'Search games' });
  await expect(box).toBeVisible();
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...step) => {
      history.pushState = push;
      push(...step);
      // Both happen in one task, so that no page is drawn in between.
      history.back();
    };
  });
  const stepped = page.evaluate(() => new Promise((done) => addEventListener('popstate', () => requestAnimationFrame(done), { once: true })));
  await box.fill('harmatan');
  // The app waits a moment after the last key before it writes the words into the address.
  await page.clock.runFor(1_000);
  await stepped;
  await expect(box).toHaveValue('');
  await page.clock.runFor(1_000);
  await expect(box).toHaveValue('');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('region', { name: 'Start here' })).toBeVisible();
});

test('all filters that are pressed while a search is being typed are applied', LONG_ONLINE, async ({ page }) => {
  await page.clock.install();
  await page.goto('/games');
  const box = page.getByRole('searchbox', { name: 'Search games' });
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(page.locator('.game-grid > li')).toHaveCount(13);
  await page.getByRole('button', { name: 'Filters' }).click();
  await box.fill('a');
  for (const name of ['Slots', '95%', 'High']) await chip(name).dispatchEvent('click');
  for (const name of ['Slots', '95%', 'High']) await expect(chip(name)).toHaveAttribute('aria-pressed', 'true');
  await page.clock.runFor(1_000);
  await expect.poll(() => new URL(page.url()).searchParams.toString()).toMatch(/^(?=.*kind=slots?)(?=.*rtp=95)(?=.*vol=high)(?=.*q=a)/);
  for (const name of ['Slots', '95%', 'High']) await expect(chip(name)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/^\d+ games?$/)).not.toHaveText('13 games');
});

/** Frame by frame to one end of the page, whatever is drawn meanwhile. */
function scrollToEnd(page: Page, step: number): Promise<void> {
  return page.evaluate(async (by) => {
    let before = -1;
    while (before !== scrollY) {
      before = scrollY;
      scrollBy(0, by);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
  }, step);
}

test('nothing moves while a player scrolls through the lobby, whenever the player’s own rows come', LONG, async ({ page, context, browser }) => {
  const account = await enterAsPlayer(page);
  await page.getByRole('button', { name: 'Favourite: Plinko' }).first().click();
  const readFavourites = async () =>
    listFavourites.answer.parse(await call(context, 'GET', `/player/${account.userId}/favourites`, { sessionId: account.sessionId })).items.length;
  await expect.poll(readFavourites, { timeout: POLL_LIMIT_MS }).toBe(1);

  const other = await browser.newContext({ viewport: { width: 360, height: 800 }, serviceWorkers: 'block', storageState: await context.storageState() });
  const device = await other.newPage();
  const shifts = await watchShifts(device);
  const letGo = await holdRequests(other, '**/favourites', (route) => route.continue());
  await device.goto('/');
  const above = device.getByRole('region', { name: 'More games' });
  const own = device.getByRole('region', { name: 'Your favourites' });
  await expect(above).toBeAttached();
  // The place of the player's own rows is in the middle of the screen when they come.
  await above.evaluate((shelf) => scrollBy(0, shelf.getBoundingClientRect().bottom - innerHeight / 2));
  letGo();
  await expect(device.getByRole('button', { name: 'Favourite: Plinko' }).first()).toHaveAttribute('aria-pressed', 'true');
  await expect(own).toHaveCount(0);

  await scrollToEnd(device, 200);
  await expect(device.getByRole('heading', { name: 'How things are done here' })).toBeVisible();
  await expect(device.getByRole('heading', { name: 'Highest multipliers this week' })).toBeVisible();
  await scrollToEnd(device, 200);
  await scrollToEnd(device, -200);
  await expect(own).toBeAttached();
  const { sum, moved } = await shifts();
  expect(sum, moved.join('; ')).toBeLessThanOrEqual(0.005);
  await other.close();
});

test('the strip at the top, the balance and what follows stay where they are when the first answers come after the page has given up waiting', async ({ browser }) => {
  const other = await browser.newContext({ viewport: { width: 360, height: 660 }, serviceWorkers: 'block' });
  const device = await other.newPage();
  const shifts = await watchShifts(device);
  const account = await openAccount(other, { naira: 5_000 });
  await putSession(device, account);
  await other.route('**/api/**', (route) => route.abort());
  await device.goto('/');
  const title = heading(device);
  await expect(title).toHaveText('No network?');
  // Within the page, which glides down for the line about the connection.
  const places = () =>
    device.evaluate(() => ['.hero', '.hero h1', '.hero p', '.tile', '.balance-chip'].map((selector) => {
      const element = document.querySelector(selector);
      const [box, frame] = [element, element?.closest('.lobby, .top-bar')].map((each) => each?.getBoundingClientRect() ?? new DOMRect());
      // The page may still glide, and a place on the screen has the error of a float.
      const [x, y] = [(box?.x ?? 0) - (frame?.x ?? 0), (box?.y ?? 0) - (frame?.y ?? 0)].map((each) => each.toFixed(2));
      return `${selector} at ${x}, ${y}`;
    }));
  await expect(device.locator('.connection-pill')).toBeVisible();
  const before = await places();
  await other.unroute('**/api/**');
  await device.evaluate(() => void dispatchEvent(new Event('online')));
  await expectLive(device);
  await expect(title).toHaveText(/^Welcome/);
  await expect(device.locator('.connection-pill')).toHaveCount(0);
  expect(await places()).toEqual(before);
  const { sum, moved } = await shifts();
  expect(sum, moved.join('; ')).toBeLessThanOrEqual(0.005);
  await other.close();
});

test('nothing moves in a game when a request has failed and the line above says that there is no network', LONG, async ({ browser }) => {
  const other = await browser.newContext({ viewport: { width: 360, height: 800 }, serviceWorkers: 'block' });
  const device = await other.newPage();
  const shifts = await watchShifts(device);
  const fail = await holdRequests(other, /\/api\/(?!.*\/games$)/, (route) => route.abort());
  await device.goto('/game/roulette');
  await expect(device.getByRole('button', { name: 'Place your chips first' })).toBeVisible();
  // An answer that comes after the rest has failed would say that there is a network after all; the browser says that there is none.
  await other.route(/\/api\/v1\/games$/, (route) => route.abort());
  fail();
  await device.evaluate(() => void dispatchEvent(new Event('offline')));
  await expect(device.locator('.connection-pill')).toContainText('You are offline');
  const { sum, moved } = await shifts();
  expect(sum, moved.join('; ')).toBeLessThanOrEqual(0.005);
  await other.close();
});

/** The tiles whose whole box is on the screen, between the bars. */
function wholeTiles(page: Page): Promise<number> {
  return page.evaluate(() => {
    const edge = (selector: string, side: 'top' | 'bottom') => document.querySelector(selector)?.getBoundingClientRect()[side];
    const [top, bottom] = [edge('.top-bar', 'bottom') ?? 0, edge('.bottom-bar', 'top') ?? innerHeight];
    const isWhole = (tile: Element) => {
      const box = tile.getBoundingClientRect();
      return box.top >= top && box.bottom <= bottom && box.left >= 0 && box.right <= innerWidth;
    };
    return [...document.querySelectorAll('main .tile')].filter(isWhole).length;
  });
}

test.describe('on the first screen of a small phone', () => {
  test.use({ viewport: { width: 360, height: 660 } });

  test('six whole games are in sight for a guest, without scripts too, for a player and without a connection, and the status moves nothing', async ({ page, context, browser }) => {
    const bare = await browser.newContext({ viewport: { width: 360, height: 660 }, javaScriptEnabled: false });
    const drawn = await bare.newPage();
    await drawn.goto('/');
    const boxes = await drawn.locator('main .tile').evaluateAll((tiles) => tiles.slice(0, 6).map((tile) => tile.getBoundingClientRect().bottom));
    expect(boxes).toHaveLength(6);
    expect(Math.max(...boxes)).toBeLessThanOrEqual(660 - 64);
    await bare.close();

    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Start here' })).toBeVisible();
    expect(await wholeTiles(page)).toBe(6);

    const shifts = await watchShifts(page);
    await enterAsPlayer(page);
    await expectLive(page);
    await expectReadyOffline(page);
    expect(await wholeTiles(page)).toBe(6);

    await cutOff(context);
    await expect(page.locator('.connection-pill')).toContainText('You are offline · Balance as of', { timeout: POLL_LIMIT_MS });
    await expect(page.locator('.balance-age')).toHaveText(/^as of /);
    const room = () => page.evaluate(() => (document.querySelector('main h1')?.getBoundingClientRect().top ?? 0) - (document.querySelector('.status')?.getBoundingClientRect().bottom ?? 0));
    await expect.poll(room).toBeGreaterThan(0);
    expect(await wholeTiles(page)).toBe(6);
    const { sum, moved } = await shifts();
    expect(sum, moved.join('; ')).toBeLessThanOrEqual(0.005);

    // A message stands above the bottom bar, away from the heading.
    await page.evaluate(() => void dispatchEvent(new Event('appinstalled')));
    const toast = page.locator('.toast').last();
    await expect(toast).toBeVisible();
    const { top, bottom } = await toast.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    expect(top).toBeGreaterThan(660 / 2);
    expect(bottom).toBeLessThanOrEqual(660 - 64);
    await bringBack(context);
  });

  test('that the app opens without a connection is said below the top bar, where it hides no game, until the next page', async ({ page }) => {
    await page.goto('/');
    const line = page.locator('.status .status-line');
    await expect(line).toHaveText('Ayo now opens without a connection.', { timeout: INSTALL_LIMIT_MS });
    await expect(page.locator('.toast')).toHaveCount(0);
    const room = () => page.evaluate(() => (document.querySelector('main h1')?.getBoundingClientRect().top ?? 0) - (document.querySelector('.status')?.getBoundingClientRect().bottom ?? 0));
    await expect.poll(room).toBeGreaterThan(0);
    expect(await wholeTiles(page)).toBe(6);
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Games' }).click();
    await expect(heading(page)).toHaveText('All games');
    await expect(line).toHaveCount(0);
  });

  test('that signing in needs a connection is said above the form', LONG, async ({ page, context }) => {
    await page.goto('/');
    await expectReadyOffline(page);
    await cutOff(context);
    await page.goto('/sign-in');
    const note = page.getByText('Signing in needs a connection.');
    await expect(note).toBeVisible({ timeout: POLL_LIMIT_MS });
    expect(await note.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(660 - 64);
    await bringBack(context);
    await expect(note).toHaveCount(0, { timeout: POLL_LIMIT_MS });
  });

  test('a guest has one button to join, in the top bar, and one to practise, which are links before the scripts come', ONLINE, async ({ browser }) => {
    const bare = await browser.newContext({ viewport: { width: 360, height: 660 }, javaScriptEnabled: false });
    const page = await bare.newPage();
    await page.goto('/');
    await expect(topBar(page).getByRole('link', { name: 'Join' })).toHaveAttribute('href', '/sign-up');
    await expect(page.getByRole('main').getByRole('link', { name: 'Join' })).toHaveCount(0);
    await page.locator('.hero').getByRole('link', { name: /^Practise / }).click();
    await expect(page).toHaveURL(/\/game\/[a-z-]+$/);
    await bare.close();
  });
});

test('the list that comes after the stored one leaves its tiles where they are, and the focus on one of them', LONG, async ({ page }) => {
  await page.goto('/games');
  await expectReadyOffline(page);
  await expect.poll(async () => Object.keys(await storedAt(page))).toContain('games');
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    const isOver = new Promise<void>((resolve) => Object.assign(globalThis, { letGo: resolve }));
    globalThis.fetch = async (...args) => {
      const [input] = args;
      if ((input instanceof Request ? input.url : String(input)).endsWith('/api/v1/games')) await isOver;
      return fetch(...args);
    };
  });
  await page.reload();
  const tiles = page.locator('.game-grid > li');
  await expect(tiles).toHaveCount(13);
  await expect(page.getByText('Saved list,', { exact: false })).toBeVisible();
  const last = tiles.nth(12).locator('.tile-link');
  await last.focus();
  await page.evaluate(() => {
    const counter = Object.assign(globalThis, { gone: 0 });
    const grid = document.querySelector('.game-grid');
    const count = ({ removedNodes }: MutationRecord) => (counter.gone += removedNodes.length);
    if (grid) new MutationObserver((changes) => changes.forEach(count)).observe(grid, { childList: true });
    (globalThis as { letGo?: () => void }).letGo?.();
  });
  await expect(page.getByText('Saved list,', { exact: false })).toHaveCount(0);
  await expect(tiles).toHaveCount(13);
  await expect(last).toBeFocused();
  expect(await page.evaluate(() => (globalThis as { gone?: number }).gone)).toBe(0);
});
