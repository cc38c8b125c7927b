/** The rules for chunks on a small app that is laid out like ours. */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCircle } from '../../../server/tools/chunk-circles';
import { RULE_PATTERNS, chunkGroups, hasWords } from '../../../server/tools/chunk-groups';
import { ROOT } from '../../../server/tools/dist';
import { PARTS_RECORD, readParts, recordParts } from '../../../server/tools/parts';

/** Each module does something that no bundler may leave out, and then what is asked of it. */
const module = (name: string, ...rest: string[]): string => [`globalThis.${name} = '${'x'.repeat(40)}';`, `export const ${name} = globalThis.${name};`, ...rest].join('\n');
const large = (name: string, bytes: number): string => module(name, `globalThis.more_${name} = '${name.repeat(Math.ceil(bytes / name.length))}';`);
const route = (page: string): string => `'${page}': () => import('../pages/${page}/Page')`;

const FILES: Readonly<Record<string, string>> = {
  'index.html': '<script type="module" src="/src/main.tsx"></script>',
  'src/main.tsx': "import { routes } from './app/routes'; void routes.games();",
  'src/app/routes.ts': `import '../core/catalogue'; export const routes = { ${['games', 'deposit', 'nin', 'terms', 'about-us', 'codes', 'admin'].map(route).join(', ')} }; globalThis.routes = routes;`,
  'src/core/catalogue.ts': module('catalogue'),
  'src/core/rules.ts': module('rules'),
  'src/core/banks.ts': module('banks'),
  'src/core/desk.ts': module('desk'),
  'src/bridge/index.ts': module('bridge'),
  'src/ui/article.ts': module('article'),
  'src/pages/games/Page.ts': module('games', "import './words';"),
  'src/pages/games/words.ts': module('gamesWords'),
  'src/pages/deposit/Page.ts': large('deposit', 11_000) + "\nimport '../../bridge'; import './words'; import '../../core/rules'; import '../../core/banks'; import '../shared/form'; globalThis.held = () => import('./Held');",
  'src/pages/deposit/words.ts': large('depositWords', 2_000),
  'src/pages/deposit/Held.ts': module('held'),
  'src/pages/nin/Page.ts': module('nin', "import '../../bridge'; import './words'; import '../../core/rules'; import '../shared/form';"),
  'src/pages/nin/words.ts': module('ninWords'),
  'src/pages/terms/Page.ts': module('terms', "import '../../ui/article'; import '../../content/terms';"),
  'src/content/terms.ts': large('termsText', 6_000),
  'src/content/terms.md': 'The text of this page.',
  'src/pages/about-us/Page.ts': module('aboutUs', "import '../../content/about-us';"),
  'src/content/about-us.ts': module('aboutUsText'),
  'src/content/about-us.md': 'The text of this page.',
  'src/pages/codes/Page.ts': module('codes', "import '../../ui/article';"),
  'src/pages/admin/Page.ts': module('admin', "globalThis.tab = () => import('./games/Tab');"),
  'src/pages/admin/games/Tab.ts': module('tab', "import './words'; import '../../../core/desk'; import '../../../core/rules';"),
  'src/pages/admin/games/words.ts': large('tabWords', 2_000),
  'src/pages/shared/form.ts': module('form'),
};

let root = '';
let nameOf: (source: string) => string = () => '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ayo-chunks-'));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await build({
    root, configFile: false, logLevel: 'silent', plugins: [recordParts()],
    build: { manifest: true, rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups(root) } } } },
  });
  const parts = [...(await readParts(join(root, 'dist', PARTS_RECORD)))];
  nameOf = (source) => parts.find(([, sources]) => sources.includes(source))?.[0].replace(/^assets\/(.+)-.{8}\.js$/, '$1') ?? 'nowhere';
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('the chunks of the app', () => {
  it('keep words apart from code, by the folder of a page, and small ones together', () => {
    expect(nameOf('src/pages/deposit/words.ts')).toBe('deposit-words');
    expect(nameOf('src/pages/nin/words.ts')).toBe('small-pages-words');
  });

  it('bring a page with all that is for it alone, and share what two pages need', () => {
    expect(nameOf('src/pages/deposit/Page.ts')).toBe('deposit');
    expect(nameOf('src/core/banks.ts')).toBe('deposit');
    expect(nameOf('src/core/rules.ts')).toBe('calls');
    expect(nameOf('src/pages/shared/form.ts')).toBe('shared');
  });

  it('hold small pages together, apart from pages with content, of which a large one is by itself', () => {
    expect(nameOf('src/pages/nin/Page.ts')).toBe('small-pages');
    expect(nameOf('src/pages/terms/Page.ts')).toBe('terms-text');
    expect(nameOf('src/content/terms.ts')).toBe('terms-text');
    expect(nameOf('src/pages/about-us/Page.ts')).toBe('small-texts');
    expect(nameOf('src/content/about-us.ts')).toBe('small-texts');
  });

  it('keep pages that never ask the platform, and what these share, apart from all that does', () => {
    expect(nameOf('src/pages/codes/Page.ts')).toBe('plain-pages');
    expect(nameOf('src/ui/article.ts')).toBe('plain');
  });

  it('leave to later what a page asks for when it is drawn', () => {
    expect(nameOf('src/pages/deposit/Held.ts')).toBe('deposit-later');
  });

  it("hold the operator's desk in one file, with its words and with what nobody else needs", () => {
    for (const source of ['src/pages/admin/games/Tab.ts', 'src/pages/admin/games/words.ts', 'src/core/desk.ts']) expect(nameOf(source)).toBe('operator');
  });

  it('do not import each other in a circle', async () => {
    expect(findCircle(JSON.parse(await readFile(join(root, 'dist/.vite/manifest.json'), 'utf8')))).toBeNull();
  });
});

describe('what the rules name', () => {
  it('is there in the app', async () => {
    const files = (await readdir(join(ROOT, 'src'), { recursive: true })).map((file) => `src/${file.split(sep).join('/')}`);
    expect(RULE_PATTERNS.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([]);
  });
});

describe('what has words', () => {
  it('is a section of the catalogue, a page of content, or the table of titles', () => {
    const sources = ['src/pages/nin/words.ts', 'src/app/layout/offer-words.ts', 'src/content/help/account/sign-in.md?meta', 'src/app/routes.ts', 'src/pages/nin/NinPage.tsx', 'src/core/words/catalogue.ts'];
    expect(sources.map(hasWords)).toEqual([true, true, true, true, false, false]);
  });
});
