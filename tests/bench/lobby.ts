/**
 * The list of 2,000 games on a slow phone: long tasks while it is scrolled through, and how long a key of the search and a
 * press of a filter keep the player waiting.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { manyGames } from './many-games';
import { isAbove, milliseconds, timeLine } from './table';
import type { Line, Table } from './table';
import { CPU_SLOWDOWN, VIEWPORT, slowPage } from './visit';

const GAMES = 2_000;
/** With a slip of the finger in it. */
const QUERY = 'harmatan';
const KEY_EVERY_MS = 250;
const SCROLL_FRAMES = 300;
const SCROLL_STEP_PX = 350;
const BUDGETS = { keyMs: 50 } as const;
const KEY = `< ${milliseconds(BUDGETS.keyMs)}`;

interface Seen {
  /** Durations of long tasks. */
  tasks: number[];
  /** The longest event of each press of a key or finger, to its next paint; in steps of 8 ms, 0 below 16. */
  events: number[];
}

/** Runs in the page before everything else. */
function observe(): void {
  const seen: Seen = { tasks: [], events: [] };
  Object.assign(window, { benchLobby: seen });
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => seen.tasks.push(duration))).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEntry & { interactionId?: number }).interactionId) seen.events.push(entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** What was seen since the last time. */
async function take(page: Page): Promise<Seen> {
  // The browser tells of an event a moment after its frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
  return page.evaluate(() => {
    const seen = (window as unknown as { benchLobby: Seen }).benchLobby;
    const taken = { tasks: [...seen.tasks], events: [...seen.events] };
    Object.assign(seen, { tasks: [], events: [] });
    return taken;
  });
}

/** From the top to the end and back, a good thumb's speed. Answers the most tiles that were in the page at once. */
function scrollThrough(page: Page): Promise<number> {
  return page.evaluate(
    ([frames, step]) =>
      new Promise<number>((resolve) => {
        let [frame, most] = [0, 0];
        const next = () => {
          scrollBy(0, frame < frames / 2 ? step : -step);
          most = Math.max(most, document.querySelectorAll('.game-grid > li').length);
          frame += 1;
          if (frame < frames) requestAnimationFrame(next);
          else resolve(most);
        };
        requestAnimationFrame(next);
      }),
    [SCROLL_FRAMES, SCROLL_STEP_PX] as const,
  );
}

const worst = (values: readonly number[]): number => Math.max(0, ...values);
const tasksText = (tasks: readonly number[]): string => (tasks.length === 0 ? '0' : `${tasks.length}, the longest ${milliseconds(worst(tasks))}`);
/** What the browser does not tell of took less than its threshold. */
const eventText = (events: readonly number[]): string => (events.length === 0 ? 'under 16 ms' : milliseconds(worst(events)));

async function look(context: BrowserContext, origin: string): Promise<readonly Line[]> {
  await context.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await context.addInitScript(observe);
  await context.route('**/api/v1/games', (route) => route.fulfill({ json: { items: manyGames(GAMES) } }));
  const page = await slowPage(context);
  await page.goto(`${origin}/games`);
  await page.getByText('2000 games').or(page.getByText('2,000 games')).first().waitFor();
  const opened = await take(page);
  const tiles = await scrollThrough(page);
  const scrolled = await take(page);
  const field = page.getByRole('searchbox');
  await field.tap();
  await take(page);
  await field.pressSequentially(QUERY, { delay: KEY_EVERY_MS });
  const typed = await take(page);
  const found = await page.locator('.browse-found').textContent();
  await page.getByRole('button', { name: 'New', exact: true }).tap();
  const pressed = await take(page);
  return [
    timeLine('opening /games: long tasks', tasksText(opened.tasks), ''),
    timeLine(`scrolling through and back: long tasks (${tiles} tiles in the page at most)`, tasksText(scrolled.tasks), '0', scrolled.tasks.length > 0),
    timeLine(`searching “${QUERY}” (${found ?? ''}): the slowest key`, eventText(typed.events), KEY, isAbove(worst(typed.events), BUDGETS.keyMs)),
    timeLine('the same: long tasks', tasksText(typed.tasks), '0', typed.tasks.length > 0),
    timeLine('pressing a filter', eventText(pressed.events), KEY, isAbove(worst(pressed.events), BUDGETS.keyMs)),
  ];
}

/** `origin`: where the product answers. Without its worker, so that the list is the one that is given here. */
export async function measureLobby(browser: Browser, origin: string): Promise<Table> {
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true, serviceWorkers: 'block' });
  try {
    return [`A list of ${GAMES} games, processor slowed ${CPU_SLOWDOWN} ×`, await look(context, origin)];
  } finally {
    await context.close();
  }
}
