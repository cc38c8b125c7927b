import { afterEach, describe, expect, it } from 'vitest';
import { forgetInput, keepInput, keptInput } from '../../../src/pages/shared/kept-input';

afterEach(forgetInput);

describe('what was typed into forms', () => {
  it('is there when the form opens again', () => {
    keepInput('sign-up', { email: 'ada@example.com' });
    expect(keptInput('sign-up')).toEqual({ email: 'ada@example.com' });
    expect(keptInput('sign-in')).toBeUndefined();
  });

  it('is gone once somebody else signed in, and there for the player whose session had ended over it', () => {
    keepInput('sign-in', { username: 'ada' });
    keepInput('deposit of 1', { amount: '5,000' });
    keepInput('deposit of 21', { amount: '9' });
    forgetInput('1');
    expect([keptInput('sign-in'), keptInput('deposit of 1'), keptInput('deposit of 21')]).toEqual([undefined, { amount: '5,000' }, undefined]);
  });

  it('is gone, of every form, once it is forgotten', () => {
    keepInput('sign-up', { email: 'ada@example.com' });
    keepInput('deposit of 1', { amount: '5,000' });
    forgetInput();
    expect(keptInput('sign-up')).toBeUndefined();
    expect(keptInput('deposit of 1')).toBeUndefined();
  });
});
