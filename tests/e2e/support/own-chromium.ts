/**
 * Chromium as a player's phone runs it. The one that Playwright starts has no back/forward cache and does not slow down what
 * is in the background (`--disable-back-forward-cache`, `--disable-background-timer-throttling`,
 * `--disable-renderer-backgrounding`), and takes every page for visible and focused, so that none can be frozen: tests about
 * such things would prove nothing. This one is started without any of that and only driven by Playwright.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { LAUNCH_FLAGS } from '../../support/chromium.mjs';
import { expect } from './test';

const START_LIMIT_MS = 30_000;

export interface OwnChromium {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export async function startOwnChromium(): Promise<OwnChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'ayo-chromium-'));
  const flags = [...LAUNCH_FLAGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-default-browser-check'];
  const browser = spawn(process.env['CHROMIUM_PATH'] ?? 'chromium', [...flags, 'about:blank'], { stdio: 'ignore' });
  const ended = once(browser, 'exit');
  const port = () => readFile(join(profile, 'DevToolsActivePort'), 'utf8').then((text) => text.split('\n')[0] ?? '', () => '');
  await expect.poll(port, { timeout: START_LIMIT_MS }).toMatch(/^\d+$/);
  const driven = await chromium.connectOverCDP(`http://127.0.0.1:${await port()}`, { noDefaults: true });
  const [context] = driven.contexts();
  if (context === undefined) throw new Error('The browser has no window.');
  return {
    context,
    close: async () => {
      await driven.close();
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/**
 * Goes back by the browser's own button. Returns why the browser had to load the page again; an empty list where it came from the
 * back/forward cache. With the reason `IgnoreEventAndEvict` the list also has Chromium's numbers for what a cached page did (see
 * `disallow_activation_reason.h`; 41: its transaction blocked another page).
 */
export async function goBackInHistory(page: Page): Promise<readonly string[]> {
  const tools = await page.context().newCDPSession(page);
  const reasons: string[] = [];
  tools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => reasons.push(...notRestoredExplanations.map(({ reason }) => reason)));
  await tools.send('Page.enable');
  await page.goBack({ waitUntil: 'commit' });
  const { histograms } = await tools.send('Browser.getHistograms', { query: 'BackForwardCache.HistoryNavigationOutcome.DisallowActivationReason' });
  const numbers = histograms.flatMap(({ buckets }) => buckets.map(({ low, count }) => `number ${low}, ${count} times`));
  return reasons.includes('IgnoreEventAndEvict') ? [...reasons, ...numbers] : reasons;
}
