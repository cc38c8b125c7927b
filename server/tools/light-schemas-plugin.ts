/** Replaces the library of schemas in workers, which have no room for zod in their budgets. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const LIGHT = fileURLToPath(new URL('../../src/core/light-schemas.ts', import.meta.url));

/** Makes the plugin for the build of one worker; Vite does not share plugins between the app and its workers. */
export function lightSchemasPlugin(): Plugin {
  return {
    name: 'ayo-light-schemas',
    enforce: 'pre',
    apply: 'build',
    // All modules of `src` and `sw` import the library from `src/core/zod.ts`.
    resolveId: { filter: { id: /^\.{1,2}\/(?:.+\/)?zod$/ }, handler: () => LIGHT },
  };
}
