/** Builds the hello app of this stack, which repeat visits are compared with. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../../server/tools/dist';
import { startFileServer } from './net/file-server';
import type { FileServer } from './net/file-server';

const SOURCE = join(ROOT, 'tests/bench/hello');

async function precacheList(folder: string): Promise<{ url: string; revision: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(entries.filter((entry) => entry.isFile()).map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    const revision = createHash('sha256').update(await readFile(path)).digest('hex').slice(0, 16);
    return { url: path.slice(folder.length), revision };
  }));
}

/** Builds into a temporary folder and serves it; `close` removes the folder. */
export async function startHello(): Promise<FileServer> {
  const outDir = await mkdtemp(join(tmpdir(), 'ayo-hello-'));
  const common = { configFile: false, logLevel: 'silent', mode: 'production' } as const;
  await build({ ...common, root: SOURCE, build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } } });
  const files = await precacheList(outDir);
  await build({
    ...common,
    root: SOURCE,
    publicDir: false,
    define: { HELLO_FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: { outDir, emptyOutDir: false, lib: { entry: join(SOURCE, 'sw.ts'), formats: ['iife'], name: 'hello', fileName: () => 'sw.js' } },
  });
  const server = await startFileServer(outDir);
  return {
    ...server,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
