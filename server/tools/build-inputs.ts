import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A build is made from these; a change in any of them makes it stale. */
const INPUTS = ['src', 'sw', 'server', 'public', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];

async function filesOf(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) return [];
  if (stats.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Makes a fingerprint of all inputs of a build by their content, so that a new clone or a touched file does not make a build stale.
 * It reads a few hundred small files in tens of milliseconds.
 */
export async function fingerprintOf(root: string): Promise<string> {
  const files = (await Promise.all(INPUTS.map((input) => filesOf(join(root, input))))).flat().sort();
  const hashes = await Promise.all(
    files.map(async (file) => `${file.slice(root.length)} ${createHash('sha256').update(await readFile(file)).digest('hex')}`),
  );
  return createHash('sha256').update(hashes.join('\n')).digest('hex');
}
