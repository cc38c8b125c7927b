import { describe, expect, it } from 'vitest';
import { findCircle } from '../../../server/tools/chunk-circles';

const chunk = (...imports: string[]) => ({ file: 'x.js', imports });

describe('the chunks of a build', () => {
  it('are in order when none leads back to itself, however often it is shared', () => {
    expect(findCircle({ page: chunk('forms', 'lib'), forms: chunk('lib'), lib: chunk() })).toBeNull();
  });

  it('are refused when they import each other over a third', () => {
    expect(findCircle({ page: chunk('acts'), acts: chunk('calls'), calls: chunk('store'), store: chunk('acts') })).toEqual(['acts', 'calls', 'store', 'acts']);
  });

  it('may lead back by what is loaded later', () => {
    expect(findCircle({ page: { file: 'x.js', imports: ['calls'] }, calls: { file: 'y.js', dynamicImports: ['page'] } })).toBeNull();
  });
});
