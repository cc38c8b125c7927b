import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprintOf } from './build-inputs.ts';

/** The project's folder. */
export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const DIST = join(ROOT, 'dist');
/** The file with the pages as the build drew them. The host reads it, and serves it to nobody. */
export const DOCUMENTS = 'documents.json';
/** Vite's manifest: which file of `dist/app` imports which. */
export const MANIFEST = join(DIST, 'manifest.json');
/** The record of the modules in each file. */
export const PARTS = join(DIST, 'parts.json');
/** The platform as one file. */
export const SERVER_BUNDLE = join(DIST, 'server/main.js');
/** Holds the fingerprint of the sources of `dist`. It is written last, so that a build that broke off is stale. */
export const STAMP = join(DIST, 'made-from');

/** Says whether `dist` is missing or was built from other sources than the current ones. */
export async function isStale(): Promise<boolean> {
  const builtFrom = await readFile(STAMP, 'utf8').catch(() => null);
  return builtFrom === null || builtFrom !== (await fingerprintOf(ROOT));
}
