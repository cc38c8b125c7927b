import { describe, expect, it } from 'vitest';
import { CatchError } from '../../../src/app/CatchError';

describe('content that broke while it was drawn', () => {
  const view = {};
  const broken = { resetKey: view, ...CatchError.getDerivedStateFromError(new Error('x')) } as CatchError['state'];

  it('stays replaced by the error while the same content is drawn', () => {
    expect(CatchError.getDerivedStateFromProps({ resetKey: view, children: null }, broken)).toBeNull();
    expect(broken.failure).toEqual({ error: new Error('x') });
  });

  it('is drawn again after the next navigation, also to the same address', () => {
    const next = {};
    expect(CatchError.getDerivedStateFromProps({ resetKey: next, children: null }, broken)).toEqual({ resetKey: next, failure: null });
  });
});
