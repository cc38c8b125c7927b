/** A list of thousands, as a platform with many providers has one: what is drawn of it, and what is asked for. */
import type { Browser, Page } from '@playwright/test';
import { makeManyGames } from '../support/many-games';
import { watchShifts } from './support/layout-shifts';
import type { Shifts } from './support/layout-shifts';
import { LONG_ONLINE, ONLINE, expect, test, useProduct } from './support/test';

const product = useProduct();
const GAMES = 2_000;

async function openList(browser: Browser, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  // Without the worker, whose answers nothing could stand in front of.
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, serviceWorkers: 'block' });
  await context.route('**/api/v1/games', (route) => route.fulfill({ json: { items: makeManyGames(GAMES) } }));
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(`${product().url}/games`);
  await expect(page.getByText('2,000 games')).toBeVisible();
  return page;
}

/** Places of the tiles on the screen, from 1, and whether anything on it is not drawn yet. */
const onScreen = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (part: Element) => {
      const { top, bottom } = part.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    const findOnScreen = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen);
    return {
      tiles: findOnScreen('.game-grid > [aria-posinset]').map((tile) => Number(tile.getAttribute('aria-posinset'))),
      isWhole: findOnScreen('.game-rest').length === 0,
    };
  });

test('a fast scroll through 2,000 games draws no tile on the way, and every tile where it ends', ONLINE, async ({ browser }) => {
  const page = await openList(browser);
  await expect.poll(async () => (await onScreen(page)).isWhole).toBe(true);
  const first = (await onScreen(page)).tiles;
  expect(first[0]).toBe(1);
  const drawn = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const places = new Set<string | null>();
        let frame = 0;
        const next = () => {
          scrollBy(0, 2_000);
          for (const tile of document.querySelectorAll('.game-grid > [aria-posinset]')) places.add(tile.getAttribute('aria-posinset'));
          frame += 1;
          if (frame < 60) requestAnimationFrame(next);
          else resolve(places.size);
        };
        requestAnimationFrame(next);
      }),
  );
  // 120,000 px are some 800 games.
  expect(drawn).toBeLessThan(60);
  await expect.poll(async () => (await onScreen(page)).isWhole).toBe(true);
  const { tiles } = await onScreen(page);
  expect(tiles[0]).toBeGreaterThan(600);
  expect(tiles.length).toBeGreaterThanOrEqual(4);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(async () => (await onScreen(page)).tiles).toEqual(first);
});

test('on a slow phone nothing moves while the rows of a list are drawn one after the other, at its top and after a jump', LONG_ONLINE, async ({ browser }) => {
  let shifts: (() => Promise<Shifts>) | null = null;
  const page = await openList(browser, async (slow) => {
    shifts = await watchShifts(slow);
    await (await slow.context().newCDPSession(slow)).send('Emulation.setCPUThrottlingRate', { rate: 6 });
  });
  const expectStill = async () => {
    await expect.poll(async () => (await onScreen(page)).isWhole).toBe(true);
    const { sum, moved } = (await shifts?.()) ?? { sum: Number.NaN, moved: [] };
    expect(sum, moved.join('; ')).toBeLessThanOrEqual(0.005);
  };
  await expectStill();
  for (const y of [40_000, 90_000, 20_000]) {
    await page.evaluate((top) => scrollTo(0, top), y);
    await expectStill();
  }
});

// `npm test` has tests/unit/pages/browse.test.ts: the tile with the focus and its neighbours are kept.
test('from game to game by keyboard nothing is left out, and the game that has the focus stays while the page is turned', LONG_ONLINE, async ({ browser }) => {
  const page = await openList(browser);
  const focused = () => page.evaluate(() => Number(document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset') ?? 0));
  await page.locator('.tile-link').first().focus();
  for (let place = 1; place < 40; ) {
    await page.keyboard.press('Tab');
    const now = await focused();
    expect([place, place + 1]).toContain(now);
    place = now;
  }
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await onScreen(page)).isWhole).toBe(true);
  expect(await focused()).toBe(40);
});

test('all filters that are pressed before the list is drawn are applied', LONG_ONLINE, async ({ browser }) => {
  const page = await openList(browser);
  await page.getByRole('button', { name: 'Filters' }).click();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const names = ['Slots', '95%', 'High'];
  const found = await page.evaluate(async (wanted) => {
    const texts: (string | null | undefined)[] = [];
    for (const name of wanted) {
      [...document.querySelectorAll<HTMLButtonElement>('button[aria-pressed]')].find(({ textContent }) => textContent === name)?.click();
      // The next press comes as soon as the page handles events.
      await new Promise((done) => { setTimeout(done); });
      texts.push(document.querySelector('.browse-found')?.textContent);
    }
    return texts;
  }, names);
  // Otherwise this test would prove nothing.
  expect(found).toContain('2,000 games');
  for (const name of names) await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/^\d{2,3} games$/)).toBeVisible();
  expect(new URL(page.url()).searchParams.toString()).toBe('kind=slots&rtp=95&vol=high');
});
