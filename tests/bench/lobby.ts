/**
 * The list of 2,000 games on a slow phone: long tasks while it is scrolled through, and how long a key of the search and a
 * press of a filter keep the player waiting.
 */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { manyGames } from '../support/many-games';
import { isAbove, milliseconds, timeLine } from './table';
import type { Line, Table } from './table';
import { CPU_SLOWDOWN, VIEWPORT, slowPage } from './visit';

const GAMES = 2_000;
/** With a slip of the finger in it. */
const QUERY = 'harmatan';
const KEY_EVERY_MS = 250;
const SCROLL_FRAMES = 300;
/** A fling as no thumb does it, through all of the list; and as one looks for a game. */
const [FLING_STEP_PX, LOOK_STEP_PX] = [350, 60];
/** What opening costs without a long list. */
const FEW_GAMES = 60;
const BUDGETS = { keyMs: 50 } as const;
const CATALOGUE = '**/api/v1/games';
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

/** Down and back again, `step` CSS pixels a frame. Answers the most tiles that were in the page at once. */
function scrollThrough(page: Page, step: number): Promise<number> {
  return page.evaluate(
    ([frames, step]) =>
      new Promise<number>((resolve) => {
        let [frame, most] = [0, 0];
        const next = () => {
          scrollBy(0, frame < frames / 2 ? step : -step);
          most = Math.max(most, document.querySelectorAll('.game-grid .tile').length);
          frame += 1;
          if (frame < frames) requestAnimationFrame(next);
          else resolve(most);
        };
        requestAnimationFrame(next);
      }),
    [SCROLL_FRAMES, step] as const,
  );
}

const worst = (values: readonly number[]): number => Math.max(0, ...values);
const tasksText = (tasks: readonly number[]): string => (tasks.length === 0 ? '0' : `${tasks.length}, the longest ${milliseconds(worst(tasks))}`);
/** What the browser does not tell of took less than its threshold. */
const eventText = (events: readonly number[]): string => (events.length === 0 ? 'under 16 ms' : milliseconds(worst(events)));

/** A finger, without what the tool does before and after one. */
async function press(page: Page, what: Locator): Promise<void> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('There is nothing to press.');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

async function open(context: BrowserContext, origin: string, games: number): Promise<{ readonly page: Page; readonly opened: Seen }> {
  await context.unroute(CATALOGUE);
  await context.route(CATALOGUE, (route) => route.fulfill({ json: { items: manyGames(games) } }));
  const page = await slowPage(context);
  await page.goto(`${origin}/games`);
  await page.getByText(`${games.toLocaleString('en')} games`).first().waitFor();
  return { page, opened: await take(page) };
}

async function look(context: BrowserContext, origin: string): Promise<readonly Line[]> {
  await context.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await context.addInitScript(observe);
  const few = await open(context, origin, FEW_GAMES);
  await few.page.close();
  const { page, opened } = await open(context, origin, GAMES);
  const most = await scrollThrough(page, FLING_STEP_PX);
  const flung = await take(page);
  const tiles = Math.max(most, await scrollThrough(page, LOOK_STEP_PX));
  const looked = await take(page);
  const field = page.getByRole('searchbox');
  await field.tap();
  await take(page);
  await field.pressSequentially(QUERY, { delay: KEY_EVERY_MS });
  const typed = await take(page);
  const found = await page.locator('.browse-found').textContent();
  await press(page, page.getByRole('button', { name: 'New', exact: true }));
  const pressed = await take(page);
  const scrolling = (how: string, { tasks }: Seen) => timeLine(`scrolling ${how}: long tasks`, tasksText(tasks), '0', tasks.length > 0);
  return [
    timeLine(`opening /games with ${FEW_GAMES} games: long tasks`, tasksText(few.opened.tasks)),
    timeLine('the same with all of them', tasksText(opened.tasks)),
    scrolling(`${FLING_STEP_PX} px a frame, through the list and back`, flung),
    scrolling(`${LOOK_STEP_PX} px a frame (${tiles} tiles in the page at most)`, looked),
    timeLine(`searching “${QUERY}” (${found ?? ''}): the slowest key`, eventText(typed.events), KEY, isAbove(worst(typed.events), BUDGETS.keyMs)),
    timeLine('the same: long tasks', tasksText(typed.tasks), '0', typed.tasks.length > 0),
    timeLine('pressing a filter: long tasks', tasksText(pressed.tasks), '0', pressed.tasks.length > 0),
    timeLine('the same: to the next paint', eventText(pressed.events), KEY, isAbove(worst(pressed.events), BUDGETS.keyMs)),
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
