import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from './dist';

/** Builds the kill switch into `sw-off.js` of the app, in a build of its own, so that a bad deploy can't break it. */
export async function buildKillSwitch(appDir: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: appDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2020',
      rolldownOptions: {
        input: join(ROOT, 'sw/lifecycle/kill-switch.ts'),
        output: { format: 'iife', entryFileNames: 'sw-off.js', codeSplitting: false },
      },
    },
  });
}
