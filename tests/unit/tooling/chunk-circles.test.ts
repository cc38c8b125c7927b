import { describe, expect, it } from 'vitest';
import { circleIn } from '../../../server/tools/chunk-circles';

const chunk = (...imports: string[]) => ({ file: 'x.js', imports });

describe('the chunks of a build', () => {
  it('are in order when none leads back to itself, however often it is shared', () => {
    expect(circleIn({ page: chunk('forms', 'lib'), forms: chunk('lib'), lib: chunk() })).toBeNull();
  });

  it('are refused when they import each other over a third', () => {
    expect(circleIn({ page: chunk('acts'), acts: chunk('calls'), calls: chunk('store'), store: chunk('acts') })).toEqual(['acts', 'calls', 'store', 'acts']);
  });

  it('may lead back by what is loaded later', () => {
    expect(circleIn({ page: { file: 'x.js', imports: ['calls'] }, calls: { file: 'y.js', dynamicImports: ['page'] } })).toBeNull();
  });
});
