/** Records which modules are in which file of the build, because Vite's manifest does not name modules that share a file. */
import { isAbsolute, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { readJsonFile } from './json-file.ts';

/** The build writes the record here in the app's folder, and moves it out together with Vite's manifest. */
export const PARTS_RECORD = '.vite/parts.json';

/** Our modules by the file that they are in; both are paths from the root: `src/…` and `assets/…`. */
export type Parts = ReadonlyMap<string, readonly string[]>;

const OURS = /^src\//;

/** Writes the record beside the manifest. */
export function recordParts(): Plugin {
  let root = '';
  const source = (id: string): string => {
    // The front matter of a content page may be in another file than its text.
    const path = id.endsWith('.md?meta') ? id : id.split('?')[0] ?? '';
    return isAbsolute(path) ? relative(root, path).split(sep).join('/') : '';
  };
  return {
    name: 'ayo-parts',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [output] : []));
      const parts = chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds.map(source).filter((id) => OURS.test(id))] as const);
      this.emitFile({ type: 'asset', fileName: PARTS_RECORD, source: JSON.stringify(Object.fromEntries(parts)) });
    },
  };
}

/** Rejects where there is no record. */
export async function readParts(path: string): Promise<Parts> {
  return new Map(Object.entries(await readJsonFile<Record<string, readonly string[]>>(path)));
}
