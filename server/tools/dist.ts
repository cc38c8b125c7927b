import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprintOf } from './inputs';

/** The project's folder. */
export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const DIST = join(ROOT, 'dist');
/** What imports what in `dist/app`, as Vite wrote it down. */
export const MANIFEST = join(DIST, 'manifest.json');
/** Which module is in which of its files. */
export const PARTS = join(DIST, 'parts.json');
/** The platform as one file. */
export const SERVER_BUNDLE = join(DIST, 'server/main.js');
/** Holds the fingerprint of what `dist` was made from; written last, so that a build that broke off is stale. */
export const STAMP = join(DIST, 'made-from');

/** Whether `dist` is missing or was made from something else than what is here now. */
export async function isStale(): Promise<boolean> {
  const made = await readFile(STAMP, 'utf8').catch(() => null);
  return made === null || made !== (await fingerprintOf(ROOT));
}
