import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../../src');
const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));

/** Classes that two style sheets share on purpose. Both name the same parts of the page. */
const SHARED: Readonly<Record<string, string>> = {
  content: 'messages move what the frame has drawn',
  foot: 'messages move what the frame has drawn',
  acts: 'the dock places the actions of a table',
  withdraw: 'a form page among others, with its own steps',
};

/** The classes that a style sheet styles by themselves, so that it would reach every element that has one. */
function classesOf(css: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, selectors = ''] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};@]*)\{/g)) {
    for (const selector of selectors.split(',')) {
      const name = /^\.([\w-]+)$/.exec(selector.trim())?.[1];
      if (name !== undefined) found.add(name);
    }
  }
  return found;
}

it('finds the classes that stand alone in a selector, also in a list and inside a query', () => {
  expect([...classesOf('@layer page { .a, .b { c: d; } .e .f { g: h; } @media (width > 1px) { .i { j: k; } } /* .l { } */ }')]).toEqual(['a', 'b', 'i']);
});

it('no style sheet changes what another one draws, because a sheet stays when its page is left', () => {
  expect(sheets.length).toBeGreaterThan(50);
  const sheetsByClass = new Map<string, string[]>();
  for (const sheet of sheets) {
    for (const name of classesOf(readFileSync(join(SOURCE, sheet), 'utf8'))) sheetsByClass.set(name, [...(sheetsByClass.get(name) ?? []), sheet]);
  }
  const shared = [...sheetsByClass].filter(([, of]) => of.length > 1);
  expect(shared.filter(([name]) => !Object.hasOwn(SHARED, name))).toEqual([]);
  expect(shared.map(([name]) => name).sort()).toEqual(Object.keys(SHARED).sort());
});
