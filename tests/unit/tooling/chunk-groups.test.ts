/** The rules for chunks on a small app that is laid out like ours. */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
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
  'src/app/routes.ts': `import '../core/catalogue'; export const routes = { ${['games', 'deposit', 'nin', 'profile', 'promo', 'help', 'sign-in', 'terms', 'about-us', 'codes', 'admin'].map(route).join(', ')} }; globalThis.routes = routes;`,
  'src/core/catalogue.ts': module('catalogue'),
  'src/core/rules.ts': module('rules'),
  'src/core/banks.ts': module('banks'),
  'src/core/desk.ts': module('desk'),
  'src/bridge/index.ts': module('bridge'),
  'src/ui/article.ts': module('article'),
  'src/pages/games/Page.ts': module('games', "import './words';"),
  'src/pages/games/words.ts': module('gamesWords'),
  'src/pages/deposit/Page.ts': large('deposit', 61_000) + "\nimport '../../bridge'; import './words'; import '../../core/rules'; import '../../core/banks'; import '../shared/form'; globalThis.held = () => import('./Held');",
  'src/pages/deposit/words.ts': large('depositWords', 24_000),
  'src/pages/deposit/Held.ts': module('held'),
  'src/pages/nin/Page.ts': module('nin', `import '../../bridge'; import './words'; import '../../core/rules'; import '../shared/form'; globalThis.faces = [${['dice', 'mines', 'adire'].map((game) => `() => import('../../games/${game}/Face.tsx')`).join(', ')}];`),
  'src/pages/nin/words.ts': module('ninWords'),
  'src/pages/profile/Page.ts': module('profile', "import '../../bridge'; import '../../core/contract/promotions'; import './words';"),
  'src/pages/profile/words.ts': module('profileWords'),
  'src/pages/promo/Page.ts': module('promo', "import './words';"),
  'src/pages/promo/words.ts': module('promoWords', "import '../../core/contract/promotions';"),
  'src/core/contract/promotions.ts': module('promotions'),
  'src/pages/sign-in/Page.ts': module('signIn', "import '../../bridge'; import '../../core/contract/promotions';"),
  'src/pages/help/Page.ts': module('helpPage', "import '../../content/help';"),
  'src/pages/terms/Page.ts': module('terms', "import '../../ui/article'; import '../../content/terms.md';"),
  'src/content/terms.md': large('termsText', 24_000),
  'src/pages/about-us/Page.ts': module('aboutUs', "import '../../content/about-us.md';"),
  'src/content/about-us.md': module('aboutUsText'),
  'src/content/help.ts': module('help', "import './help/account/sign-in.md?meta'; globalThis.texts = () => import('./help-texts');"),
  'src/content/help-texts.ts': module('helpTexts', "import './help/account/sign-in.md'; import './help/bonuses/wagering.md';"),
  'src/content/help/account/sign-in.md': module('signInText'),
  'src/content/help/bonuses/wagering.md': module('wageringText'),
  'src/pages/codes/Page.ts': module('codes', "import '../../ui/article';"),
  'src/pages/admin/Page.ts': module('admin', "globalThis.tab = () => import('./games/Tab');"),
  'src/pages/admin/games/Tab.ts': module('tab', "import './words'; import '../../../core/desk'; import '../../../core/rules';"),
  'src/pages/admin/games/words.ts': large('tabWords', 2_000),
  'src/pages/shared/form.ts': module('form'),
  'src/games/face.ts': module('faceKinds'),
  'src/games/dice/Face.tsx': module('dice', "import '../face';"),
  'src/games/mines/Face.tsx': module('mines', "import '../face';"),
  'src/games/slots/reels.ts': module('reels'),
  'src/games/adire/Face.tsx': module('adire', "import '../slots/reels'; import './art';"),
  'src/games/adire/art.ts': module('art'),
};

/** Markdown of the test is JavaScript already. */
const markdown: Plugin = { name: 'markdown', enforce: 'pre', load: (id) => (/\.md(\?meta)?$/.test(id) ? readFile(id.replace('?meta', ''), 'utf8') : null) };

let root = '';
let nameOf: (source: string) => string = () => '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ayo-chunks-'));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await build({
    root, configFile: false, logLevel: 'silent', plugins: [markdown, recordParts()],
    build: { manifest: true, rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups(root) } } } },
  });
  const parts = [...(await readParts(join(root, 'dist', PARTS_RECORD)))];
  nameOf = (source) => parts.find(([, sources]) => sources.includes(source))?.[0].replace(/^assets\/(.+)-.{8}\.js$/, '$1') ?? 'nowhere';
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('the chunks of the app', () => {
  it('keep words apart from code, those of small folders together', () => {
    expect(nameOf('src/pages/deposit/words.ts')).toBe('pages-deposit-words');
    expect(nameOf('src/pages/nin/words.ts')).toBe('pages-games-words');
    expect(nameOf('src/pages/profile/words.ts')).toBe('pages-games-words');
  });

  it('keep words that need calls of the platform apart from the others', () => {
    expect(nameOf('src/pages/promo/words.ts')).toBe('calls-words');
  });

  it('bring a page with all that is for it alone, and share what two pages need', () => {
    expect(nameOf('src/pages/deposit/Page.ts')).toBe('page-deposit');
    expect(nameOf('src/core/banks.ts')).toBe('page-deposit');
    expect(nameOf('src/core/rules.ts')).toBe('calls');
    expect(nameOf('src/pages/shared/form.ts')).toBe('shared');
  });

  it('hold the pages of small folders together', () => {
    expect(nameOf('src/pages/nin/Page.ts')).toBe('page-help');
    expect(nameOf('src/pages/profile/Page.ts')).toBe('page-help');
  });

  it('keep small texts together, those of the help centre by themselves, and apart from them the pages that show them', () => {
    expect(nameOf('src/content/terms.md')).toBe('text-terms-words');
    expect(nameOf('src/pages/terms/Page.ts')).toBe('page-terms');
    expect(nameOf('src/content/about-us.md')).toBe('text-about-us-words');
    expect(nameOf('src/pages/about-us/Page.ts')).toBe('page-about-us');
    for (const source of ['src/content/help/account/sign-in.md', 'src/content/help/bonuses/wagering.md']) expect(nameOf(source)).toBe('help-account-words');
    expect(nameOf('src/content/help/account/sign-in.md?meta')).toBe('help-index');
    expect(nameOf('src/pages/help/Page.ts')).toBe('page-help');
  });

  it('keep pages that never ask the platform, and what these share, apart from all that does', () => {
    expect(nameOf('src/pages/codes/Page.ts')).toBe('plain-pages');
    expect(nameOf('src/ui/article.ts')).toBe('plain');
  });

  it('put slots with what all slots share, and other games together', () => {
    expect(nameOf('src/games/face.ts')).toBe('games');
    expect(nameOf('src/games/adire/Face.tsx')).toBe('slots');
    expect(nameOf('src/games/adire/art.ts')).toBe(nameOf('src/games/slots/reels.ts'));
    expect(nameOf('src/games/dice/Face.tsx')).toBe('table-games');
    expect(nameOf('src/games/mines/Face.tsx')).toBe('table-games');
  });

  it('leave to later what a page asks for when it is drawn', () => {
    expect(nameOf('src/pages/deposit/Held.ts')).toBe('later-page-deposit');
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
