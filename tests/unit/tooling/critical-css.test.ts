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

  it('count no class that a selector excludes', () => {
    const css = '.quiet:not(.banks){gap:1px}.quiet:not(:is(.banks,.wide)){gap:2px}';
    expect(criticalCss(css, MARKUP)).toBe(css);
  });

  it('are left out where an element or an attribute that they are for is not there', () => {
    expect(criticalCss(".article hr{gap:1px}.article>p:first-child{gap:2px}html:not(.x) h1,hr{gap:3px}h2+p{gap:4px}p[class~='hr']{gap:5px}p[hidden]{gap:6px}", MARKUP))
      .toBe(".article>p:first-child{gap:2px}html:not(.x) h1,hr{gap:3px}p[class~='hr']{gap:5px}");
  });

  it('need one of the selectors among which a function lets an element choose, or that it looks for around it', () => {
    const needed = '.article:has(.quiet){gap:1px}:is(.banks,.quiet:not(.wide),.x)>*{gap:2px}:where(:is(.banks),h1) p{gap:3px}';
    expect(criticalCss(`${needed}.article:has(.banks){gap:4px}:is(.banks,.x:not(.quiet))>*{gap:5px}html:has(.x) .quiet{gap:6px}`, MARKUP)).toBe(needed);
  });

  it('are cut at braces alone, not at those in text', () => {
    expect(criticalCss('.quiet::after{content:"}.banks{"}.banks::after{content:"{"}h1{gap:1px}', MARKUP)).toBe('.quiet::after{content:"}.banks{"}h1{gap:1px}');
  });
});
