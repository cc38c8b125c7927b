/**
 * A later version of the app: a real build of the same sources in which every file of code says which build it is, so
 * that all hashes, /app.js, /sw.js and the version differ. Made once, and again when the sources have changed.
 */
import { access, mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
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

async function makeInto(folder: string): Promise<void> {
  const work = await mkdtemp(join(CACHE, 'second-build-'));
  const before = process.env['NODE_ENV'];
  try {
    process.env['NODE_ENV'] = 'production';
    await make(work);
    for (const stale of await readdir(BUILDS)) await rm(join(BUILDS, stale), { recursive: true, force: true });
    await rename(work, folder);
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
    await rm(work, { recursive: true, force: true });
  }
}

const LOOK_MS = 200;
/** A lock that is older was left by a process that is gone. */
const LOCK_LIMIT_MS = 60_000;

/** True for the one process that may build now. */
async function takeLock(lock: string): Promise<boolean> {
  const age = await stat(lock).then(({ mtimeMs }) => Date.now() - mtimeMs, () => 0);
  if (age > LOCK_LIMIT_MS) await rm(lock, { recursive: true, force: true });
  return mkdir(lock).then(() => true, () => false);
}

/** The folder of the second build, beside what `npm run build` made (which must be there). Several files of tests may ask at once. */
export async function secondBuild(): Promise<string> {
  const folder = join(BUILDS, (await readFile(STAMP, 'utf8')).trim());
  const lock = join(CACHE, 'second-build.lock');
  await mkdir(BUILDS, { recursive: true });
  while (!(await isThere(folder))) {
    if (!(await takeLock(lock))) {
      await new Promise((done) => setTimeout(done, LOOK_MS));
      continue;
    }
    try {
      if (!(await isThere(folder))) await makeInto(folder);
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
  return folder;
}
