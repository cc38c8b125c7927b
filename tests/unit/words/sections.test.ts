/** The index of sections in `src/words/sections.ts` beside the files that call `catalogue()`. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const SRC = new URL('../../../src/', import.meta.url);
const CALL = /export const (\w+)(?:: [^=]*)? = catalogue\('([^']*)'/g;
const LINE = /^ {2}'([^']+)': typeof import\('\.\.\/([^']+)'\)\.(\w+);$/gm;

interface Section {
  readonly name: string;
  /** Below src, without its ending. */
  readonly path: string;
  /** The name of the section in that file. */
  readonly value: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.startsWith('core/words/'));
const called: readonly Section[] = files.flatMap((file) =>
  [...readFileSync(new URL(file, SRC), 'utf8').matchAll(CALL)].map(([, value = '', name = '']) => ({ name, path: file.replace(/\.tsx?$/, ''), value })),
);
const listed: readonly Section[] = [...readFileSync(new URL('words/sections.ts', SRC), 'utf8').matchAll(LINE)].map(
  ([, name = '', path = '', value = '']) => ({ name, path, value }),
);
const lineOf = ({ name, path, value }: Section) => `'${name}': typeof import('../${path}').${value};`;

describe('the index of sections', () => {
  test('finds the sections at all', () => expect(called.length).toBeGreaterThan(45));

  test('each section is called after its file, so that no two are called the same', () => {
    expect(called.filter(({ name, path }) => name !== path.replace(/\/words$/, ''))).toEqual([]);
    expect(new Set(called.map(({ name }) => name)).size).toBe(called.length);
  });

  test('has a line for each section, and none for what is gone; these lines go into src/words/sections.ts', () => {
    expect(listed.map(lineOf).sort()).toEqual(called.map(lineOf).sort());
  });
});
