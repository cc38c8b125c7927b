import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import ts from 'typescript';
import { minify } from 'vite';
import { describe, expect, it } from 'vitest';
import { INKS, inkVariables, shapesOf } from '../../../src/games/slots/shapes';
import { DRESSED } from './slot-themes';

const ROOT = new URL('../../../src/', import.meta.url);
/** The limit for theme, art and names together, compressed, in bytes. */
const MOST_CODE = 2_600;
/** The limit for a tile's picture, compressed, in bytes. */
const MOST_TILE = 1_200;
/** The least contrasts by WCAG: of a text, and of a shape, with the background. */
const [TEXT_CONTRAST, SHAPE_CONTRAST] = [4.5, 3];
/** The text on gold, in `tokens.css`. */
const ON_ACCENT = '#1A1538';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const compressed = (text: string): number => brotliCompressSync(text).length;

async function smallCodeOf(file: string): Promise<string> {
  const { outputText } = ts.transpileModule(readFileSync(new URL(file, ROOT), 'utf8'), { compilerOptions: { target: 9, module: 99 } });
  return (await minify(file, outputText, { module: true })).code;
}

const withOwnColours = DRESSED.filter(({ art }) => art.inks !== '');

describe('the notation of shapes', () => {
  it('reads fills, lines, edges, mirrors and circles', () => {
    expect(shapesOf('g M0 0h9z|n2.5= M1 1v3|wr3 O24 24 8')).toEqual([
      { fill: 'g', stroke: null, width: 0, mirrored: false, d: 'M0 0h9z' },
      { fill: null, stroke: 'n', width: 2.5, mirrored: true, d: 'M1 1v3' },
      { fill: 'w', stroke: 'r', width: 3, mirrored: false, d: 'M16 24a8 8 0 1 0 16 0a8 8 0 1 0-16 0z' },
    ]);
  });

  it.each(['', 'x M0 0', 'gM0 0', 'g '])('refuses %j', (text) => expect(() => shapesOf(text)).toThrow(RangeError));
});

describe.each(DRESSED)('the art of $gameId', ({ gameId, theme, art, names }) => {
  it('draws and names every symbol, and nothing else', () => {
    expect(Object.keys(art.symbols).toSorted()).toEqual(theme.symbols.toSorted());
    expect(Object.keys(names).toSorted()).toEqual(theme.symbols.toSorted());
    const all = Object.values(names);
    for (const at of [0, 1] as const) expect(new Set(all.map((name) => name[at])).size).toBe(all.length);
  });

  it('can be read: each symbol, and the ground', () => {
    const paths = [art.ground, ...Object.values(art.symbols)].filter((noted) => noted !== '').flatMap(shapesOf);
    for (const { d, fill, stroke, width } of paths) {
      expect(d).toMatch(/^M[-\d.\sa-zA-Z]+$/);
      expect(fill !== null || (stroke !== null && width > 0)).toBe(true);
    }
  });

  it('has no two symbols of the same shape', () => {
    const outlines = Object.values(art.symbols).map((noted) => shapesOf(noted).map(({ d }) => d).join());
    expect(new Set(outlines).size).toBe(outlines.length);
  });

  it(`weighs at most ${MOST_CODE} bytes with its theme and names, its tile ${MOST_TILE}`, async () => {
    const files = [`core/games/slots/${gameId}.ts`, `games/${gameId}/art.ts`, `games/${gameId}/names.ts`, `games/${gameId}/Face.tsx`];
    const code = compressed((await Promise.all(files.map(smallCodeOf))).join('\n'));
    const tile = compressed(readFileSync(new URL(`../public/cdn/games/${gameId}.svg`, ROOT), 'utf8'));
    console.log(`${gameId}: code ${code}, tile ${tile} bytes compressed`);
    expect(code).toBeLessThanOrEqual(MOST_CODE);
    expect(tile).toBeLessThanOrEqual(MOST_TILE);
  });
});

describe.each(withOwnColours)('the colours of $gameId', ({ art }) => {
  const inkValues = inkVariables(art.inks);
  const dye = (name: string): string => inkValues[`--cloth-${name}`] ?? '';

  it('are nine', () => {
    expect(art.inks).toMatch(/^([0-9A-F]{6} ){8}[0-9A-F]{6}$/);
    expect(Object.keys(inkValues)).toHaveLength(Object.keys(INKS).length);
  });

  it('can be read as text and told from the reel', () => {
    expect(contrast(dye('resist'), dye('indigo'))).toBeGreaterThan(TEXT_CONTRAST);
    expect(contrast(ON_ACCENT, dye('gold'))).toBeGreaterThan(TEXT_CONTRAST);
    for (const name of ['resist', 'gold', 'amber', 'clay', 'leaf', 'wash']) {
      for (const ground of ['night', 'indigo']) expect(contrast(dye(name), dye(ground)), `${name} on ${ground}`).toBeGreaterThan(SHAPE_CONTRAST);
    }
  });
});

describe('the slots side by side', () => {
  it('share no cloth and no ground', () => {
    const dyes = withOwnColours.flatMap(({ art }) => art.inks.split(' ').slice(0, 4));
    expect(new Set(dyes).size).toBe(dyes.length);
    expect(new Set(DRESSED.map(({ art }) => art.ground)).size).toBe(DRESSED.length);
  });
});
