/** `tsx make-second-build.ts <folder>`: makes the second build (see second-build.ts) into an empty folder. */
import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { VITE_MANIFEST } from '../../server/tools/chunks';
import { PARTS_RECORD } from '../../server/tools/parts';
import { buildKillSwitch } from '../../server/tools/kill-switch';
import { prerenderLobby } from '../../server/tools/prerender';
import { splitServiceWorker } from '../../server/tools/split-worker';
import { ROOT } from './stages.mjs';

/** A page of the second build says so in `globalThis.ayoBuild`; one of the first says nothing. */
function mark(): Plugin {
  return {
    name: 'ayo-second-build',
    apply: 'build',
    renderChunk: (code) => ({ code: `${code}\n;globalThis.ayoBuild=2;`, map: null }),
  };
}

async function make(folder: string): Promise<void> {
  await build({
    root: ROOT,
    logLevel: 'silent',
    plugins: [mark()],
    worker: { plugins: () => [mark()] },
    build: { outDir: folder, emptyOutDir: true },
  });
  await splitServiceWorker(folder);
  await buildKillSwitch(folder);
  await prerenderLobby(folder, join(folder, VITE_MANIFEST), join(folder, PARTS_RECORD));
}

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('Which folder?');
await make(folder);
