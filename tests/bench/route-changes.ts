/**
 * Changes of page with the app on the device: the time until a press shows on the screen, the time until the next page's
 * heading shows, and the memory after thirty changes.
 */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { SLOW_4G } from './net/pacing-proxy';
import { runBehindNetwork } from './stage';
import type { Stage } from './stage';
import { isAbove, formatMilliseconds, timeLine } from './table';
import type { Line, Table } from './table';
import { CPU_SLOWDOWN, LONG_TASK_MS, median, newVisitor, slowPage } from './visit';

const ROUNDS = 10;
/** Targets of the bar at the bottom and of the page's foot: a list, a page of text, the lobby again. */
const PLACES = ['/games', '/help', '/'] as const;
/**
 * The browser compiles frequent code all the time, so only growth beyond this after thirty changes counts, or any more
 * elements.
 */
const BUDGETS = { inpMs: 48, contentMs: 80, heapMb: 6, growthMb: 0.25, cls: 0.005, tbtMs: 50 } as const;
const MB = 1024 * 1024;

interface ChangeTimes {
  /** The longest event of a press, from the finger to the next paint; the browser reports it in steps of 8 ms. */
  inp: number;
  /** From the press to the first frame with another heading. */
  content: number;
}

interface Change extends ChangeTimes {
  /** The sum of what its long tasks take beyond 50 ms. */
  readonly blockedMs: number;
}

/** The figures that every visitor's page records (visit.ts). */
interface PageNotes {
  readonly cls: number;
  readonly tasks: [start: number, end: number][];
}

/** Observes presses and headings. Runs in the page before everything else. */
function observe(): void {
  const times: ChangeTimes = { inp: 0, content: 0 };
  Object.assign(window, { benchRoutes: times });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEntry & { interactionId?: number }).interactionId) times.inp = Math.max(times.inp, entry.duration);
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  addEventListener('click', ({ timeStamp }) => {
    const before = document.querySelector('#main h1');
    const checkHeading = () => {
      const now = document.querySelector('#main h1');
      if (now === null || now === before) return void requestAnimationFrame(checkHeading);
      // The time is taken after the frame that shows the heading.
      requestAnimationFrame(() => setTimeout(() => (times.content = performance.now() - timeStamp)));
    };
    requestAnimationFrame(checkHeading);
  }, { capture: true });
}

async function changePage(page: Page, place: string): Promise<Change> {
  await page.evaluate(() => {
    const { benchRoutes, benchSeen } = window as unknown as { benchRoutes: ChangeTimes; benchSeen: PageNotes };
    Object.assign(benchRoutes, { inp: 0, content: 0 });
    benchSeen.tasks.length = 0;
  });
  await page.locator(`nav .places a[href="${place}"], footer a[href="${place}"]`).first().tap();
  await page.waitForFunction(() => (window as unknown as { benchRoutes: ChangeTimes }).benchRoutes.content > 0);
  // The browser reports an event a moment after its frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  return page.evaluate((longMs) => {
    const { benchRoutes, benchSeen } = window as unknown as { benchRoutes: ChangeTimes; benchSeen: PageNotes };
    const blockedMs = benchSeen.tasks.reduce((sum, [start, end]) => sum + Math.max(0, end - start - longMs), 0);
    return { ...benchRoutes, blockedMs };
  }, LONG_TASK_MS);
}

interface Heap {
  readonly mb: number;
  /** Elements and texts that are in the page or still referenced. */
  readonly nodes: number;
}

/** Measures the reachable memory. */
async function heapOf(devtools: CDPSession): Promise<Heap> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (metricName: string) => metrics.find(({ name }) => name === metricName)?.value ?? Number.NaN;
  return { mb: metric('JSHeapUsedSize') / MB, nodes: metric('Nodes') };
}

const heapText = ({ mb, nodes }: Heap): string => `${mb.toFixed(2)} MB and ${nodes} nodes`;

async function changeAllPages(page: Page): Promise<Change[]> {
  const changes: Change[] = [];
  for (const place of PLACES) changes.push(await changePage(page, place));
  return changes;
}

async function measureWalk(visitor: BrowserContext, origin: string): Promise<readonly Line[]> {
  await visitor.addInitScript(observe);
  const page = await slowPage(visitor);
  const devtools = await visitor.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const heapLoaded = await heapOf(devtools);
  // Each page's code loads with its first visit, which is not measured as growth.
  const first = await changeAllPages(page);
  const changes: Change[] = [];
  for (let nth = 0; nth < ROUNDS; nth += 1) changes.push(...(await changeAllPages(page)));
  const heapBefore = await heapOf(devtools);
  for (let nth = 0; nth < ROUNDS; nth += 1) await changeAllPages(page);
  const heapAfter = await heapOf(devtools);
  const hasGrown = isAbove(heapAfter.mb - heapBefore.mb, BUDGETS.growthMb) || isAbove(heapAfter.nodes, heapBefore.nodes);
  const cls = await page.evaluate(() => (window as unknown as { benchSeen: PageNotes }).benchSeen.cls);
  const blockedMs = Math.max(...changes.map((each) => each.blockedMs));
  // The browser reports no event shorter than its threshold.
  const inp = (all: readonly ChangeTimes[]) => Math.max(16, ...all.map((each) => each.inp));
  const content = median(changes.map((each) => each.content));
  return [
    timeLine('INP, the worst of 30 changes', formatMilliseconds(inp(changes)), `≤ ${formatMilliseconds(BUDGETS.inpMs)}`, isAbove(inp(changes), BUDGETS.inpMs)),
    timeLine('content, median', formatMilliseconds(content), `≤ ${formatMilliseconds(BUDGETS.contentMs)}`, isAbove(content, BUDGETS.contentMs)),
    timeLine('the first look at each page: INP, content', `${formatMilliseconds(inp(first))}, ${formatMilliseconds(Math.max(...first.map((each) => each.content)))}`, ''),
    timeLine('JS heap after load', heapText(heapLoaded), `≤ ${BUDGETS.heapMb} MB`, isAbove(heapLoaded.mb, BUDGETS.heapMb)),
    timeLine('JS heap after 30 more changes', `${heapText(heapAfter)}; before, ${heapText(heapBefore)}`, 'no growth', hasGrown),
    timeLine('CLS of all of it', cls.toFixed(4), `≤ ${BUDGETS.cls}`, isAbove(cls, BUDGETS.cls)),
    timeLine('TBT, the worst of 30 changes', formatMilliseconds(blockedMs), `≤ ${formatMilliseconds(BUDGETS.tbtMs)}`, isAbove(blockedMs, BUDGETS.tbtMs)),
  ];
}

export async function measureRouteChanges({ browser, fronts }: Stage): Promise<Table> {
  return runBehindNetwork(fronts.product, SLOW_4G, async (origin) => {
    const visitor = await newVisitor(browser);
    try {
      return [`From page to page, processor slowed ${CPU_SLOWDOWN} ×`, await measureWalk(visitor, origin)] as const;
    } finally {
      await visitor.close();
    }
  });
}
