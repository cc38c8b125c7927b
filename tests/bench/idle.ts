/** A minute in which nobody does anything, seen and hidden: what the main thread and the network have to do meanwhile. */
import type { BrowserContext, Page } from '@playwright/test';
import { SLOW_4G } from './net/pacing-proxy';
import type { PacingProxy } from './net/pacing-proxy';
import { signedIn } from './signed-in';
import { behind } from './stage';
import type { Stage } from './stage';
import { isAbove, kilobytes, milliseconds, timeLine, times } from './table';
import type { Table } from './table';
import { newVisitor, slowPage } from './visit';

const IDLE_MS = 60_000;
/** The precache and the first polls are over by then. */
const SETTLE_MS = 20_000;
/** A poll that was under way when the tab was hidden may still end. */
const HIDE_MS = 5_000;
const BUDGETS = { mainThread: 1.5, bytesAMinute: 2_048, heapMb: 6 } as const;

interface Idle {
  readonly mainThreadMs: number;
  readonly longTasks: number;
  /** Both directions, TLS included. */
  readonly bytes: number;
  /** How often React wrote something to the page. */
  readonly commits: number;
  readonly heapMb: number;
}

/** What the product does beside the hello: polls in that minute, and what goes over the wire once nobody looks. */
interface Watched extends Idle {
  readonly polls: number;
  readonly hiddenBytes: number;
}

/** Reads the browser's own counters; one session for all, since they begin with it. */
async function countersOf(page: Page): Promise<(name: string) => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return async (name) => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  };
}

/** Runs in the page before everything else: React tells the tools of developers of every commit, also in production. */
function countCommits(): void {
  const counted = { commits: 0 };
  Object.assign(window, {
    benchRenders: counted,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      renderers: new Map(),
      supportsFiber: true,
      checkDCE: () => undefined,
      inject: () => 1,
      onCommitFiberRoot: () => (counted.commits += 1),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
}

/** No browser without a window hides its tabs: the page is told that it is hidden. Runs in the page. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

async function open(visitor: BrowserContext, origin: string): Promise<Page> {
  await visitor.addInitScript(countCommits);
  const page = await slowPage(visitor);
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  return page;
}

async function watch(page: Page, proxy: PacingProxy): Promise<Idle> {
  const metric = await countersOf(page);
  const seen = () =>
    page.evaluate(() => {
      const { benchSeen, benchRenders } = window as unknown as { benchSeen: { tasks: unknown[] }; benchRenders: { commits: number } };
      return { tasks: benchSeen.tasks.length, commits: benchRenders.commits };
    });
  const before = { busy: await metric('TaskDuration'), ...(await seen()), bytes: proxy.upBytes + proxy.downBytes };
  await new Promise((done) => setTimeout(done, IDLE_MS));
  const after = await seen();
  return {
    mainThreadMs: ((await metric('TaskDuration')) - before.busy) * 1000,
    longTasks: after.tasks - before.tasks,
    bytes: proxy.upBytes + proxy.downBytes - before.bytes,
    commits: after.commits - before.commits,
    heapMb: (await metric('JSHeapUsedSize')) / 1024 / 1024,
  };
}

/** One minute in sight, one out of it. */
async function watchProduct(visitor: BrowserContext, origin: string, proxy: PacingProxy): Promise<Watched> {
  let polls = 0;
  visitor.on('request', (request) => {
    if (/\/balance$/.test(new URL(request.url()).pathname) && request.serviceWorker() === null) polls += 1;
  });
  const page = await open(visitor, origin);
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
  const hello = await behind(stage.fronts.hello, SLOW_4G, async (origin, proxy) => {
    const visitor = await newVisitor(stage.browser);
    try {
      return await watch(await open(visitor, origin), proxy);
    } finally {
      await visitor.close();
    }
  });
  const own = await behind(stage.fronts.product, SLOW_4G, async (origin, proxy) => {
    const visitor = await signedIn(stage.browser, origin, session);
    try {
      return await watchProduct(visitor, origin, proxy);
    } finally {
      await visitor.close();
    }
  });
  const ratio = own.mainThreadMs / hello.mainThreadMs;
  const mainThread = `${milliseconds(own.mainThreadMs)}, ${times(ratio)} the hello's ${milliseconds(hello.mainThreadMs)}`;
  // What goes over the wire here depends on when the polls fall, so it is marked and fails nothing.
  return ['A minute signed in with nothing to do', [
    timeLine('long tasks', String(own.longTasks), '0', own.longTasks > 0),
    timeLine('main thread', mainThread, `≤ ${times(BUDGETS.mainThread)}`, isAbove(ratio, BUDGETS.mainThread)),
    timeLine('on the wire, both ways', kilobytes(own.bytes), `≤ ${kilobytes(BUDGETS.bytesAMinute)}`, isAbove(own.bytes, BUDGETS.bytesAMinute)),
    timeLine('the same while hidden', `${own.hiddenBytes} bytes`, '0 bytes', own.hiddenBytes > 0),
    timeLine('commits of React', `${own.commits} in ${own.polls} polls; the hello ${hello.commits}`, '0 per unchanged poll', own.commits > 0),
    timeLine('JS heap', `${own.heapMb.toFixed(1)} MB`, `≤ ${BUDGETS.heapMb} MB`, isAbove(own.heapMb, BUDGETS.heapMb)),
  ]];
}
