/** One visit of one page in a Chromium of a fixed size and speed, and the figures that the page recorded. */
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { findChromium, launchOptions } from '../support/chromium.mjs';

/** A cheap phone, which all measurements of `performance` use. */
export const VIEWPORT = { width: 412, height: 823 } as const;
export const CPU_SLOWDOWN = 4;

/** Milliseconds from the start of the navigation; `cls` has no unit. */
export interface Visit {
  readonly fcp: number;
  readonly lcp: number;
  /** The latest of first paint, take-over by the script and the last long task. */
  readonly tti: number;
  /** Sum of what long tasks between first paint and TTI take beyond 50 ms. */
  readonly tbt: number;
  readonly cls: number;
  /** The elements that counted as largest, for a reader who looks for the reason. */
  readonly largest: string;
}

export async function launchBrowser(spkiHash: string): Promise<Browser> {
  const options = launchOptions(findChromium());
  return chromium.launch({ ...options, args: [...options.args, `--ignore-certificate-errors-spki-list=${spkiHash}`] });
}

/** Makes a browser profile without any stored data. */
export async function newVisitor(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true });
  // The loader that runs this file names functions with a helper that the page does not have.
  await context.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await context.addInitScript(observe);
  return context;
}

/** Records paints, shifts and long tasks. Runs in the page before everything else. */
function observe(): void {
  const observations = { lcp: 0, largest: '', cls: 0, tookOver: 0, tasks: [] as [number, number][] };
  Object.assign(window, { benchSeen: observations });
  const watch = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    observations.lcp = entry.startTime;
    const { element, url } = entry as PerformanceEntry & { element?: Element; url?: string };
    observations.largest = `${element?.tagName.toLowerCase() ?? 'gone'}${url ? ` ${new URL(url).pathname}` : ''}`;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) observations.cls += value;
  });
  watch('longtask', ({ startTime, duration }) => observations.tasks.push([startTime, startTime + duration]));
  addEventListener('DOMContentLoaded', () => {
    // Module scripts have run by then; an app takes over later, when it replaces the content of the document.
    observations.tookOver = performance.now();
    const root = document.getElementById('root');
    if (root === null) return;
    const changes = new MutationObserver(() => {
      observations.tookOver = performance.now();
      changes.disconnect();
    });
    changes.observe(root, { childList: true });
  });
}

interface PageObservations {
  readonly lcp: number;
  readonly largest: string;
  readonly cls: number;
  readonly tookOver: number;
  readonly tasks: readonly (readonly [number, number])[];
}

/** Opens a page with a slow processor. */
export async function slowPage(context: BrowserContext, slowdown = CPU_SLOWDOWN): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** The first visit is over after this time without a long task. */
const QUIET_MS = 1_500;
const CHECK_INTERVAL_MS = 250;
const VISIT_LIMIT_MS = 60_000;
/** A longer task blocks so long that a player notices it. */
export const LONG_TASK_MS = 50;

/** Waits from outside, because a page with this security policy evaluates no text as code. */
async function waitUntilQuiet(page: Page): Promise<void> {
  const readQuietMs = () => {
    const { tookOver, tasks } = (window as unknown as { benchSeen: PageObservations }).benchSeen;
    return tookOver === 0 ? 0 : performance.now() - Math.max(tookOver, ...tasks.map(([, end]) => end));
  };
  const deadline = Date.now() + VISIT_LIMIT_MS;
  while ((await page.evaluate(readQuietMs)) < QUIET_MS) {
    if (Date.now() > deadline) throw new Error(`The page did not come to rest in ${VISIT_LIMIT_MS / 1000} s.`);
    await new Promise((done) => setTimeout(done, CHECK_INTERVAL_MS));
  }
}

export async function readVisit(page: Page): Promise<Visit> {
  await page.waitForLoadState('load');
  await waitUntilQuiet(page);
  const { observations, fcp } = await page.evaluate(() => ({
    observations: (window as unknown as { benchSeen: PageObservations }).benchSeen,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));
  const tti = Math.max(fcp, observations.tookOver, ...observations.tasks.map(([, end]) => end));
  const blocking = observations.tasks.filter(([start]) => start >= fcp).map(([start, end]) => end - start - LONG_TASK_MS);
  const tbt = blocking.reduce((sum, each) => sum + Math.max(0, each), 0);
  return { fcp, lcp: Math.max(observations.lcp, fcp), tti, tbt, cls: observations.cls, largest: observations.largest };
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
