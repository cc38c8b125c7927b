/** What the READMEs name is there. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/stages.mjs';

const MOST_LINES = 120;
const READMES = ['README.md', 'server/README.md', 'server/frames/README.md', 'server/gateways/README.md', 'src/bridge/README.md'];
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const allOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].flatMap(([, found]) => (found === undefined ? [] : [found]));
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

  it('say every variable that the platform reads', () => {
    const told = new Set(allOf(read('server/README.md'), /^\| `([A-Z_]+)` \|/gm));
    const sources = ['config.ts', 'config-draws.ts', 'config-frames.ts', 'config-mail.ts', 'config-payments.ts', 'config-place.ts'].map((name) => read(`server/${name}`));
    const asked = new Set(sources.flatMap((source) => allOf(source, /'([A-Z]+(?:_[A-Z]+)+|HOST|PORT)'/g)).concat(...sources.map((source) => allOf(source, /\benv\.([A-Z_]+)/g))));
    expect([...asked].filter((name) => !told.has(name))).toEqual([]);
    expect([...told].filter((name) => !sources.some((source) => source.includes(name)))).toEqual([]);
  });
});
