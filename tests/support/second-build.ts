/**
 * A later version of the app: a real build of the same sources in which every file of code says which build it is, so
 * that all hashes, /app.js, /sw.js and the version differ. Made once, and again when the sources have changed.
 */
import { access, mkdtemp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { readFile } from 'node:fs/promises';
import { STAMP } from '../../server/tools/dist';
import { VITE_MANIFEST } from '../../server/tools/chunks';
import { buildKillSwitch } from '../../server/tools/kill-switch';
import { prerenderLobby } from '../../server/tools/prerender';
import { splitServiceWorker } from '../../server/tools/split-worker';
import { CACHE, ROOT } from './stages.mjs';

const BUILDS = join(CACHE, 'second-builds');

/** A page of the second build says so in `globalThis.ayoBuild`; one of the first says nothing. */
function mark(): Plugin {
  return {
    name: 'ayo-second-build',
    apply: 'build',
    renderChunk: (code) => ({ code: `${code}\n;globalThis.ayoBuild=2;`, map: null }),
  };
}

async function make(folder: string): Promise<void> {
  await build({
    root: ROOT,
    logLevel: 'silent',
    plugins: [mark()],
    worker: { plugins: () => [mark()] },
    build: { outDir: folder, emptyOutDir: true },
  });
  await splitServiceWorker(folder);
  await buildKillSwitch(folder);
  await prerenderLobby(folder, join(folder, VITE_MANIFEST));
}

const isThere = (path: string) => access(path).then(() => true, () => false);

/** The folder of the second build, beside what `npm run build` made (which must be there). */
export async function secondBuild(): Promise<string> {
  const madeFrom = (await readFile(STAMP, 'utf8')).trim();
  const folder = join(BUILDS, madeFrom);
  if (await isThere(folder)) return folder;
  await mkdir(BUILDS, { recursive: true });
  const work = await mkdtemp(join(CACHE, 'second-build-'));
  const before = process.env['NODE_ENV'];
  try {
    process.env['NODE_ENV'] = 'production';
    await make(work);
    for (const stale of await readdir(BUILDS)) await rm(join(BUILDS, stale), { recursive: true, force: true });
    await rename(work, folder);
  } finally {
    process.env['NODE_ENV'] = before;
    await rm(work, { recursive: true, force: true });
  }
  return folder;
}
