import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from './stages.mjs';

/** The commands' files in `server/tools`. */
const COMMANDS = [
  'backup', 'check-ledger', 'confirm-admin', 'doctor', 'games-stream', 'promotion-costs', 'reconcile', 'rehearse-backup', 'reset-second-factor', 'restore', 'restore-admin', 'rotate-secret',
  'verify-audit',
];

/** Builds the operator's commands into a folder, each as `NAME.js`: tests start them often, and from TypeScript a start takes up to two seconds. */
export async function buildCommands(outDir: string): Promise<void> {
  const input = Object.fromEntries(COMMANDS.map((name) => [name, join(ROOT, 'server/tools', `${name}.ts`)]));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      // What several commands share stands beside them, so that it finds the migrations from where it is.
      rolldownOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  });
}
