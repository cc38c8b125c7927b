import { describe, expect, it } from 'vitest';
import { holeIn } from '../../../server/tools/precache-holes';

const NONE: ReadonlySet<string> = new Set();
const manifest = {
  page: { file: 'page.js', imports: ['lib'], dynamicImports: ['tab'], css: ['page.css'] },
  tab: { file: 'tab.js', imports: ['lib', 'page'] },
  lib: { file: 'lib.js' },
};

describe('the precache', () => {
  it('is whole when only what is loaded later, or stands in the document, is not in it', () => {
    expect(holeIn(manifest, new Set(['page.js', 'page.css', 'lib.js']), NONE)).toBeNull();
    expect(holeIn(manifest, new Set(['page.js', 'lib.js']), new Set(['page.css']))).toBeNull();
  });

  it('is refused when a page needs a script or a style sheet that is not in it', () => {
    expect(holeIn(manifest, new Set(['page.js', 'page.css']), NONE)).toEqual(['page.js', 'lib.js']);
    expect(holeIn(manifest, new Set(['page.js', 'lib.js']), NONE)).toEqual(['page.js', 'page.css']);
  });
});
