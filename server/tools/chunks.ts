/** Reads the build's own records of what imports what (Vite's manifest) and of which module is where (parts). */
import { readFile } from 'node:fs/promises';
import type { Manifest, ManifestChunk } from 'vite';
import { readParts } from './parts';

/** Where Vite leaves it in the app's folder; the build moves it out, so that no host serves it. */
export const VITE_MANIFEST = '.vite/manifest.json';

/** Libraries' chunks by name, as `vite.config.ts` groups them. */
const LIBRARY_CHUNKS = new Set(['lib', 'rolldown-runtime']);

export interface Chunks {
  readonly entry: ManifestChunk;
  /** The chunk that a module is in. Throws for one that is in none. */
  ofSource(source: string): ManifestChunk;
  readonly all: readonly ManifestChunk[];
  /** A chunk and everything that it imports statically, each once, the chunk last. */
  closure(chunk: ManifestChunk): readonly ManifestChunk[];
}

export const isLibrary = (chunk: ManifestChunk): boolean => LIBRARY_CHUNKS.has(chunk.name ?? '');

export async function readChunks(manifestPath: string, partsPath: string): Promise<Chunks> {
  const parts = await readParts(partsPath);
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest;

  function need(key: string): ManifestChunk {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${manifestPath} knows no chunk of ${key}.`);
    return chunk;
  }

  function ofSource(source: string): ManifestChunk {
    const found = Object.values(manifest).find(({ file }) => parts.get(file)?.includes(source) === true);
    if (found === undefined) throw new Error(`No file of the app holds ${source}.`);
    return found;
  }

  function closure(chunk: ManifestChunk): readonly ManifestChunk[] {
    const seen = new Set<ManifestChunk>();
    const visited = new Set<ManifestChunk>();
    const visit = (at: ManifestChunk): void => {
      if (visited.has(at)) return;
      visited.add(at);
      for (const key of at.imports ?? []) visit(need(key));
      seen.add(at);
    };
    visit(chunk);
    return [...seen];
  }

  return {
    entry: need('index.html'),
    ofSource,
    all: Object.values(manifest),
    closure,
  };
}
