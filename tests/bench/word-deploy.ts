/** The cost of a deploy that changed one word, for a player who has the app: the changed files of the precache and `sw.js`. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { compressedSize } from '../../server/tools/compress';
import { DIST, ROOT } from '../../server/tools/dist';
import { splitServiceWorker } from '../../server/tools/split-worker';

/** The files and folders that the app is built from. */
const SOURCES = ['src', 'sw', 'server', 'public', 'index.html', 'vite.config.ts', 'package.json', '.tsconfig.base.json', 'tsconfig.json'];
const APP = join(DIST, 'app');

export interface Deploy {
  readonly bytes: number;
  readonly files: readonly string[];
}

interface Entry {
  readonly url: string;
  readonly integrity: string;
}

async function precacheOf(appDir: string): Promise<Entry[]> {
  const list = /=(\[.*?\]);/s.exec(await readFile(join(appDir, 'sw.js'), 'utf8'))?.[1];
  if (list === undefined) throw new Error('sw.js has no list.');
  return JSON.parse(list) as Entry[];
}

/** A text between quotes with a space in it, and the front matter of a page of content. */
const TEXT = /(['`])(?:(?!\1)[^\n])*? (?:(?!\1)[^\n])*?\1/g;
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;
const WORD = /(?<![\w${./-])[a-z]{4,}(?![\w}./-])/;

const DESCRIPTION = /(?<=^description: ).*$/m;

/** What a module has of its file: everything, the text of a page of content, or the front matter of one. */
type Part = 'all' | 'text' | 'front matter';

function partOf(module: string): Part {
  if (module.endsWith('.md?meta')) return 'front matter';
  return module.endsWith('.md') ? 'text' : 'all';
}

/** Finds where a word may be changed, as beginnings and ends. */
function findSpans(source: string, part: Part): readonly (readonly [start: number, end: number])[] {
  if (part === 'text') return [[FRONT_MATTER.exec(source)?.[0].length ?? 0, source.length]];
  const texts = part === 'all' ? [...source.matchAll(TEXT)] : [DESCRIPTION.exec(source)].filter((text) => text !== null);
  return texts.map(({ 0: text, index }) => [index, index + text.length]);
}

/**
 * Changes the spelling of one word of a source: the first of a text between quotes, of a page of content, or of its description. Throws
 * for a source without such a text. It is pure.
 */
export function changeOneWord(source: string, part: Part): string {
  for (const [start, end] of findSpans(source, part)) {
    const word = WORD.exec(source.slice(start, end));
    if (word === null) continue;
    const index = start + word.index;
    return `${source.slice(0, index)}${word[0].slice(1)}${word[0].slice(0, 1)}x${source.slice(index + word[0].length)}`;
  }
  throw new Error('There is no word to change.');
}

/** Builds the app once more with one word of `module` changed, and compares the result with `dist`. */
export async function measureOneWord(module: string): Promise<Deploy> {
  const [file = ''] = module.split('?');
  const folder = await mkdtemp(join(tmpdir(), 'ayo-one-word-'));
  try {
    for (const source of SOURCES) await cp(join(ROOT, source), join(folder, source), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const path = join(folder, file);
    await writeFile(path, changeOneWord(await readFile(path, 'utf8'), partOf(module)));
    const outDir = join(folder, 'app');
    await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'silent', build: { outDir, emptyOutDir: true } });
    await splitServiceWorker(outDir);
    return await compare(outDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(nextApp: string): Promise<Deploy> {
  const formerEntries = new Set((await precacheOf(APP)).map(({ url, integrity }) => `${url} ${integrity}`));
  const changedEntries = (await precacheOf(nextApp)).filter(({ url, integrity }) => !formerEntries.has(`${url} ${integrity}`));
  const program = async (app: string) => /importScripts\("\/([^"]+)"\)/.exec(await readFile(join(app, 'sw.js'), 'utf8'))?.[1] ?? '';
  const files = ['sw.js', ...changedEntries.map(({ url }) => url)];
  if ((await program(APP)) !== (await program(nextApp))) files.push(await program(nextApp));
  const sizes = await Promise.all(files.map(async (file) => compressedSize(await readFile(join(nextApp, file)), extname(file))));
  return { bytes: sizes.reduce((sum, each) => sum + each, 0), files };
}
