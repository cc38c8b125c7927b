/** Real Chromium, found by tests/support/e2e.mjs; run it through `npm run test:e2e`. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from '../support/chromium.mjs';
import { IN_MEMORY } from '../support/scratch.mjs';
import { CACHE } from '../support/stages.mjs';

const executablePath = process.env['CHROMIUM_PATH'];
if (executablePath === undefined) throw new Error('CHROMIUM_PATH is not set: run npm run test:e2e.');
/** Tests of the browser around the page start the whole one themselves; see support/own-chromium.ts. */
const shell = launchOptions(process.env['HEADLESS_SHELL_PATH'] ?? executablePath);
/** The shell fits letters to whole pixels, phones and windows do not: words would break elsewhere. */
const NO_HINTING = '--font-render-hinting=none';

/** A drawing process of its own takes a twelfth of a visit's work, and no test is about it. */
const ONE_PROCESS_LESS = '--in-process-gpu';
/** Playwright shares memory between the browser's processes by files on the disk, for containers with little. Where there is enough, it need not. */
const unneededFlags = process.env['TMPDIR'] === IN_MEMORY ? ['--disable-dev-shm-usage'] : [];

/** As many as cores: on two cores, four workers took half as long again as two for the same tests, and two fifths more of the cores' time. */
const WORKERS = Math.max(2, Math.min(4, availableParallelism()));

const isLongRun = process.env['AYO_LONG'] === '1';
const MINUTE_MS = 60_000;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/prepared-data.ts',
  outputDir: join(CACHE, 'e2e-output'),
  workers: WORKERS,
  ...(!isLongRun && { grepInvert: /@long/ }),
  // A test that needs a second try is a race, in itself or in the product: it fails, so that somebody looks for it.
  retries: 0,
  forbidOnly: true,
  // Against hanging alone: what the product must do within a time says so itself, where it is looked at.
  timeout: (isLongRun ? 30 : 5) * MINUTE_MS,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: process.env['AYO_E2E_REPORT'] ?? join(CACHE, 'e2e.json') }]],
  use: {
    launchOptions: { ...shell, args: [...shell.args, NO_HINTING, ONE_PROCESS_LESS], ignoreDefaultArgs: unneededFlags },
    viewport: { width: 412, height: 823 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
  },
});
