import { describe, expect, test } from 'vitest';
import { compileMarkdown } from '../../../server/tools/markdown';

const FRONT = '---\ntitle: A page\ndescription: What it is.\nupdated: 2026-11-21\n---\n';

function compile(body: string, tokens: Record<string, string> = {}) {
  return compileMarkdown(FRONT + body, tokens);
}

describe('what becomes data', () => {
  test('headings get an id and second-level ones become sections', () => {
    const page = compile('## How *long* it takes\n\n### Really\n');
    expect(page.blocks).toEqual([
      { t: 'h', level: 2, id: 'how-long-it-takes', c: ['How ', { t: 'em', c: ['long'] }, ' it takes'] },
      { t: 'h', level: 3, id: 'really', c: ['Really'] },
    ]);
    expect(page.meta.sections).toEqual([{ id: 'how-long-it-takes', title: 'How long it takes' }]);
  });

  test('inline marks, links and e-mail addresses', () => {
    const page = compile('Read **the [terms](/terms)**, `x:1` or help@ayo.example.\n');
    expect(page.blocks).toEqual([
      {
        t: 'p',
        c: [
          'Read ',
          { t: 'strong', c: ['the ', { t: 'link', href: '/terms', c: ['terms'] }] },
          ', ',
          { t: 'code', v: 'x:1' },
          ' or ',
          { t: 'link', href: 'mailto:help@ayo.example', c: ['help@ayo.example'] },
          '.',
        ],
      },
    ]);
  });

  test('lists, tables, quotes and rules', () => {
    const page = compile('1. one\n2. two\n\n> said\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(page.blocks).toEqual([
      { t: 'list', ordered: true, items: [[{ t: 'p', c: ['one'] }], [{ t: 'p', c: ['two'] }]] },
      { t: 'quote', c: [{ t: 'p', c: ['said'] }] },
      { t: 'hr' },
      { t: 'table', head: [['a'], ['b']], rows: [[['1'], ['2']]] },
    ]);
  });

  test('tokens are filled in, also in the front matter, and straight quotes become round ones', () => {
    const page = compileMarkdown(FRONT.replace('A page', 'About {{brand.name}}') + 'It\'s "{{brand.name}}".\n', {
      'brand.name': 'Ayo',
    });
    expect(page.meta.title).toBe('About Ayo');
    expect(page.blocks).toEqual([{ t: 'p', c: ['It’s “Ayo”.'] }]);
  });
});

describe('what stops the build', () => {
  test.each([
    ['an unknown token', 'by {{operator.licens}}', /unknown token/],
    ['raw HTML', '<div>x</div>', /not supported/],
    ['HTML within a line', 'a <b>c</b>', /not supported/],
    ['an image', '![a](/b.png)', /not supported/],
    ['a code block', '```\nx\n```', /not supported/],
    ['a second title', '# Title', /level 1/],
    ['a fourth level', '#### Deep', /level 4/],
    ['two equal headings', '## A\n\n## A', /two headings/],
    ['a link to a script', '[x](javascript:alert(1))', /not allowed/],
    ['a link without its protocol', '[x](//evil.example)', /not allowed/],
    ['an entity', 'a &nbsp; b', /entity/],
    ['an open quote', 'say "yes', /quote/],
    ['a task list', '- [ ] do', /task/],
  ])('%s', (_, body, message) => {
    expect(() => compile(body)).toThrow(message);
  });

  test('front matter that is missing, unknown or undated', () => {
    expect(() => compileMarkdown('text', {})).toThrow(/front matter is missing/);
    expect(() => compileMarkdown(FRONT.replace('title', 'titel'), {})).toThrow(/not understood/);
    expect(() => compileMarkdown(FRONT.replace('2026-11-21', '21/11/2026'), {})).toThrow(/YYYY-MM-DD/);
  });
});
