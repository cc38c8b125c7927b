/** What a precached file imports must be precached, too: with the network gone the page would not open. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { precachedFiles } from './sizes';

/**
 * The first static import that leads out of the precache, as files from and to; null when there is none. Pure.
 */
export function holeIn(manifest: Manifest, precached: ReadonlySet<string>): readonly [from: string, to: string] | null {
  for (const { file, imports = [], css = [] } of Object.values(manifest)) {
    if (!precached.has(file)) continue;
    const needed = [...imports.map((key) => manifest[key]?.file ?? key), ...css];
    const missing = needed.find((each) => !precached.has(each));
    if (missing !== undefined) return [file, missing];
  }
  return null;
}

/** Rejects with one line that names both files. */
export async function refuseHoles(appDir: string, manifestPath: string): Promise<void> {
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest;
  const precached = precachedFiles(await readFile(join(appDir, 'sw.js'), 'utf8'));
  const hole = holeIn(manifest, new Set(precached));
  if (hole !== null) throw new Error(`${hole[0]} is precached and imports ${hole[1]}, which is not. See RARE in server/tools/chunk-groups.ts.`);
}
