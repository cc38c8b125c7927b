/**
 * The list of 2,000 games on a slow phone: long tasks while it scrolls, and the time that the player waits after a key of the
 * search or a press of a filter.
 */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { makeManyGames } from '../support/many-games';
import { isAbove, formatMilliseconds, timeLine } from './table';
import type { Line, Table } from './table';
import { CPU_SLOWDOWN, VIEWPORT, slowPage } from './visit';

const GAMES = 2_000;
/** A search with a typing error. */
const QUERY = 'harmatan';
const KEY_EVERY_MS = 250;
const SCROLL_FRAMES = 300;
/** The pixels a frame of a fling through the whole list, faster than any thumb, and of a search by eye. */
const [FLING_STEP_PX, SLOW_STEP_PX] = [350, 60];
/** The cost of opening without a long list. */
const FEW_GAMES = 60;
const BUDGETS = { keyMs: 50 } as const;
const CATALOGUE = '**/api/v1/games';
const KEY = `< ${formatMilliseconds(BUDGETS.keyMs)}`;

interface Observed {
  /** Durations of long tasks. */
  tasks: number[];
  /** The longest event of each press of a key or finger, to its next paint; in steps of 8 ms, 0 below 16. */
  events: number[];
}

/** Observes long tasks and events. Runs in the page before everything else. */
function observe(): void {
  const observed: Observed = { tasks: [], events: [] };
  Object.assign(window, { benchLobby: observed });
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => observed.tasks.push(duration))).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEntry & { interactionId?: number }).interactionId) observed.events.push(entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Returns the observations since the last call. */
async function takeObserved(page: Page): Promise<Observed> {
  // The browser reports an event a moment after its frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
  return page.evaluate(() => {
    const { benchLobby } = window as unknown as { benchLobby: Observed };
    const observed = { tasks: [...benchLobby.tasks], events: [...benchLobby.events] };
    Object.assign(benchLobby, { tasks: [], events: [] });
    return observed;
  });
}

/** Scrolls to the end and back, `step` CSS pixels a frame. Returns the greatest number of tiles that were in the page at once. */
function scrollThrough(page: Page, step: number): Promise<number> {
  return page.evaluate(
    ([frames, step]) =>
      new Promise<number>((resolve) => {
        let [frame, maxTiles] = [0, 0];
        const next = () => {
          scrollBy(0, frame < frames / 2 ? step : -step);
          maxTiles = Math.max(maxTiles, document.querySelectorAll('.game-grid .tile').length);
          frame += 1;
          if (frame < frames) requestAnimationFrame(next);
          else resolve(maxTiles);
        };
        requestAnimationFrame(next);
      }),
    [SCROLL_FRAMES, step] as const,
  );
}

const worst = (values: readonly number[]): number => Math.max(0, ...values);
const tasksText = (tasks: readonly number[]): string => (tasks.length === 0 ? '0' : `${tasks.length}, the longest ${formatMilliseconds(worst(tasks))}`);
/** The browser reports no event shorter than its threshold. */
const eventText = (events: readonly number[]): string => (events.length === 0 ? 'under 16 ms' : formatMilliseconds(worst(events)));

/** Presses with a finger, without the tool's own work before and after a press. */
async function press(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to press.');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

async function open(context: BrowserContext, origin: string, games: number): Promise<{ readonly page: Page; readonly opened: Observed }> {
  await context.unroute(CATALOGUE);
  await context.route(CATALOGUE, (route) => route.fulfill({ json: { items: makeManyGames(games) } }));
  const page = await slowPage(context);
  await page.goto(`${origin}/games`);
  await page.getByText(`${games.toLocaleString('en')} games`).first().waitFor();
  return { page, opened: await takeObserved(page) };
}

async function measureList(context: BrowserContext, origin: string): Promise<readonly Line[]> {
  await context.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await context.addInitScript(observe);
  const few = await open(context, origin, FEW_GAMES);
  await few.page.close();
  const { page, opened } = await open(context, origin, GAMES);
  const maxTiles = await scrollThrough(page, FLING_STEP_PX);
  const fling = await takeObserved(page);
  const tiles = Math.max(maxTiles, await scrollThrough(page, SLOW_STEP_PX));
  const slowScroll = await takeObserved(page);
  const field = page.getByRole('searchbox');
  await field.tap();
  await takeObserved(page);
  await field.pressSequentially(QUERY, { delay: KEY_EVERY_MS });
  const search = await takeObserved(page);
  const resultText = await page.locator('.browse-found').textContent();
  await press(page, page.getByRole('button', { name: 'New', exact: true }));
  const filterPress = await takeObserved(page);
  const scrolling = (name: string, { tasks }: Observed) => timeLine(`scrolling ${name}: long tasks`, tasksText(tasks), '0', tasks.length > 0);
  return [
    timeLine(`opening /games with ${FEW_GAMES} games: long tasks`, tasksText(few.opened.tasks)),
    timeLine('the same with all of them', tasksText(opened.tasks)),
    scrolling(`${FLING_STEP_PX} px a frame, through the list and back`, fling),
    scrolling(`${SLOW_STEP_PX} px a frame (${tiles} tiles in the page at most)`, slowScroll),
    timeLine(`searching “${QUERY}” (${resultText ?? ''}): the slowest key`, eventText(search.events), KEY, isAbove(worst(search.events), BUDGETS.keyMs)),
    timeLine('the same: long tasks', tasksText(search.tasks), '0', search.tasks.length > 0),
    timeLine('pressing a filter: long tasks', tasksText(filterPress.tasks), '0', filterPress.tasks.length > 0),
    timeLine('the same: to the next paint', eventText(filterPress.events), KEY, isAbove(worst(filterPress.events), BUDGETS.keyMs)),
  ];
}

/** Measures the lobby at `origin`, the product's address, without its service worker, so that the list comes from this test. */
export async function measureLobby(browser: Browser, origin: string): Promise<Table> {
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true, serviceWorkers: 'block' });
  try {
    return [`A list of ${GAMES} games, processor slowed ${CPU_SLOWDOWN} ×`, await measureList(context, origin)];
  } finally {
    await context.close();
  }
}
