/** Photographs pages: one visit gives the pictures of a page in every theme and in all sizes of one kind of screen. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Shot } from './list';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

export interface Picture {
  readonly size: Size;
  readonly theme: Theme;
  readonly screen: Buffer;
  /** The whole page; only for the first size, because the others look alike. */
  readonly whole: Buffer | null;
}

/** By then art and font have loaded, or the page shows that they have not. */
export const SETTLE_MS = 700;
const FIGURES_MS = 5_000;
/** A picture that the new size asks for has come by then. */
const RESIZE_MS = 120;
/** CSS pixels; the rest of longer pages (terms, bank codes) looks like their beginning. */
const HIGHEST_PAGE = 6_000;
const INSTALL_LIMIT_MS = 60_000;

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function readyForOffline(page: Page): Promise<void> {
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated');
  const deadline = Date.now() + INSTALL_LIMIT_MS;
  while (!(await isControlled())) {
    if (Date.now() > deadline) throw new Error('The service worker did not take over.');
    await pause(250);
  }
}

/** Takes the network away. Offline the app shows the figures of pages that it has loaded before. */
async function goOffline(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/profile`);
  await readyForOffline(page);
  for (const path of ['/transactions-history', '/users-sessions', '/bonuses']) {
    await page.goto(url + path);
    await pause(SETTLE_MS);
  }
  await context.setOffline(true);
  await page.close();
}

/** Every call is answered with an error. The pages' files come as always. */
async function breakPlatform(context: BrowserContext): Promise<void> {
  const problem = { type: 'about:blank', title: 'Service unavailable', status: 503, code: 'unavailable' };
  await context.route('**/v1/**', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem }));
}

/** Gives a browser profile the network that the shots in it need. */
export async function prepare(context: BrowserContext, network: Shot['network'], url: string): Promise<void> {
  if (network === 'offline') await goOffline(context, url);
  if (network === 'broken') await breakPlatform(context);
}

/** Opens the page and brings it into the state that the picture shows. */
export async function openShot(page: Page, shot: Shot, url: string): Promise<void> {
  await page.goto(url + shot.path);
  await page.locator('main h1').first().waitFor();
  // The player's balance comes after the first paint. Where it does not come, the picture shows the page without it.
  if (shot.network === 'online') await page.locator('.balance-dot:not([data-source="live"])').waitFor({ state: 'detached', timeout: FIGURES_MS }).catch(() => undefined);
  await shot.act?.(page);
  // No event says that a page is complete: a picture or a figure may still be loading.
  await pause(SETTLE_MS);
}

/** Photographs the page on a screen of its own height, because bars at the screen's edges would otherwise cover its middle. */
async function wholePage(page: Page, { width, height }: Size): Promise<Buffer> {
  const ownHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(ownHeight, HIGHEST_PAGE) });
  // The part that was below the screen is drawn only now.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const png = await page.screenshot({ animations: 'disabled' });
  await page.setViewportSize({ width, height });
  return png;
}

/** Photographs what is open now. */
export async function photograph(page: Page, sizes: readonly Size[]): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await pause(RESIZE_MS);
      const screen = await page.screenshot({ animations: 'disabled' });
      pictures.push({ size, theme, screen, whole: at === 0 ? await wholePage(page, size) : null });
    }
  }
  return pictures;
}
