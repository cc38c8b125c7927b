/** Refuses a precached file that imports one which is not, because its page would not open without a network. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { readJsonFile } from './json-file';
import { precachedFiles } from './sizes';

/**
 * Finds the first static import that leads out of the precache, as the two files; null when there is none. Pure.
 */
export function findHole(manifest: Manifest, precached: ReadonlySet<string>): readonly [from: string, to: string] | null {
  for (const { file, imports = [], css = [] } of Object.values(manifest)) {
    if (!precached.has(file)) continue;
    const importedFiles = [...imports.map((key) => manifest[key]?.file ?? key), ...css];
    const missing = importedFiles.find((each) => !precached.has(each));
    if (missing !== undefined) return [file, missing];
  }
  return null;
}

/** Rejects with one line that names both files. */
export async function refusePrecacheHoles(appDir: string, manifestPath: string): Promise<void> {
  const manifest = await readJsonFile<Manifest>(manifestPath);
  const precached = precachedFiles(await readFile(join(appDir, 'sw.js'), 'utf8'));
  const hole = findHole(manifest, new Set(precached));
  if (hole !== null) throw new Error(`${hole[0]} is precached and imports ${hole[1]}, which is not. See RARE in server/tools/chunk-groups.ts.`);
}
