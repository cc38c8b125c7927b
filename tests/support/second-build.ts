/**
 * A later version of the app: a real build of the same sources in which every file of code says which build it is, so
 * that all hashes, /app.js, /sw.js and the version differ. Made once, and again when the sources have changed.
 */
import { access, link, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STAMP } from '../../server/tools/dist';
import { CACHE, ROOT, runNode } from './stages.mjs';

const BUILDS = join(CACHE, 'second-builds');

/** In a process of its own: React is the one for production from its first import on, or it is not. */
async function make(folder: string): Promise<void> {
  const { code } = await runNode(['--import', 'tsx', join(ROOT, 'tests/support/make-second-build.ts'), folder], { NODE_ENV: 'production' });
  if (code !== 0) throw new Error('The second build failed.');
}

const isThere = (path: string) => access(path).then(() => true, () => false);

async function makeInto(folder: string): Promise<void> {
  const work = await mkdtemp(join(CACHE, 'second-build-'));
  try {
    await make(work);
    for (const stale of await readdir(BUILDS)) await rm(join(BUILDS, stale), { recursive: true, force: true });
    await rename(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const LOOK_MS = 200;
/** Whether the process that wrote its number into a lock is still there; one of before may have been killed. */
async function isHeld(lock: string): Promise<boolean> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** True for the one process that may build now. */
async function takeLock(lock: string): Promise<boolean> {
  if ((await isThere(lock)) && !(await isHeld(lock))) await rm(lock, { recursive: true, force: true });
  const mine = `${lock}.${process.pid}`;
  await writeFile(mine, String(process.pid));
  // Written first, then there at once: nobody reads half a number.
  const isTaken = await link(mine, lock).then(() => true, () => false);
  await rm(mine, { force: true });
  return isTaken;
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
