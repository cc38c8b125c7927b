/** `tsx make-second-build.ts <folder>`: makes the second build (see second-build.ts) into an empty folder. */
import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { VITE_MANIFEST } from '../../server/tools/chunks';
import { PARTS_RECORD } from '../../server/tools/parts';
import { buildKillSwitch } from '../../server/tools/kill-switch';
import { prerenderPages } from '../../server/tools/prerender';
import { splitServiceWorker } from '../../server/tools/split-worker';
import { ROOT } from './stages.mjs';

/** Marks the second build: its pages set `globalThis.ayoBuild`, and those of the first do not. */
function markBuild(): Plugin {
  return {
    name: 'ayo-second-build',
    apply: 'build',
    renderChunk: (code) => ({ code: `${code}\n;globalThis.ayoBuild=2;`, map: null }),
  };
}

async function makeBuild(folder: string): Promise<void> {
  await build({
    root: ROOT,
    logLevel: 'silent',
    plugins: [markBuild()],
    worker: { plugins: () => [markBuild()] },
    build: { outDir: folder, emptyOutDir: true },
  });
  await splitServiceWorker(folder);
  await buildKillSwitch(folder);
  await prerenderPages(folder, join(folder, VITE_MANIFEST), join(folder, PARTS_RECORD));
}

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('Which folder?');
await makeBuild(folder);
