import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../../src');
const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));

/** The selectors of a style sheet that react to a pointer on devices without one, too. */
function hoversForFingers(css: string): readonly string[] {
  const found: string[] = [];
  const around: string[] = [];
  for (const [, text = '', brace] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') around.pop();
    if (brace !== '{') continue;
    const selector = text.trim();
    if (selector.includes(':hover') && !around.some((rule) => rule.includes('(hover: hover)'))) found.push(selector);
    around.push(selector);
  }
  return found;
}

it('finds what reacts to a pointer outside the query, and only that', () => {
  const css = '@layer page { a:hover { color: red; } @media (hover: hover) { b:hover { color: red; } } .c { d: e; } .f:hover { g: h } }';
  expect(hoversForFingers(css)).toEqual(['a:hover', '.f:hover']);
});

it('nothing stays as if a pointer were over it after a finger has left it', () => {
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.flatMap((sheet) => hoversForFingers(readFileSync(join(SOURCE, sheet), 'utf8')).map((selector) => `${sheet}: ${selector}`))).toEqual([]);
});
