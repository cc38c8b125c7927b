import { describe, expect, it } from 'vitest';
import { criticalCss } from '../../../server/tools/critical-css';

const MARKUP = '<div class="article wide"><h1>Terms</h1><p class="quiet">x</p></div>';

describe('the rules that a document carries for its markup', () => {
  it('are those of its classes and elements, in their order', () => {
    expect(criticalCss('.article{gap:1px}.banks{gap:2px}h1{margin:0}.article.wide>.quiet{gap:3px}.article .banks{gap:4px}', MARKUP))
      .toBe('.article{gap:1px}h1{margin:0}.article.wide>.quiet{gap:3px}');
  });

  it('stay whole when one selector of a list may match', () => {
    expect(criticalCss('.banks,.quiet{gap:1px}', MARKUP)).toBe('.banks,.quiet{gap:1px}');
  });

  it('keep their layer and their condition, and leave out what is empty then', () => {
    const css = '@layer base,page;@layer page{.quiet{gap:1px}@media (width>=900px){.banks{gap:2px}.quiet{gap:3px}}@media print{.banks{gap:4px}}}';
    expect(criticalCss(css, MARKUP)).toBe('@layer base,page;@layer page{.quiet{gap:1px}@media (width>=900px){.quiet{gap:3px}}}');
  });

  it('count no class that a selector excludes or only may have', () => {
    expect(criticalCss('.quiet:not(.banks){gap:1px}.article:has(.banks){gap:2px}', MARKUP)).toBe('.quiet:not(.banks){gap:1px}.article:has(.banks){gap:2px}');
  });

  it('are cut at braces alone, not at those in text', () => {
    expect(criticalCss('.quiet::after{content:"}.banks{"}.banks::after{content:"{"}h1{gap:1px}', MARKUP)).toBe('.quiet::after{content:"}.banks{"}h1{gap:1px}');
  });
});
