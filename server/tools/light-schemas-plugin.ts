/** Replaces zod by `src/core/light-schemas.ts` in all scripts for browsers. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const LIGHT = fileURLToPath(new URL('../../src/core/light-schemas.ts', import.meta.url));

/** Makes the plugin for one build; Vite does not share plugins between the app and its workers. */
export function lightSchemasPlugin(): Plugin {
  return {
    name: 'ayo-light-schemas',
    enforce: 'pre',
    apply: 'build',
    resolveId: { filter: { id: /^zod\/mini$/ }, handler: () => LIGHT },
  };
}
