import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { compressedSize } from '../../../server/tools/compress';
import { PARTS_RECORD, readParts, recordParts } from '../../../server/tools/parts';
import { listNearBudget, measureSizes, measureWordDeploys, listOverBudget, readBudgets } from '../../../server/tools/sizes';
import type { Size } from '../../../server/tools/sizes';

const folders: string[] = [];

async function newFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ayo-sizes-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Text that packs to about so many bytes: two letters of a hash are one byte. The same each time. */
function text(name: string, bytes: number): string {
  const hash = (n: number) => createHash('sha256').update(`${name}${n}`).digest('hex');
  return Array.from({ length: Math.ceil(bytes / 32) }, (_, n) => hash(n)).join('').slice(0, bytes * 2);
}

async function packed(...sources: readonly string[]): Promise<number> {
  const sizes = await Promise.all(sources.map((source) => compressedSize(Buffer.from(source), '.js')));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Files that an app of these budgets has, beside the ones that a test is about. */
const BASE = {
  'lobby.html': '<p>lobby', 'index.html': '<p>shell', 'visit.html': '<body><div id="root"></div></body>', 'app.js': 'app()', 'assets/lobby.js': 'lobby()', 'assets/game.js': 'game()',
  'assets/help.js': text('help', 2_000), 'assets/forms.js': text('forms', 20_000), 'assets/hints.js': text('hints', 900),
  'assets/sync.worker-1.js': 'sync()', 'assets/slots.js': text('slots', 3_000), 'assets/themes.js': text('themes', 5_000),
  'assets/dice.js': text('dice', 2_000), 'cdn/games/one.svg': text('one', 700), 'cdn/games/two.svg': text('two', 800),
  'cdn/games/dice.svg': text('die', 600), 'sw.js': 'l=[{"url":"assets/sync.worker-1.js"}];importScripts("/program.js")', 'program.js': 'program()',
};
/** Two pages, the second with a long text. */
const documents = (words: number) => JSON.stringify({
  frames: ['<nav>Ayo</nav><!--page-->'],
  pages: [['/', '<h1>Games'], ['/terms', text('terms', words)]].map(([path, markup]) => ({
    name: path, paths: [path], title: '', description: '', isListed: true, frames: { guest: 0, player: 0, 'unknown-platform': 0 }, content: { markup, css: '' },
  })),
});
const LAZY = { isDynamicEntry: true };
/** Vite's words: a file of several modules has no source; `group` holds two pages and is the only one that imports `hints`. */
const MANIFEST = {
  'index.html': { file: 'app.js', src: 'index.html', isEntry: true, dynamicImports: ['src/pages/games/GamesPage.tsx', '_group.js'] },
  'src/pages/games/GamesPage.tsx': { file: 'assets/lobby.js', src: 'src/pages/games/GamesPage.tsx', ...LAZY },
  'src/pages/game/GamePage.tsx': { file: 'assets/game.js', src: 'src/pages/game/GamePage.tsx', imports: ['_forms.js'], ...LAZY },
  'src/pages/help/HelpPage.tsx': { file: 'assets/help.js', src: 'src/pages/help/HelpPage.tsx', imports: ['_forms.js'], ...LAZY },
  '_group.js': { file: 'assets/group.js', name: 'group', imports: ['_forms.js', '_hints.js'] },
  '_forms.js': { file: 'assets/forms.js', name: 'forms' },
  '_hints.js': { file: 'assets/hints.js', name: 'hints' },
  '_themes.js': { file: 'assets/themes.js', name: 'themes', imports: ['_slots.js', '_forms.js'] },
  '_slots.js': { file: 'assets/slots.js', name: 'slots' },
  'src/games/dice/Face.tsx': { file: 'assets/dice.js', src: 'src/games/dice/Face.tsx', imports: ['_forms.js'], ...LAZY },
};
const PARTS = {
  'app.js': ['src/main.tsx'],
  'assets/lobby.js': ['src/pages/games/GamesPage.tsx'],
  'assets/game.js': ['src/pages/game/GamePage.tsx'],
  'assets/help.js': ['src/pages/help/HelpPage.tsx'],
  'assets/group.js': ['src/pages/nin/NinPage.tsx', 'src/pages/terms/TermsPage.tsx', 'src/content/terms.ts'],
  'assets/forms.js': ['src/pages/shared/form/FormPage.tsx'],
  'assets/themes.js': ['src/games/one/Face.tsx', 'src/games/two/Face.tsx', 'src/games/one/art.ts'],
  'assets/dice.js': ['src/games/dice/Face.tsx'],
};

async function measure(group: string, terms = 500): Promise<readonly Size[]> {
  const app = await newFolder({ ...BASE, 'documents.json': documents(terms), 'assets/group.js': group, 'manifest.json': JSON.stringify(MANIFEST), 'parts.json': JSON.stringify(PARTS) });
  return measureSizes(app, join(app, 'manifest.json'), join(app, 'parts.json'));
}

const line = (sizes: readonly Size[], start: string) => sizes.find(({ name }) => name.trim().startsWith(start));

describe('the heaviest page', () => {
  it('may stand in a file with others, which counts whole, with what only that file needs', async () => {
    const group = text('group', 6_000);
    const { routeChunks } = await readBudgets();
    expect(line(await measure(group), 'heaviest page')).toEqual({
      name: "heaviest page's own chunks (group: 2 pages in one file)", bytes: await packed(group, BASE['assets/hints.js']), budget: routeChunks,
    });
  });

  it('stops the build when its file is over the budget', async () => {
    const { routeChunks = 0 } = await readBudgets();
    const over = listOverBudget(await measure(text('group', routeChunks + 500)));
    expect(over).toHaveLength(1);
    expect(over[0]).toContain('group: 2 pages in one file');
  });

  it('does not count what other pages need, too; that is a line of its own', async () => {
    const group = text('group', 6_000);
    const shared = line(await measure(group), 'a page with all that it shares');
    expect(shared?.bytes).toBe(await packed(group, BASE['assets/hints.js'], BASE['assets/forms.js']));
    expect(shared?.budget).toBeNull();
  });

  it('can be one with a file of its own', async () => {
    const sizes = await measure('tiny()');
    expect(line(sizes, 'heaviest page')?.name).toBe("heaviest page's own chunks (HelpPage)");
    expect(line(sizes, 'heaviest page')?.bytes).toBe(await packed(BASE['assets/help.js']));
  });
});

describe('the document of a page', () => {
  it('is weighed as the host sends it, and stops the build where it is over the budget', async () => {
    const { otherDocument: budget = 0 } = await readBudgets();
    const within = line(await measure('tiny()'), 'heaviest of the other documents');
    expect(within).toMatchObject({ name: 'heaviest of the other documents (/terms)', budget });
    expect(within?.bytes).toBeGreaterThan(500);
    const over = listOverBudget(await measure('tiny()', budget + 500));
    expect(over).toHaveLength(1);
    expect(over[0]).toContain('(/terms)');
  });
});

describe('a game', () => {
  it('is weighed with its art and all of the code that it shares with other games, and says so', async () => {
    const sizes = await measure(text('group', 100));
    const { embeddedGame } = await readBudgets();
    const code = await packed(BASE['assets/themes.js'], BASE['assets/slots.js']);
    const art = (game: 'one' | 'two') => compressedSize(Buffer.from(BASE[`cdn/games/${game}.svg`]), '.svg');
    expect(line(sizes, 'game one')).toEqual({ name: 'game one: its art and the code that 2 games share', bytes: code + (await art('one')), budget: embeddedGame });
    expect(line(sizes, 'game two')?.bytes).toBe(code + (await art('two')));
  });

  it('is not weighed with what its page has already', async () => {
    const dice = line(await measure(text('group', 100)), 'game dice');
    expect(dice?.name).toBe('game dice: its art and its code');
    expect(dice?.bytes).toBe((await packed(BASE['assets/dice.js'])) + (await compressedSize(Buffer.from(BASE['cdn/games/dice.svg']), '.svg')));
  });
});

describe('a budget', () => {
  const size = (bytes: number) => ({ name: 'part', bytes, budget: 1_000 });

  it('is warned of in its last twentieth, and exceeded above it', () => {
    expect(listNearBudget([size(950), size(951), size(1_000), size(1_001), { ...size(990), budget: null }])).toHaveLength(2);
    expect(listOverBudget([size(951), size(1_000), size(1_001)])).toEqual(['part: 1,001 bytes, the budget is 1,000']);
  });
});

describe('a deploy of one word', () => {
  const FILES = { 'src/pages/nin/words.ts': 'assets/nin-words.js', 'src/core/time-words.ts': 'assets/first-words.js', 'src/pages/nin/NinPage.tsx': 'assets/nin.js', 'src/pages/admin/desk/words.ts': 'assets/operator.js' };
  const LIST = `l=[${Object.values(FILES).slice(0, 3).map((url) => `{"url":"${url}"}`).join()}];importScripts("/program.js")`;

  it('sends the files that hold the word, the document and the list; dearest first, and none that is not precached', async () => {
    const parts = Object.fromEntries(Object.entries(FILES).map(([source, file]) => [file, [source]]));
    const words = { nin: text('nin', 2_000), first: text('first', 3_000) };
    const app = await newFolder({
      ...BASE, 'sw.js': LIST, 'index.html': text('document', 1_000), 'assets/nin-words.js': words.nin, 'assets/first-words.js': words.first,
      'manifest.json': JSON.stringify(MANIFEST), 'parts.json': JSON.stringify(parts),
    });
    const lists = (await compressedSize(Buffer.from(LIST), '.js')) + (await compressedSize(Buffer.from(text('document', 1_000)), '.html'));
    const { oneWordDeploy } = await readBudgets();
    expect(await measureWordDeploys(app, join(app, 'manifest.json'), join(app, 'parts.json'))).toEqual([
      { name: 'src/core/time-words.ts', bytes: lists + (await packed(words.first)), budget: oneWordDeploy },
      { name: 'src/pages/nin/words.ts', bytes: lists + (await packed(words.nin)), budget: oneWordDeploy },
    ]);
  });

  it('stops the build when one is over the budget', async () => {
    const app = await newFolder({
      ...BASE, 'documents.json': documents(500), 'assets/sync.worker-1.js': 'sync()', 'assets/terms.js': text('terms', 13_000), 'assets/group.js': 'tiny()',
      'sw.js': 'l=[{"url":"assets/sync.worker-1.js"},{"url":"assets/terms.js"}];importScripts("/program.js")',
      'manifest.json': JSON.stringify(MANIFEST), 'parts.json': JSON.stringify({ ...PARTS, 'assets/terms.js': ['src/content/terms.md'] }),
    });
    const over = listOverBudget(await measureSizes(app, join(app, 'manifest.json'), join(app, 'parts.json')));
    expect(over).toHaveLength(1);
    expect(over[0]).toMatch(/^a word of src\/content\/terms\.md, deployed: /);
  });
});

describe('the record of parts', () => {
  it('names every module of a file that several share', async () => {
    const root = await newFolder({
      'index.html': '<script type="module" src="/src/main.ts"></script>',
      'src/main.ts': "void import('./a').then(({ a }) => a()); void import('./b').then(({ b }) => b());",
      'src/a.ts': "export const a = () => console.log('a');", 'src/b.ts': "export const b = () => console.log('b');",
    });
    await build({
      root, configFile: false, logLevel: 'silent', plugins: [recordParts()],
      build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'both', test: /[\\/]src[\\/][ab]\.ts$/ }] } } } },
    });
    const parts = await readParts(join(root, 'dist', PARTS_RECORD));
    const both = [...parts].find(([file]) => file.startsWith('assets/both-'));
    expect(both?.[1].toSorted()).toEqual(['src/a.ts', 'src/b.ts']);
    expect(await readFile(join(root, 'dist', both?.[0] ?? ''), 'utf8')).toContain('console.log');
  });
});
