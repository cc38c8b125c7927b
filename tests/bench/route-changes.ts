/**
 * From page to page with the app on the device: how soon a press is answered on the screen, how soon the next page's heading
 * is there, and whether thirty changes leave anything behind.
 */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { SLOW_4G } from './net/pacing-proxy';
import { behind } from './stage';
import type { Stage } from './stage';
import { isAbove, milliseconds, timeLine } from './table';
import type { Line, Table } from './table';
import { CPU_SLOWDOWN, LONG_TASK_MS, median, newVisitor, slowPage } from './visit';

const ROUNDS = 10;
/** Of the bar at the bottom and of the foot of the page: a list, a page of text, the lobby again. */
const PLACES = ['/games', '/help', '/'] as const;
/** The browser goes on compiling what runs often: growth is what thirty changes leave beyond this, or any more elements. */
const BUDGETS = { inpMs: 48, contentMs: 80, heapMb: 6, growthMb: 0.25, cls: 0.005, tbtMs: 50 } as const;
const MB = 1024 * 1024;

interface Seen {
  /** The longest of a press's events, from the finger to the next paint; by the browser, in steps of 8 ms. */
  inp: number;
  /** From the press to the first frame with another heading. */
  content: number;
}

interface Change extends Seen {
  /** What its long tasks take beyond 50 ms, together. */
  readonly blockedMs: number;
}

/** What every visitor's page notes of itself (visit.ts). */
interface Shaken {
  readonly cls: number;
  readonly tasks: [start: number, end: number][];
}

/** Runs in the page before everything else. */
function observe(): void {
  const seen: Seen = { inp: 0, content: 0 };
  Object.assign(window, { benchRoutes: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEntry & { interactionId?: number }).interactionId) seen.inp = Math.max(seen.inp, entry.duration);
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  addEventListener('click', ({ timeStamp }) => {
    const before = document.querySelector('#main h1');
    const look = () => {
      const now = document.querySelector('#main h1');
      if (now === null || now === before) return void requestAnimationFrame(look);
      // After the frame that shows it.
      requestAnimationFrame(() => setTimeout(() => (seen.content = performance.now() - timeStamp)));
    };
    requestAnimationFrame(look);
  }, { capture: true });
}

async function change(page: Page, place: string): Promise<Change> {
  await page.evaluate(() => {
    const { benchRoutes, benchSeen } = window as unknown as { benchRoutes: Seen; benchSeen: Shaken };
    Object.assign(benchRoutes, { inp: 0, content: 0 });
    benchSeen.tasks.length = 0;
  });
  await page.locator(`nav .places a[href="${place}"], footer a[href="${place}"]`).first().tap();
  await page.waitForFunction(() => (window as unknown as { benchRoutes: Seen }).benchRoutes.content > 0);
  // The browser tells of an event a moment after its frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  return page.evaluate((longMs) => {
    const { benchRoutes, benchSeen } = window as unknown as { benchRoutes: Seen; benchSeen: Shaken };
    const blockedMs = benchSeen.tasks.reduce((sum, [start, end]) => sum + Math.max(0, end - start - longMs), 0);
    return { ...benchRoutes, blockedMs };
  }, LONG_TASK_MS);
}

interface Heap {
  readonly mb: number;
  /** Elements and texts, in the page or held by somebody. */
  readonly nodes: number;
}

/** What is reachable. */
async function heapOf(devtools: CDPSession): Promise<Heap> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { mb: metric('JSHeapUsedSize') / MB, nodes: metric('Nodes') };
}

const heapText = ({ mb, nodes }: Heap): string => `${mb.toFixed(2)} MB and ${nodes} nodes`;

async function round(page: Page): Promise<Change[]> {
  const seen: Change[] = [];
  for (const place of PLACES) seen.push(await change(page, place));
  return seen;
}

async function walk(visitor: BrowserContext, origin: string): Promise<readonly Line[]> {
  await visitor.addInitScript(observe);
  const page = await slowPage(visitor);
  const devtools = await visitor.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const heapLoaded = await heapOf(devtools);
  // Each page's code comes with the first look at it.
  const first = await round(page);
  const seen: Change[] = [];
  for (let nth = 0; nth < ROUNDS; nth += 1) seen.push(...(await round(page)));
  const heapBefore = await heapOf(devtools);
  for (let nth = 0; nth < ROUNDS; nth += 1) await round(page);
  const heapAfter = await heapOf(devtools);
  const isGrown = isAbove(heapAfter.mb - heapBefore.mb, BUDGETS.growthMb) || isAbove(heapAfter.nodes, heapBefore.nodes);
  const cls = await page.evaluate(() => (window as unknown as { benchSeen: Shaken }).benchSeen.cls);
  const blockedMs = Math.max(...seen.map((each) => each.blockedMs));
  // What the browser does not tell of took less than its threshold.
  const inp = (all: readonly Seen[]) => Math.max(16, ...all.map((each) => each.inp));
  const content = median(seen.map((each) => each.content));
  return [
    timeLine('INP, the worst of 30 changes', milliseconds(inp(seen)), `≤ ${milliseconds(BUDGETS.inpMs)}`, isAbove(inp(seen), BUDGETS.inpMs)),
    timeLine('content, median', milliseconds(content), `≤ ${milliseconds(BUDGETS.contentMs)}`, isAbove(content, BUDGETS.contentMs)),
    timeLine('the first look at each page: INP, content', `${milliseconds(inp(first))}, ${milliseconds(Math.max(...first.map((each) => each.content)))}`, ''),
    timeLine('JS heap after load', heapText(heapLoaded), `≤ ${BUDGETS.heapMb} MB`, isAbove(heapLoaded.mb, BUDGETS.heapMb)),
    timeLine('JS heap after 30 more changes', `${heapText(heapAfter)}; before, ${heapText(heapBefore)}`, 'no growth', isGrown),
    timeLine('CLS of all of it', cls.toFixed(4), `≤ ${BUDGETS.cls}`, isAbove(cls, BUDGETS.cls)),
    timeLine('TBT, the worst of 30 changes', milliseconds(blockedMs), `≤ ${milliseconds(BUDGETS.tbtMs)}`, isAbove(blockedMs, BUDGETS.tbtMs)),
  ];
}

export async function measureRouteChanges({ browser, fronts }: Stage): Promise<Table> {
  return behind(fronts.product, SLOW_4G, async (origin) => {
    const visitor = await newVisitor(browser);
    try {
      return [`From page to page, processor slowed ${CPU_SLOWDOWN} ×`, await walk(visitor, origin)] as const;
    } finally {
      await visitor.close();
    }
  });
}
