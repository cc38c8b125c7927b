import { afterEach, describe, expect, it } from 'vitest';
import { forgetInput, keepInput, keptInput } from '../../../src/pages/shared/kept-input';

afterEach(forgetInput);

describe('what was typed into forms', () => {
  it('is there when the form opens again', () => {
    keepInput('sign-up', { email: 'ada@example.com' });
    expect(keptInput('sign-up')).toEqual({ email: 'ada@example.com' });
    expect(keptInput('sign-in')).toBeUndefined();
  });

  it('is gone, of every form, once it is forgotten', () => {
    keepInput('sign-up', { email: 'ada@example.com' });
    keepInput('deposit of 1', { amount: '5,000' });
    forgetInput();
    expect(keptInput('sign-up')).toBeUndefined();
    expect(keptInput('deposit of 1')).toBeUndefined();
  });
});
