import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { contentTokens } from '../../src/core/brand.ts';
import { compileMarkdown } from './markdown.ts';

const MARKDOWN = /\.md(?:\?meta)?$/;

/**
 * Turns `import {meta, blocks} from './terms.md'` into data at build time; `./terms.md?meta` holds the front matter alone. A page
 * that can't be parsed fails the build with its path.
 */
export function contentPlugin(): Plugin {
  let root = '';
  return {
    name: 'ayo-content',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    async load(id) {
      if (!MARKDOWN.test(id)) return null;
      const file = id.replace(/\?meta$/, '');
      this.addWatchFile(file);
      const page = await compile(file, relative(root, file));
      const { sections, ...frontMatter } = page.meta;
      const meta = id === file ? { ...frontMatter, sections } : frontMatter;
      const code = `export const meta = ${JSON.stringify(meta)};\n${id === file ? `export const blocks = ${JSON.stringify(page.blocks)};\n` : ''}`;
      return { code, map: null, moduleSideEffects: false };
    },
  };
}

async function compile(file: string, displayPath: string) {
  const source = await readFile(file, 'utf8');
  try {
    return compileMarkdown(source, contentTokens());
  } catch (error) {
    throw new Error(`${displayPath}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
