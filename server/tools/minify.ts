/**
 * What makes the scripts small. Slower than the bundler's own, and over all of them smaller by the size of a page, which
 * every player pays for.
 */
import { minify } from 'terser';
import type { MinifyOptions } from 'terser';
import type { Plugin } from 'vite';

export const TERSER = { ecma: 2020, module: true, compress: { passes: 3 }, format: { comments: false } } satisfies MinifyOptions;

/** For the workers' scripts: Vite makes them small by the bundler's own means or not at all. */
export function minifyWorker(): Plugin {
  return {
    name: 'ayo-minify-worker',
    apply: 'build',
    async renderChunk(code) {
      const { code: small } = await minify(code, TERSER);
      return small === undefined ? null : { code: small, map: null };
    },
  };
}
