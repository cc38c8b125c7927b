/** Reads the build's records: which chunk imports which (Vite's manifest), and which module is in which file (parts). */
import type { Manifest, ManifestChunk } from 'vite';
import { readJsonFile } from './json-file';
import { readParts } from './parts';

/** Vite writes its manifest here in the app's folder; the build moves it out, so that no host serves it. */
export const VITE_MANIFEST = '.vite/manifest.json';

/** The names of chunks with libraries, as `chunk-groups.ts` names them. */
const LIBRARY_CHUNKS = new Set(['lib', 'rolldown-runtime']);

export interface Chunks {
  readonly entry: ManifestChunk;
  /** Returns the chunk that a module is in. Throws for one that is in none. */
  chunkOfSource(source: string): ManifestChunk;
  readonly all: readonly ManifestChunk[];
  /** Lists a chunk and all that it imports statically, each once, the chunk last. */
  listClosure(chunk: ManifestChunk): readonly ManifestChunk[];
}

export const isLibrary = (chunk: ManifestChunk): boolean => LIBRARY_CHUNKS.has(chunk.name ?? '');

export async function readChunks(manifestPath: string, partsPath: string): Promise<Chunks> {
  const parts = await readParts(partsPath);
  const manifest = await readJsonFile<Manifest>(manifestPath);

  function requireChunk(key: string): ManifestChunk {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${manifestPath} knows no chunk of ${key}.`);
    return chunk;
  }

  function chunkOfSource(source: string): ManifestChunk {
    const chunk = Object.values(manifest).find(({ file }) => parts.get(file)?.includes(source) === true);
    if (chunk === undefined) throw new Error(`No file of the app holds ${source}.`);
    return chunk;
  }

  function listClosure(chunk: ManifestChunk): readonly ManifestChunk[] {
    const orderedChunks = new Set<ManifestChunk>();
    const visited = new Set<ManifestChunk>();
    const visit = (current: ManifestChunk): void => {
      if (visited.has(current)) return;
      visited.add(current);
      for (const key of current.imports ?? []) visit(requireChunk(key));
      orderedChunks.add(current);
    };
    visit(chunk);
    return [...orderedChunks];
  }

  return {
    entry: requireChunk('index.html'),
    chunkOfSource,
    all: Object.values(manifest),
    listClosure,
  };
}
