import { describe, expect, it } from 'vitest';
import { listLinkedStyles, inlineStyles, sortImportMap } from '../../../server/tools/inline-styles';

const HTML = '<html><head><link rel="stylesheet" crossorigin href="/assets/a-1.css"><link rel="modulepreload" href="/assets/a-1.js"></head></html>';

describe('the document for visits', () => {
  it('has the style sheet inside, and tells the loader by a disabled link that it is here', () => {
    const html = inlineStyles(HTML, new Map([['assets/a-1.css', 'a{color:red} \n']]));
    expect(html).toContain('<style>a{color:red}</style>\n  </head>');
    expect(html).toContain('<link rel="stylesheet" disabled href="/assets/a-1.css">');
    expect(html).toContain('<link rel="modulepreload" href="/assets/a-1.js">');
    expect(listLinkedStyles(HTML)).toEqual(['assets/a-1.css']);
  });

  it('takes a style sheet as it is, whatever signs it holds', () => {
    expect(inlineStyles(HTML, new Map([['assets/a-1.css', 'a::after{content:"$&$1"}']]))).toContain('<style>a::after{content:"$&$1"}</style>');
  });

  it('has the entries of its import map by their length, and all of them', () => {
    const page = (imports: Readonly<Record<string, string>>) => `<script type="importmap">${JSON.stringify({ imports })}</script><script>{}</script>`;
    expect(sortImportMap(page({ '/long.js': '/long-1.js', '/b.js': '/b-2.js', '/a.js': '/a-3.js' }))).toBe(page({ '/a.js': '/a-3.js', '/b.js': '/b-2.js', '/long.js': '/long-1.js' }));
    expect(sortImportMap('<script>{}</script>')).toBe('<script>{}</script>');
  });

  it('is refused where the build links no style sheet', () => {
    expect(() => inlineStyles('<html><head></head></html>', new Map())).toThrow('no style sheet');
  });
});
