/** Two versions of the app in one browser. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { startSwitchingHost } from '../../support/switching-host';
import type { SwitchingHost } from '../../support/switching-host';
import type { Product } from '../../support/product';
import { INSTALL_LIMIT_MS, expect, siteAt, test, useProduct } from './test';

/** Makes the second build first where there is none yet. */
const BUILD_LIMIT_MS = 3 * 60_000;

/** One product for the file, reached through a host that serves the first build of the app at the start of every test. */
export function useSwitchingSite(): { readonly host: () => SwitchingHost; readonly product: () => Product } {
  const product = useProduct();
  let host: SwitchingHost | null = null;
  const getHost = (): SwitchingHost => {
    if (host === null) throw new Error('The host has not been started.');
    return host;
  };
  test.beforeAll(async () => {
    test.setTimeout(BUILD_LIMIT_MS);
    host = await startSwitchingHost(product().url);
  });
  test.afterAll(() => host?.close());
  test.beforeEach(() => getHost().deploy({ build: 1 }));
  siteAt(() => host?.url);
  return { host: getHost, product };
}

/** Returns the build that the page runs, or 0 while a document is being replaced. Only files of the second build set `ayoBuild`. */
export function buildOf(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as { ayoBuild?: number }).ayoBuild ?? 1).catch(() => 0);
}

/** Goes to another page of the app as a link does, without loading a document. */
export function goWithin(page: Page, path: string): Promise<void> {
  const isReloading = (error: unknown) => String(error).includes('Execution context was destroyed');
  const went = page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // A page whose file is gone loads anew, perhaps before it has answered.
  return went.catch((error: unknown) => {
    if (!isReloading(error)) throw error;
  });
}

/** The browser looks for a new version now, as it does by itself; what became of the look is seen in its state. */
export function lookForUpdate(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined);
  });
}

export interface Workers {
  readonly installing: boolean;
  readonly waiting: boolean;
  readonly active: boolean;
}

/** Null: no service worker is registered. */
export function workersOf(page: Page): Promise<Workers | null> {
  return page.evaluate(async () => {
    const found = await navigator.serviceWorker.getRegistration();
    return found ? { installing: found.installing !== null, waiting: found.waiting !== null, active: found.active !== null } : null;
  });
}

/** Waits until the new version is downloaded as a whole and waits to take over. */
export async function expectWaiting(page: Page): Promise<void> {
  await expect.poll(() => workersOf(page), { timeout: INSTALL_LIMIT_MS }).toEqual({ installing: false, waiting: true, active: true });
}

/** Returns those of the paths that are in the browser's caches. */
export function keptFiles(page: Page, paths: readonly string[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return wanted.filter((path) => found.includes(path));
  }, paths);
}

/**
 * Deletes the files below `/assets/` from the caches, as a browser that is short of space does. The HTTP cache is cleared, because it has
 * them, too.
 */
export async function evictAssets(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.clearBrowserCache');
  await cdp.detach();
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (new URL(request.url).pathname.startsWith('/assets/')) await cache.delete(request, { ignoreVary: true });
      }
    }
  });
}

/** Counts the documents that a page loads from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

/** Sets the phone of this context to save data, as its pages see it. */
export async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  });
}

/**
 * Waits until the page has the host's answer about what it can do: by then all that a page starts by itself after its first paint is under
 * way. A reload may end the document while we ask it; then the next document is asked.
 */
export async function expectStarted(page: Page): Promise<void> {
  const hasAsked = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/config.json') && (entry as PerformanceResourceTiming).responseEnd > 0),
    ).catch(() => false);
  await expect.poll(hasAsked).toBe(true);
}

export const readyWords = (page: Page): Locator => page.getByText('Ayo now opens without a connection.');
