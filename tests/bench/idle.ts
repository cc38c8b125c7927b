/** The work of main thread and network in a minute in which nobody does anything, with the tab visible and hidden. */
import type { BrowserContext, Page } from '@playwright/test';
import { SLOW_4G } from './net/pacing-proxy';
import type { PacingProxy } from './net/pacing-proxy';
import { newSignedInVisitor } from './signed-in';
import { runBehindNetwork } from './stage';
import type { Stage } from './stage';
import { isAbove, formatKilobytes, formatMilliseconds, timeLine, formatRatio } from './table';
import type { Table } from './table';
import { newVisitor, slowPage } from './visit';

const IDLE_MS = 60_000;
/** By then the precache and the first polls have ended. */
const SETTLE_MS = 20_000;
/** A poll that was running when the tab was hidden may still end. */
const HIDE_MS = 5_000;
const BUDGETS = { mainThread: 1.5, bytesAMinute: 2_048, heapMb: 6 } as const;

interface Idle {
  readonly mainThreadMs: number;
  readonly longTasks: number;
  /** Both directions, TLS included. */
  readonly bytes: number;
  /** The number of times that React changed the page. */
  readonly commits: number;
  readonly heapMb: number;
}

/** The product's own figures: its polls in that minute, and the bytes while its tab is hidden. */
interface WatchedIdle extends Idle {
  readonly polls: number;
  readonly hiddenBytes: number;
}

/** Reads the browser's own counters in one session, because they start with the session. */
async function countersOf(page: Page): Promise<(name: string) => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return async (name) => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  };
}

/** Counts React's commits, which it reports to developer tools in production as well. Runs in the page before everything else. */
function countCommits(): void {
  const counters = { commits: 0 };
  Object.assign(window, {
    benchRenders: counters,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      renderers: new Map(),
      supportsFiber: true,
      checkDCE: () => undefined,
      inject: () => 1,
      onCommitFiberRoot: () => (counters.commits += 1),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
}

/** Tells the page that it is hidden, because a browser without a window never hides its tabs. Runs in the page. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

async function openIdlePage(visitor: BrowserContext, origin: string): Promise<Page> {
  await visitor.addInitScript(countCommits);
  const page = await slowPage(visitor);
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  return page;
}

async function watch(page: Page, proxy: PacingProxy): Promise<Idle> {
  const metric = await countersOf(page);
  const readCounters = () =>
    page.evaluate(() => {
      const { benchSeen, benchRenders } = window as unknown as { benchSeen: { tasks: unknown[] }; benchRenders: { commits: number } };
      return { tasks: benchSeen.tasks.length, commits: benchRenders.commits };
    });
  const before = { busy: await metric('TaskDuration'), ...(await readCounters()), bytes: proxy.upBytes + proxy.downBytes };
  await new Promise((done) => setTimeout(done, IDLE_MS));
  const after = await readCounters();
  return {
    mainThreadMs: ((await metric('TaskDuration')) - before.busy) * 1000,
    longTasks: after.tasks - before.tasks,
    bytes: proxy.upBytes + proxy.downBytes - before.bytes,
    commits: after.commits - before.commits,
    heapMb: (await metric('JSHeapUsedSize')) / 1024 / 1024,
  };
}

/** Watches one minute while visible and one while hidden. */
async function watchProduct(visitor: BrowserContext, origin: string, proxy: PacingProxy): Promise<WatchedIdle> {
  let polls = 0;
  visitor.on('request', (request) => {
    if (/\/balance$/.test(new URL(request.url()).pathname) && request.serviceWorker() === null) polls += 1;
  });
  const page = await openIdlePage(visitor, origin);
  const pollsBefore = polls;
  const idle = await watch(page, proxy);
  const pollsSeen = polls - pollsBefore;
  await page.evaluate(hide);
  await new Promise((done) => setTimeout(done, HIDE_MS));
  const before = proxy.upBytes + proxy.downBytes;
  await new Promise((done) => setTimeout(done, IDLE_MS));
  return { ...idle, polls: pollsSeen, hiddenBytes: proxy.upBytes + proxy.downBytes - before };
}

export async function measureIdle(stage: Stage): Promise<Table> {
  const session = await stage.player();
  const hello = await runBehindNetwork(stage.fronts.hello, SLOW_4G, async (origin, proxy) => {
    const visitor = await newVisitor(stage.browser);
    try {
      return await watch(await openIdlePage(visitor, origin), proxy);
    } finally {
      await visitor.close();
    }
  });
  const own = await runBehindNetwork(stage.fronts.product, SLOW_4G, async (origin, proxy) => {
    const visitor = await newSignedInVisitor(stage.browser, origin, session);
    try {
      return await watchProduct(visitor, origin, proxy);
    } finally {
      await visitor.close();
    }
  });
  const ratio = own.mainThreadMs / hello.mainThreadMs;
  const mainThread = `${formatMilliseconds(own.mainThreadMs)}, ${formatRatio(ratio)} the hello's ${formatMilliseconds(hello.mainThreadMs)}`;
  // The bytes depend on the moments of the polls, so too many are marked and fail nothing.
  return ['A minute signed in with nothing to do', [
    timeLine('long tasks', String(own.longTasks), '0', own.longTasks > 0),
    timeLine('main thread', mainThread, `≤ ${formatRatio(BUDGETS.mainThread)}`, isAbove(ratio, BUDGETS.mainThread)),
    timeLine('on the wire, both ways', formatKilobytes(own.bytes), `≤ ${formatKilobytes(BUDGETS.bytesAMinute)}`, isAbove(own.bytes, BUDGETS.bytesAMinute)),
    timeLine('the same while hidden', `${own.hiddenBytes} bytes`, '0 bytes', own.hiddenBytes > 0),
    timeLine('commits of React', `${own.commits} in ${own.polls} polls; the hello ${hello.commits}`, '0 per unchanged poll', own.commits > 0),
    timeLine('JS heap', `${own.heapMb.toFixed(1)} MB`, `≤ ${BUDGETS.heapMb} MB`, isAbove(own.heapMb, BUDGETS.heapMb)),
  ]];
}
