/** The product before a platform that a test scripts, for tests about tabs and sessions. */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { startScriptedPlatform } from '../../support/scripted-platform';
import type { ScriptedPlatform, ScriptedPlayer } from '../../support/scripted-platform';
import type { Product } from '../../support/product';
import { expectLive } from './frame-of-page';
import { POLL_LIMIT_MS, expect, test, useOwnProduct } from './test';

export type { ScriptedPlayer };

export interface Opening {
  readonly platform: ScriptedPlatform;
  /** The address of the product. */
  readonly site: string;
  readonly player: ScriptedPlayer;
  readonly path?: string;
}

/** Counts over the whole file, so that no two tests get the same id. */
let count = 0;

/**
 * Makes a player whose name no test has used. A test looks for the amount `real` (naira) in storage to see whether their data was left
 * there.
 */
export function scriptedPlayer(real: number): ScriptedPlayer {
  count += 1;
  return { userId: `scripted-user-${count}`, sessionId: `scripted-session-${count}`, username: `canary_${count}`, real };
}

interface Scripted {
  readonly platform: () => ScriptedPlatform;
  readonly product: () => Product;
}

/**
 * One product and one platform for the file, or the group of tests, that calls this; the platform is as new before each test.
 * `morePaths`: see `startScriptedPlatform`.
 */
export function useScripted(morePaths?: Parameters<typeof startScriptedPlatform>[0]): Scripted {
  let platform: ScriptedPlatform | null = null;
  const getPlatform = (): ScriptedPlatform => {
    if (platform === null) throw new Error('The platform has not been started.');
    return platform;
  };
  const product = useOwnProduct(async () => {
    platform = await startScriptedPlatform(morePaths);
    return { PLATFORM_URL: platform.url };
  });
  test.beforeEach(() => getPlatform().reset());
  test.afterAll(() => getPlatform().close());
  return { platform: getPlatform, product };
}

/** Puts a session where the app keeps it, from a page of the site that is not the app; `site`: its address. */
export async function signInElsewhere(page: Page, site: string, { sessionId, userId }: ScriptedPlayer): Promise<void> {
  if (!page.url().endsWith('/version.json')) await page.goto(`${site}/version.json`);
  await page.evaluate((ids) => {
    localStorage.setItem('userId', ids.userId);
    localStorage.setItem('sessionId', ids.sessionId);
  }, { sessionId, userId });
}

/** A page of the app, open for a new player, with a live balance. */
export async function openFor(page: Page, { platform, site, player, path = '/' }: Opening): Promise<void> {
  platform.addPlayer(player);
  await signInElsewhere(page, site, player);
  await page.goto(site + path);
  await expectLive(page);
}

export interface Metronome {
  /** Resolves when so many more polls of a page that does nothing but poll have been answered. */
  beats(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A page of its own browser profile that polls as it should: the measure of "nothing for so long" without a sleep. */
export async function startMetronome(browser: Browser, site: string, platform: ScriptedPlatform): Promise<Metronome> {
  const player = scriptedPlayer(1);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await openFor(await context.newPage(), { platform, site, player });
  const polls = () => platform.of('balance').filter(({ sessionId, status }) => sessionId === player.sessionId && status !== null).length;
  return {
    async beats(wanted) {
      const until = polls() + wanted;
      await expect.poll(polls, { timeout: wanted * POLL_LIMIT_MS }).toBeGreaterThanOrEqual(until);
    },
    close: () => context.close(),
  };
}

/** Overrides what the page reads as its visibility, and dispatches the event, because Playwright's pages are always visible. */
export async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

export async function devtools(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page);
}

/** Freezes a page, or wakes it, as the browser does to save battery. */
export async function setLifecycle(page: Page, state: 'frozen' | 'active'): Promise<void> {
  await (await devtools(page)).send('Page.setWebLifecycleState', { state });
}
