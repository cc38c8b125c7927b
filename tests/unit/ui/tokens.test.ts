import { readFileSync, readdirSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brand } from '../../../src/core/brand';

const ROOT = new URL('../../../', import.meta.url);
const css = readFileSync(new URL('src/ui/tokens.css', ROOT), 'utf8');

function blockAfter(selector: string): string {
  const start = css.indexOf('{', css.indexOf(selector)) + 1;
  return css.slice(start, css.indexOf('}', start));
}

function declarations(block: string): Map<string, string> {
  return new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
}

const dark = declarations(blockAfter(':root {'));
const light = declarations(blockAfter(":root:not([data-theme='dark'])"));

function channel(value: number): number {
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

describe('the tokens', () => {
  test('the light theme is the same whether the system or the player chose it', () => {
    expect(declarations(blockAfter(":root[data-theme='light']"))).toEqual(light);
  });

  test('every colour that the light theme changes exists in the dark one', () => {
    for (const name of light.keys()) expect(dark.has(name), name).toBe(true);
  });

  test('the brand names the same colours', () => {
    expect(brand.colours).toEqual({
      darkGround: dark.get('--ground'),
      lightGround: light.get('--ground'),
      accent: dark.get('--accent'),
      inkOnAccent: dark.get('--on-accent'),
    });
  });

  const themes = [
    ['dark', dark],
    ['light', new Map([...dark, ...light])],
  ] as const;
  const grounds = ['--ground', '--raised', '--raised-2'];
  const words = ['--text', '--quiet', '--link', '--accent-text', '--success-text', '--danger-text', '--info-text'];

  test.each(themes)('in the %s theme words reach 4.5:1 and controls 3:1 on every ground', (_, theme) => {
    for (const ground of grounds) {
      for (const word of words) {
        expect(contrast(theme.get(word) ?? '', theme.get(ground) ?? ''), `${word} on ${ground}`).toBeGreaterThan(4.5);
      }
      for (const control of ['--control', '--focus']) {
        expect(contrast(theme.get(control) ?? '', theme.get(ground) ?? ''), `${control} on ${ground}`).toBeGreaterThan(3);
      }
    }
    for (const fill of ['accent', 'success', 'danger']) {
      expect(contrast(theme.get(`--on-${fill}`) ?? '', theme.get(`--${fill}`) ?? ''), fill).toBeGreaterThan(4.5);
    }
  });
});

describe('the weight of what is drawn', () => {
  function bytes(path: string): number {
    return statSync(new URL(path, ROOT)).size;
  }

  test('the display face is at most 25 KB and the cloth pattern under 2 KB', () => {
    expect(bytes('src/ui/fonts/bricolage-grotesque.woff2')).toBeLessThanOrEqual(25 * 1024);
    expect(bytes('src/ui/art/adire.svg')).toBeLessThan(2 * 1024);
  });

  test('the art of a game is at most 6 KB', () => {
    for (const file of readdirSync(new URL('public/cdn/games/', ROOT))) expect(bytes(`public/cdn/games/${file}`), file).toBeLessThanOrEqual(6 * 1024);
  });
});
