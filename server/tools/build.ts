/**
 * `npm run build`: the app with its service worker and the platform, into `dist` (`--if-stale`: only when needed). The new
 * app is made beside the old one and takes its place at the end, so that a build that fails leaves what runs alone.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressTree } from './compress';
import { DIST, MANIFEST, PARTS, ROOT, SERVER_BUNDLE, STAMP, isStale } from './dist';
import { fingerprintOf } from './inputs';
import { VITE_MANIFEST } from './chunks';
import { refuseCircles } from './chunk-circles';
import { keepAssets } from './kept-assets';
import { buildKillSwitch } from './kill-switch';
import { PARTS_RECORD } from './parts';
import { refuseHoles } from './precache-holes';
import { prerenderLobby } from './prerender';
import { splitServiceWorker } from './split-worker';
import { closeToBudget, measureSizes, overBudget } from './sizes';

const APP = join(DIST, 'app');
const NEXT_APP = join(DIST, 'app.next');
const OLD_APP = join(DIST, 'app.old');

async function buildApp(): Promise<void> {
  await build({ root: ROOT, logLevel: 'warn', build: { outDir: NEXT_APP, emptyOutDir: true } });
  await rename(join(NEXT_APP, VITE_MANIFEST), MANIFEST);
  await rename(join(NEXT_APP, PARTS_RECORD), PARTS);
  await rm(join(NEXT_APP, dirname(VITE_MANIFEST)), { recursive: true });
}

/** One file for the platform, with its migrations; packages stay in node_modules. */
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
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
  });
  await cp(join(ROOT, 'server/db/migrations'), join(outDir, 'db/migrations'), { recursive: true });
}

async function swap(): Promise<void> {
  await rm(OLD_APP, { recursive: true, force: true });
  if (existsSync(APP)) await rename(APP, OLD_APP);
  await rename(NEXT_APP, APP);
  await rm(OLD_APP, { recursive: true, force: true });
}

/** Builds everything; rejects with one clear line when a part fails or a byte budget is exceeded. */
export async function buildAll(): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  const fingerprint = await fingerprintOf(ROOT);
  await mkdir(DIST, { recursive: true });
  await rm(STAMP, { force: true });
  await buildApp();
  await refuseCircles(MANIFEST);
  await splitServiceWorker(NEXT_APP);
  await refuseHoles(NEXT_APP, MANIFEST);
  await buildKillSwitch(NEXT_APP);
  await prerenderLobby(NEXT_APP, MANIFEST, PARTS);
  const sizes = await measureSizes(NEXT_APP, MANIFEST, PARTS);
  const over = overBudget(sizes);
  if (over.length > 0) throw new Error(`Too heavy:\n  ${over.join('\n  ')}`);
  const close = closeToBudget(sizes);
  if (close.length > 0) console.warn(`Close to the budget:\n  ${close.join('\n  ')}`);
  await compressTree(NEXT_APP);
  await keepAssets(DIST, APP, NEXT_APP);
  await buildServer(dirname(SERVER_BUNDLE));
  await swap();
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
