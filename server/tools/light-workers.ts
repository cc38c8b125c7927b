/** In the workers' scripts `src/core/light-schemas.ts` stands in for zod: with the library each would be over its budget. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const LIGHT = fileURLToPath(new URL('../../src/core/light-schemas.ts', import.meta.url));

/** One for each build: Vite does not share plugins between the app and its workers. */
export function lightSchemas(): Plugin {
  return {
    name: 'ayo-light-schemas',
    enforce: 'pre',
    apply: 'build',
    resolveId: { filter: { id: /^zod\/mini$/ }, handler: () => LIGHT },
  };
}
