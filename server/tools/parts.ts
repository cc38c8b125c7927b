/** The build's record of what stands in which file: Vite's manifest names no module of a file that several share. */
import { readFile } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Where the build leaves it in the app's folder; taken out with Vite's manifest. */
export const PARTS_RECORD = '.vite/parts.json';

/** Our modules by the file that they are in, both as addresses from the root: `assets/…` and `src/…`. */
export type Parts = ReadonlyMap<string, readonly string[]>;

const OURS = /^src\//;

/** Writes the record beside the manifest. */
export function recordParts(): Plugin {
  let root = '';
  const source = (id: string): string => {
    const path = id.split('?')[0] ?? '';
    return isAbsolute(path) ? relative(root, path).split(sep).join('/') : '';
  };
  return {
    name: 'ayo-parts',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((made) => (made.type === 'chunk' ? [made] : []));
      const parts = chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds.map(source).filter((id) => OURS.test(id))] as const);
      this.emitFile({ type: 'asset', fileName: PARTS_RECORD, source: JSON.stringify(Object.fromEntries(parts)) });
    },
  };
}

/** Rejects where there is no record. */
export async function readParts(path: string): Promise<Parts> {
  return new Map(Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, readonly string[]>));
}
