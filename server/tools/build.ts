/**
 * `npm run build` builds the app with its service worker and the platform into `dist` (with `--if-stale` only when needed). The new
 * app is made beside the old one and takes its place at the end, so that a failed build does not disturb a running Ayo.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressTree } from './compress';
import { DIST, MANIFEST, PARTS, ROOT, SERVER_BUNDLE, STAMP, isStale } from './dist';
import { fingerprintOf } from './build-inputs';
import { VITE_MANIFEST } from './chunks';
import { refuseCircles } from './chunk-circles';
import { LICENSES_FILE, appendPlatformLicenses } from './platform-licenses';
import { keepPreviousAssets } from './previous-assets';
import { buildKillSwitch } from './kill-switch';
import { PARTS_RECORD } from './parts';
import { refusePrecacheHoles } from './precache-holes';
import { prerenderPages } from './prerender';
import { splitServiceWorker } from './split-worker';
import { listNearBudget, measureSizes, listOverBudget } from './sizes';

const APP = join(DIST, 'app');
const NEXT_APP = join(DIST, 'app.next');
const OLD_APP = join(DIST, 'app.old');

async function buildApp(): Promise<void> {
  await build({ root: ROOT, logLevel: 'warn', build: { outDir: NEXT_APP, emptyOutDir: true } });
  await rename(join(NEXT_APP, VITE_MANIFEST), MANIFEST);
  await rename(join(NEXT_APP, PARTS_RECORD), PARTS);
  await rm(join(NEXT_APP, dirname(VITE_MANIFEST)), { recursive: true });
}

/** Builds the platform beside its migrations, into a first file and what it imports once it may; packages stay in node_modules. */
export async function buildServer(outDir: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(ROOT, 'server/main.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' } },
    },
  });
  await cp(join(ROOT, 'server/db/migrations'), join(outDir, 'db/migrations'), { recursive: true });
}

async function replaceApp(): Promise<void> {
  await rm(OLD_APP, { recursive: true, force: true });
  if (existsSync(APP)) await rename(APP, OLD_APP);
  await rename(NEXT_APP, APP);
  await rm(OLD_APP, { recursive: true, force: true });
}

/** Builds everything; rejects with one clear line when a part fails or is over its byte budget. */
export async function buildAll(): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  const fingerprint = await fingerprintOf(ROOT);
  await mkdir(DIST, { recursive: true });
  await rm(STAMP, { force: true });
  await buildApp();
  await refuseCircles(MANIFEST);
  await splitServiceWorker(NEXT_APP);
  await refusePrecacheHoles(NEXT_APP, MANIFEST);
  await buildKillSwitch(NEXT_APP);
  await prerenderPages(NEXT_APP, MANIFEST, PARTS);
  const sizes = await measureSizes(NEXT_APP, MANIFEST, PARTS);
  const oversized = listOverBudget(sizes);
  if (oversized.length > 0) throw new Error(`Too heavy:\n  ${oversized.join('\n  ')}`);
  const nearBudget = listNearBudget(sizes);
  if (nearBudget.length > 0) console.warn(`Close to the budget:\n  ${nearBudget.join('\n  ')}`);
  await buildServer(dirname(SERVER_BUNDLE));
  await appendPlatformLicenses(ROOT, SERVER_BUNDLE, join(NEXT_APP, LICENSES_FILE));
  await compressTree(NEXT_APP);
  await keepPreviousAssets(DIST, APP, NEXT_APP);
  await replaceApp();
  await writeFile(STAMP, fingerprint);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    if (!process.argv.includes('--if-stale') || (await isStale())) await buildAll();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
