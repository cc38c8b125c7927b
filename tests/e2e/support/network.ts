/** The product behind a network that can be broken, and what a test does to the phone that stands in it. */
import type { Page } from '@playwright/test';
import { startFaultProxy } from '../../support/fault-proxy';
import type { FaultProxy } from '../../support/fault-proxy';
import { openAccount, putSession } from './api';
import type { Account } from './api';
import { expectLive, expectReadyOffline } from './frame-of-page';
import { expect, siteAt, test, useProduct } from './test';
import type { Product } from '../../support/product';

export interface BrokenSite {
  readonly network: () => FaultProxy;
  readonly product: () => Product;
}

/** One product for the file, reached through a fault server that is healed before every test. */
export function useBrokenSite(env: Readonly<Record<string, string>> = {}): BrokenSite {
  const product = useProduct(async () => ({ ...env }));
  let network: FaultProxy | null = null;
  const there = (): FaultProxy => {
    if (network === null) throw new Error('The network has not been started.');
    return network;
  };
  test.beforeAll(async () => {
    network = await startFaultProxy(product().url);
  });
  test.afterAll(() => network?.close());
  test.beforeEach(() => there().heal());
  siteAt(() => network?.url);
  return { network: there, product };
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
      // It may be started again at once, for what it was stopped over.
      await expect.poll(() => stops).toBeGreaterThan(before);
    },
    starts: () => starts,
  };
}
