/**
 * Takes the list of precached files out of the service worker's program. A deploy changes the list, and hardly ever the program,
 * which is not sent again because it is a file of its own, named by its hash.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Workbox writes this array of flat objects in the place of `self.__WB_MANIFEST`. */
const LIST = /\[\{"integrity":"[^\]]*\}\]/;
const LIST_NAME = 'self.__PRECACHED';

/**
 * Rewrites `sw.js` in the built app as the list and an `importScripts` of the program, which goes to `assets/`. Rejects when there
 * is no list, or more than one.
 */
export async function splitServiceWorker(appDir: string): Promise<void> {
  const path = join(appDir, 'sw.js');
  const script = await readFile(path, 'utf8');
  const [before, ...rest] = script.split(LIST);
  const list = LIST.exec(script)?.[0];
  if (list === undefined || before === undefined || rest.length !== 1) {
    throw new Error('The built sw.js has no list of precached files, or several.');
  }
  const program = `${before}${LIST_NAME}${rest.join('')}`;
  const hash = createHash('sha256').update(program).digest('base64url').slice(0, 8);
  const file = `assets/sw-${hash}.js`;
  await writeFile(join(appDir, file), program);
  await writeFile(path, `${LIST_NAME}=${list};importScripts("/${file}");\n`);
}

/** Returns the program that a split `sw.js` starts, as a path in the app's folder. */
export function programOf(serviceWorker: string): string {
  const file = /importScripts\("\/([^"]+)"\)/.exec(serviceWorker)?.[1];
  if (file === undefined) throw new Error('sw.js starts no program.');
  return file;
}
