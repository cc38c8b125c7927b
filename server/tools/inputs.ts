import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a build is made from; a change in any of it makes the build stale. */
const INPUTS = ['src', 'sw', 'server', 'public', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/**
 * A fingerprint of everything a build is made from, by content: a fresh clone or a touched file does not make a good build
 * stale. A few hundred small files; tens of milliseconds.
 */
export async function fingerprintOf(root: string): Promise<string> {
  const files = (await Promise.all(INPUTS.map((input) => filesOf(join(root, input))))).flat().sort();
  const hashes = await Promise.all(
    files.map(async (file) => `${file.slice(root.length)} ${createHash('sha256').update(await readFile(file)).digest('hex')}`),
  );
  return createHash('sha256').update(hashes.join('\n')).digest('hex');
}
