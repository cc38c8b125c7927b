/** Reads the build's own record of what imports what (Vite's manifest). */
import { readFile } from 'node:fs/promises';
import type { Manifest, ManifestChunk } from 'vite';

/** Where Vite leaves it in the app's folder; the build moves it out, so that no host serves it. */
export const VITE_MANIFEST = '.vite/manifest.json';

/** Libraries' chunks by name, as `vite.config.ts` groups them. */
const LIBRARY_CHUNKS = new Set(['lib', 'rolldown-runtime']);

export interface Chunks {
  readonly entry: ManifestChunk;
  /** Throws for a source that has no chunk of its own. */
  ofSource(source: string): ManifestChunk;
  readonly all: readonly ManifestChunk[];
  /** A chunk and everything that it imports statically, each once, the chunk last. */
  closure(chunk: ManifestChunk): readonly ManifestChunk[];
}

export const isLibrary = (chunk: ManifestChunk): boolean => LIBRARY_CHUNKS.has(chunk.name ?? '');

export async function readChunks(manifestPath: string): Promise<Chunks> {
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest;

  function need(key: string): ManifestChunk {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${manifestPath} knows no chunk of ${key}.`);
    return chunk;
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
    ofSource: need,
    all: Object.values(manifest),
    closure,
  };
}
