/** The product behind a network that can be broken, and what a test does to the phone that stands in it. */
import type { BrowserContext, Page } from '@playwright/test';
import { startFaultProxy } from '../../support/fault-proxy';
import type { FaultProxy } from '../../support/fault-proxy';
import type { Rule } from '../../support/faults/rules';
import { openAccount, putSession } from './api';
import type { Account } from './api';
import { expectLive, expectReadyOffline } from './frame-of-page';
import { expect, siteAt, test, useOwnProduct, useProduct } from './test';
import type { Product } from '../../support/product';

export interface BrokenSite {
  readonly network: () => FaultProxy;
  readonly product: () => Product;
  /**
   * Cuts this browser off: the proxy drops every call, and the browser says that it is offline. The browser's switch alone does not
   * stop requests that are under way or come from a new worker.
   */
  readonly cutOff: (context: BrowserContext) => Promise<void>;
  /** Ends `cutOff`; from then on these rules break requests. */
  readonly bringBack: (context: BrowserContext, ...rules: readonly Rule[]) => Promise<void>;
}

/** All calls of the platform. */
const CALLS = /^\/api\//;

/**
 * A product that is reached through a fault server, which is healed before every test. With `env`, even an empty one, the test file
 * gets a product of its own.
 */
export function useBrokenSite(env?: Readonly<Record<string, string>> | (() => Promise<Record<string, string>>)): BrokenSite {
  const product = env === undefined ? useProduct() : useOwnProduct(async () => (typeof env === 'function' ? env() : { ...env }));
  let network: FaultProxy | null = null;
  const getProxy = (): FaultProxy => {
    if (network === null) throw new Error('The network has not been started.');
    return network;
  };
  test.beforeAll(async () => {
    network = await startFaultProxy(product().url);
  });
  test.afterAll(() => network?.close());
  test.beforeEach(() => getProxy().heal());
  siteAt(() => network?.url);
  return {
    network: getProxy,
    product,
    async cutOff(context) {
      getProxy().break({ path: CALLS, fault: 'drop' });
      await context.setOffline(true);
    },
    async bringBack(context, ...rules) {
      getProxy().heal();
      for (const rule of rules) getProxy().break(rule);
      await context.setOffline(false);
    },
  };
}

/** A signed-in player in the lobby, with a live balance and everything on the device that the site keeps there. */
export async function settleIn(page: Page, naira: number): Promise<Account> {
  const account = await openAccount(page.context(), { naira });
  await putSession(page, account);
  await page.goto('/');
  await expectLive(page);
  await expectReadyOffline(page);
  return account;
}

/**
 * Away and back, as a player switches between apps: the page polls at once. A tab of headless Chromium is never hidden,
 * so the state is overridden and the event dispatched.
 */
export async function lookAwayAndBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
}

/** Ends a tab as the phone does it that needs the memory: no event, no last word. */
export async function crash(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The call gets no answer, because the page that would answer is gone.
  tools.send('Page.crash').catch(() => undefined);
  await crashed;
}

export interface ServiceWorkers {
  /** Stops every service worker of the browser, as browsers do at any time, and waits until they are. */
  stop(): Promise<void>;
  /** How often one has started while this was watched. */
  readonly starts: () => number;
}

/** Through the developer tools of a page, which must stay open. */
export async function serviceWorkersOf(page: Page): Promise<ServiceWorkers> {
  const tools = await page.context().newCDPSession(page);
  const states = new Map<string, string>();
  let starts = 0;
  let stops = 0;
  tools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) {
      if (runningStatus === states.get(versionId)) continue;
      if (runningStatus === 'running') starts += 1;
      if (runningStatus === 'stopped') stops += 1;
      states.set(versionId, runningStatus);
    }
  });
  await tools.send('ServiceWorker.enable');
  return {
    async stop() {
      const before = stops;
      await tools.send('ServiceWorker.stopAllWorkers');
      // A stopped worker may be started again at once by the request for which it ran.
      await expect.poll(() => stops).toBeGreaterThan(before);
    },
    starts: () => starts,
  };
}
