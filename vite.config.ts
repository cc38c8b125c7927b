/**
 * Three things are made from this file: the app with its sync worker (`dist/app`), the service worker
 * (`dist/app/sw.js`, by vite-plugin-pwa, with the list of everything that is precached), and the vitest projects.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './server/tools/chunk-groups.ts';
import { contentPlugin } from './server/tools/content-plugin.ts';
import { ROOT } from './server/tools/dist.ts';
import { lightSchemasPlugin } from './server/tools/light-schemas-plugin.ts';
import { LICENSES_FILE } from './server/tools/platform-licenses.ts';
import { recordParts } from './server/tools/parts.ts';
import { SERVICE_WORKER_BUILD, webManifest } from './server/tools/pwa.ts';
import { shellPlugin } from './server/tools/shell-plugin.ts';

/** The oldest browsers that have all of ES2023's library (toSorted), module workers, Web Locks and import maps. */
const BROWSERS = ['es2022', 'chrome110', 'firefox115', 'safari16.4'];

/**
 * Hints for bundlers have done their work, and the licences of what is bundled stand in one file of their own: in every
 * chunk every player would pay for them.
 */
const COMMENTS = false;
const LICENSES = { fileName: LICENSES_FILE };

/** The languages beside English, by the letters of their files, with spaces between; without one, what chooses is left out. */
const LANGUAGES = readdirSync(new URL('src/words', import.meta.url)).filter((file) => /^[a-z]{2,3}\.ts$/.test(file)).join(' ');

const MINUTE_MS = 60_000;
/** What is polled for comes at once, but not on a machine that others keep busy. */
const POLL_MS = 10_000;
const isLongRun = process.env['AYO_LONG'] === '1';
const isVitest = process.env['VITEST'] !== undefined;

/**
 * Tests of modules that keep something for as long as a page lives: each file loads its own. Loading takes half of all the time, so
 * the others share what they load.
 */
const KEEP_STATE = [
  ...['api', 'app', 'data', 'state', 'words', 'worker'].map((folder) => `tests/unit/${folder}/**/*.test.{ts,tsx}`),
  // Tests that put another module in the place of one: files that share what they load would get it, too, or keep the real one.
  ...testsWith('tests/unit', 'vi.mock('),
  // A worker has one environment. Among files without a document, each of these would end a worker, and the next would load everything again.
  ...testsWith('tests/unit', '@vitest-environment'),
  // These put the light schemas in the place of zod.
  'tests/unit/core/light-schemas.test.ts',
  'tests/unit/core/kept-answers.test.ts',
  // The one bridge of a page, which tests of pages load, would wipe in the place of the one that is looked at.
  'tests/unit/bridge/wipe.test.ts',
];

/** What they put in the place of a module, nobody else may get. */
const MOCKS_MODULES = ['tests/platform/money-simulation.test.ts'];

/** Vitest itself leaves one core for watching: of two, that is half of what there is. */
const WORKERS = Math.max(2, availableParallelism() - 1);

const UNIT = {
  environment: 'node' as const,
  alias: { typescript: join(ROOT, 'tests/support/typescript.mjs') },
  maxWorkers: WORKERS,
  ...limits(0.5),
};

/** Each file has a database of its own on one server. */
const PLATFORM = { environment: 'node' as const, globalSetup: ['tests/support/database-global.ts'], maxWorkers: 2, ...limits(2) };

function appPlugins(): PluginOption[] {
  if (isVitest) return [];
  return [
    react(),
    shellPlugin(),
    recordParts(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // bridge/service-worker.ts registers it: an inline script would not pass the content security policy.
      injectRegister: null,
      manifest: webManifest(),
      includeManifestIcons: false,
      injectManifest: SERVICE_WORKER_BUILD.injectManifest,
      integration: SERVICE_WORKER_BUILD.integration,
      devOptions: { enabled: true, type: 'module' },
    }),
  ];
}

export default defineConfig({
  // Content pages (`*.md`) are modules in the app and in the tests alike.
  plugins: [contentPlugin(), appPlugins()],
  define: { __LANGUAGES__: JSON.stringify(LANGUAGES) },
  build: {
    target: BROWSERS,
    outDir: 'dist/app',
    emptyOutDir: true,
    sourcemap: false,
    license: LICENSES,
    // data: URLs are not in the content security policy.
    assetsInlineLimit: 0,
    // Every browser in the list preloads modules by itself.
    modulePreload: { polyfill: false },
    // Files import each other by names that stay, and the document says which file each name is in this build: a changed
    // file changes none that imports it.
    chunkImportMap: true,
    // For the prerendered lobby and the size budgets; server/tools/build.ts takes it out of the app's folder.
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // The names that stay are made of paths from here, wherever the build is started.
      cwd: ROOT,
      output: {
        // The service worker knows the first script by its name.
        entryFileNames: 'assets/app-[hash].js',
        comments: COMMENTS,
        codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups() },
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [lightSchemasPlugin()],
    // One file but for the outbox and what is implied: a worker that must first fetch its parts starts a round trip later.
    rolldownOptions: { output: { comments: COMMENTS } },
  },
  test: {
    projects: [
      {
        extends: true,
        test: { ...UNIT, name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], exclude: KEEP_STATE, isolate: false },
      },
      {
        extends: true,
        // A thread for each file starts sooner than a process for each.
        test: { ...UNIT, name: 'unit-alone', include: KEEP_STATE, pool: 'threads' },
      },
      {
        extends: true,
        test: { ...UNIT, name: 'sw', include: ['tests/sw/**/*.test.ts'] },
      },
      {
        extends: true,
        // Loading the platform anew for each file would take a third of all the time.
        test: { ...PLATFORM, name: 'platform', include: ['tests/platform/**/*.test.ts'], exclude: MOCKS_MODULES, isolate: false },
      },
      {
        extends: true,
        test: { ...PLATFORM, name: 'platform-alone', include: MOCKS_MODULES },
      },
    ],
  },
});

function testsWith(folder: string, words: string): readonly string[] {
  // Whoever only builds the app may have no tests.
  if (!isVitest) return [];
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.tsx?$/.test(file));
  return files.map((file) => join(folder, file)).filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(words));
}

/** How long one test and one hook may take, in minutes; the long run works on much larger counts. */
function limits(minutes: number): { testTimeout: number; hookTimeout: number; expect: { poll: { timeout: number } } } {
  const timeout = minutes * MINUTE_MS;
  return { testTimeout: isLongRun ? 30 * MINUTE_MS : timeout, hookTimeout: Math.max(timeout, MINUTE_MS), expect: { poll: { timeout: POLL_MS } } };
}
