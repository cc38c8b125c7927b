import { describe, expect, it } from 'vitest';
import { findHole } from '../../../server/tools/precache-holes';

const manifest = {
  page: { file: 'page.js', imports: ['lib'], dynamicImports: ['tab'], css: ['page.css'] },
  tab: { file: 'tab.js', imports: ['lib', 'page'] },
  lib: { file: 'lib.js' },
};

describe('the precache', () => {
  it('is whole when only what is loaded later is not in it', () => {
    expect(findHole(manifest, new Set(['page.js', 'page.css', 'lib.js']))).toBeNull();
  });

  it('is refused when a page needs a script or a style sheet that is not in it', () => {
    expect(findHole(manifest, new Set(['page.js', 'page.css']))).toEqual(['page.js', 'lib.js']);
    expect(findHole(manifest, new Set(['page.js', 'lib.js']))).toEqual(['page.js', 'page.css']);
  });
});
