/**
 * A later version of the app: a real build of the same sources in which every file of code contains the number of its build, so
 * that all hashes, /app.js, /sw.js and the version differ. It is built once, and again after the sources have changed.
 */
import { access, link, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STAMP } from '../../server/tools/dist';
import { CACHE, ROOT, runNode } from './stages.mjs';

const BUILDS = join(CACHE, 'second-builds');

/** The build runs in a process of its own because React stays in the mode (production or not) of its first import. */
async function runBuild(folder: string): Promise<void> {
  const { code } = await runNode(['--import', 'tsx', join(ROOT, 'tests/support/make-second-build.ts'), folder], { NODE_ENV: 'production' });
  if (code !== 0) throw new Error('The second build failed.');
}

const exists = (path: string) => access(path).then(() => true, () => false);

async function buildInto(folder: string): Promise<void> {
  const work = await mkdtemp(join(CACHE, 'second-build-'));
  try {
    await runBuild(work);
    for (const stale of await readdir(BUILDS)) await rm(join(BUILDS, stale), { recursive: true, force: true });
    await rename(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const CHECK_INTERVAL_MS = 200;
/** Tells if the process whose number is in the lock still runs; an earlier one may have been killed. */
async function isLockHeld(lock: string): Promise<boolean> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns true to the one process that may build now. */
async function takeLock(lock: string): Promise<boolean> {
  if ((await exists(lock)) && !(await isLockHeld(lock))) await rm(lock, { recursive: true, force: true });
  const ownFile = `${lock}.${process.pid}`;
  await writeFile(ownFile, String(process.pid));
  // The number is written to a file of its own and then linked, so that nobody reads half a number.
  const isTaken = await link(ownFile, lock).then(() => true, () => false);
  await rm(ownFile, { force: true });
  return isTaken;
}

/**
 * Returns the folder of the second build, beside the result of `npm run build` (which must exist). Several test files may call
 * it at once.
 */
export async function secondBuild(): Promise<string> {
  const folder = join(BUILDS, (await readFile(STAMP, 'utf8')).trim());
  const lock = join(CACHE, 'second-build.lock');
  await mkdir(BUILDS, { recursive: true });
  while (!(await exists(folder))) {
    if (!(await takeLock(lock))) {
      await new Promise((done) => setTimeout(done, CHECK_INTERVAL_MS));
      continue;
    }
    try {
      if (!(await exists(folder))) await buildInto(folder);
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
  return folder;
}
