/** A minute in which nobody does anything: what the main thread and the network have to do meanwhile. */
import type { BrowserContext, Page } from '@playwright/test';
import { makeShownPlayer } from '../support/shown-people';
import type { ShownSession } from '../support/shown-people';
import { SLOW_4G } from './net/pacing-proxy';
import type { PacingProxy } from './net/pacing-proxy';
import { behind } from './stage';
import type { Stage } from './stage';
import { bytesLine, milliseconds, timeLine, times } from './table';
import type { Line } from './table';
import { newVisitor, slowPage } from './visit';

const IDLE_MS = 60_000;
/** The precache and the first polls are over by then. */
const SETTLE_MS = 20_000;
const BYTES_A_MINUTE = 2_048;

interface Idle {
  readonly mainThreadMs: number;
  readonly longTasks: number;
  /** Both directions, TLS included. */
  readonly bytes: number;
  readonly heapMb: number;
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

async function watch(visitor: BrowserContext, origin: string, proxy: PacingProxy): Promise<Idle> {
  const page = await slowPage(visitor);
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  const metric = await countersOf(page);
  const longTasks = () => page.evaluate(() => (window as unknown as { benchSeen: { tasks: unknown[] } }).benchSeen.tasks.length);
  const before = { busy: await metric('TaskDuration'), tasks: await longTasks(), bytes: proxy.upBytes + proxy.downBytes };
  await new Promise((done) => setTimeout(done, IDLE_MS));
  return {
    mainThreadMs: ((await metric('TaskDuration')) - before.busy) * 1000,
    longTasks: (await longTasks()) - before.tasks,
    bytes: proxy.upBytes + proxy.downBytes - before.bytes,
    heapMb: (await metric('JSHeapUsedSize')) / 1024 / 1024,
  };
}

/** Puts a session where the app looks for it, on the origin of this proxy. */
async function signedIn({ browser }: Stage, origin: string, session: ShownSession): Promise<BrowserContext> {
  const visitor = await newVisitor(browser);
  await visitor.addCookies([...session.cookies].map(([name, value]) => ({ name, value, url: origin })));
  await visitor.addInitScript(({ sessionId, userId }) => {
    localStorage.setItem('userId', userId);
    localStorage.setItem('sessionId', sessionId);
  }, { sessionId: session.sessionId, userId: session.userId });
  return visitor;
}

export async function measureIdle(stage: Stage): Promise<readonly Line[]> {
  const session = await makeShownPlayer(stage.product.url);
  const hello = await behind(stage.fronts.hello, SLOW_4G, async (origin, proxy) => {
    const visitor = await newVisitor(stage.browser);
    return watch(visitor, origin, proxy).finally(() => visitor.close());
  });
  const own = await behind(stage.fronts.product, SLOW_4G, async (origin, proxy) => {
    const visitor = await signedIn(stage, origin, session);
    return watch(visitor, origin, proxy).finally(() => visitor.close());
  });
  const ratio = `${times(own.mainThreadMs / hello.mainThreadMs)} the hello's ${milliseconds(hello.mainThreadMs)}`;
  return [
    timeLine('long tasks', String(own.longTasks), '0'),
    timeLine('main thread', `${milliseconds(own.mainThreadMs)}, ${ratio}`, `≤ ${times(1.5)}`),
    { ...bytesLine('on the wire, both ways', own.bytes, BYTES_A_MINUTE), isOver: false },
    timeLine('JS heap', `${own.heapMb.toFixed(1)} MB`, '≤ 6 MB'),
  ];
}
