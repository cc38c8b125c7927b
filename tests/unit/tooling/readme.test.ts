/** Checks that the READMEs are true: files, headings and commands that they name exist, and figures are those of the code. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POOL_SIZE, READ_POOL_SIZE } from '../../../server/db/database';
import { LANES } from '../../../server/http/call-gate';
import { ROOT } from '../../support/stages.mjs';

const MOST_LINES = 120;
const READMES = ['README.md', 'server/README.md', 'server/frames/README.md', 'server/gateways/README.md', 'src/bridge/README.md'];
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const allOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].flatMap(([, found]) => (found === undefined ? [] : [found]));
/** The names of all files in these folders. */
const FILE_NAMES = new Set(['src', 'server', 'sw', 'tests'].flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })).map((path) => basename(path)));

/** Returns the names by which GitHub links to the headings of a page. */
const anchorsOf = (text: string): string[] => allOf(text, /^#+ (.+)$/gm).map((heading) => heading.toLowerCase().replace(/[^\w\s-]/g, '').trim().replaceAll(' ', '-'));

const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };

describe('the READMEs', () => {
  it(`the first one is read in one sitting: ${MOST_LINES} lines at most`, () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  });

  it.each(READMES)('%s links to what is there, names files that are there, and commands that can be run', (file) => {
    const text = read(file);
    const links = allOf(text, /\]\(([^)#]+)(?:#[^)]*)?\)/g).filter((link) => !link.includes('://'));
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(file), link)))).toEqual([]);
    const paths = allOf(text, /\b((?:src|server|sw|tests|public)\/[\w./-]*[\w-])/g);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, dirname(file), path)))).toEqual([]);
    expect(allOf(text, /`npm run (?:--silent )?([\w:]+)/g).filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it.each(READMES)('%s links to headings that are there', (file) => {
    const links = [...read(file).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)].map(([, page = '', anchor = '']) => ({ page: page === '' ? file : join(dirname(file), page), anchor }));
    expect(links.filter(({ page, anchor }) => !anchorsOf(read(page)).includes(anchor))).toEqual([]);
  });

  it.each(READMES)('%s names no source file that is nowhere', (file) => {
    const names = allOf(read(file), /`([\w.-]+\.(?:ts|tsx|mjs|cjs|sql|css))`/g);
    expect(names.filter((name) => !FILE_NAMES.has(name) && !existsSync(join(ROOT, name)))).toEqual([]);
  });

  it('say how many places and connections calls have', () => {
    const words = (count: number): string => ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'][count] ?? String(count);
    const { read: reads, player, stranger, check, 'sign-in': signIn, 'sign-up': signUp } = LANES;
    const strangers = `strangers' calls hold ${words(stranger.places + signIn.places + signUp.places)} at most (sign-ins ${words(signIn.places)}, sign-ups ${words(signUp.places)}, everything else ${words(stranger.places)})`;
    const text = read('server/README.md').replace(/\s+/g, ' ');
    expect(text).toContain(`two pools of connections: ${POOL_SIZE} for money and other changes, and ${words(READ_POOL_SIZE)} for calls that change nothing`);
    expect(text).toContain(`Of the ${POOL_SIZE} connections ${strangers}, players' changes ${words(player.places)}; ${words(check.places)} look up the sessions`);
    expect(text).toContain(`Reads have ${words(reads.places)} places`);
    expect(text).toContain(`has ${words(player.ofSubject)} in work (reads ${words(reads.ofSubject)})`);
  });

  it('say every variable that the platform reads', () => {
    const documented = new Set(allOf(read('server/README.md'), /^\| `([A-Z_]+)` \|/gm));
    const sources = ['index.ts', 'draws.ts', 'frames.ts', 'mail.ts', 'payments.ts', 'place.ts'].map((name) => read(`server/config/${name}`));
    const used = new Set(sources.flatMap((source) => allOf(source, /'([A-Z]+(?:_[A-Z]+)+|HOST|PORT)'/g)).concat(...sources.map((source) => allOf(source, /\benv\.([A-Z_]+)/g))));
    expect([...used].filter((name) => !documented.has(name))).toEqual([]);
    expect([...documented].filter((name) => !sources.some((source) => source.includes(name)))).toEqual([]);
  });
});
