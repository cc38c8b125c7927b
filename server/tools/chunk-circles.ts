/** Chunks that import each other in a circle run in an order that nobody wrote down; some start with parts missing. */
import { readFile } from 'node:fs/promises';
import type { Manifest } from 'vite';

/** The first circle of static imports, as chunk keys from the first back to it; null when there is none. Pure. */
export function circleIn(manifest: Manifest): readonly string[] | null {
  const done = new Set<string>();
  const path: string[] = [];

  function visit(key: string): readonly string[] | null {
    if (done.has(key)) return null;
    const at = path.indexOf(key);
    if (at !== -1) return [...path.slice(at), key];
    path.push(key);
    for (const next of manifest[key]?.imports ?? []) {
      const found = visit(next);
      if (found !== null) return found;
    }
    path.pop();
    done.add(key);
    return null;
  }

  for (const key of Object.keys(manifest)) {
    const found = visit(key);
    if (found !== null) return found;
  }
  return null;
}

/** Rejects with one line that names the circle. */
export async function refuseCircles(manifestPath: string): Promise<void> {
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest;
  const circle = circleIn(manifest);
  if (circle === null) return;
  const names = circle.map((key) => manifest[key]?.name ?? key);
  throw new Error(`Chunks import each other in a circle: ${names.join(' -> ')}. See server/tools/chunk-groups.ts.`);
}
