/** Refuses chunks that import each other in a circle: the order in which they run is undefined, and some start with parts missing. */
import type { Manifest } from 'vite';
import { readJsonFile } from './json-file';

/** Finds the first circle of static imports, as chunk keys from the first back to it; null when there is none. Pure. */
export function findCircle(manifest: Manifest): readonly string[] | null {
  const visitedKeys = new Set<string>();
  const path: string[] = [];

  function visit(key: string): readonly string[] | null {
    if (visitedKeys.has(key)) return null;
    const index = path.indexOf(key);
    if (index !== -1) return [...path.slice(index), key];
    path.push(key);
    for (const next of manifest[key]?.imports ?? []) {
      const circle = visit(next);
      if (circle !== null) return circle;
    }
    path.pop();
    visitedKeys.add(key);
    return null;
  }

  for (const key of Object.keys(manifest)) {
    const circle = visit(key);
    if (circle !== null) return circle;
  }
  return null;
}

/** Rejects with one line that names the circle. */
export async function refuseCircles(manifestPath: string): Promise<void> {
  const manifest = await readJsonFile<Manifest>(manifestPath);
  const circle = findCircle(manifest);
  if (circle === null) return;
  const names = circle.map((key) => manifest[key]?.name ?? key);
  throw new Error(`Chunks import each other in a circle: ${names.join(' -> ')}. See server/tools/chunk-groups.ts.`);
}
