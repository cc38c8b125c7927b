import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/errors';
import { formFailure, deliveryOf } from '../../../src/pages/shared/form/form-failure';
import { refusal } from './support';

const WORDS = { notSent: 'Nothing was sent.', unknown: 'We do not know.' };
const FIELDS = ['email', 'password'];

describe('the message of a form after a failure', () => {
  it('says that nothing was sent only when the device itself has no network', () => {
    const { error } = failure('network');
    expect(deliveryOf(error, true)).toBe('not-sent');
    expect(deliveryOf(error, false)).toBe('unknown');
  });

  it('never says after a timeout or a broken answer that nothing happened', () => {
    for (const code of ['timeout', 'aborted', 'bad-response'] as const) {
      expect(formFailure(failure(code).error, FIELDS, WORDS, true)).toEqual({
        delivery: 'unknown', fields: {}, message: 'We do not know.',
      });
    }
  });

  it('says that the network wants a sign-in, and that nothing was sent', () => {
    const { error } = failure('bad-response', { captivePortal: true });
    const { delivery, message } = formFailure(error, FIELDS, WORDS, false);
    expect(delivery).toBe('not-sent');
    expect(message).toMatch(/network wants you to sign in.*Nothing was sent\.$/);
  });

  it('puts the platform’s words at its fields and says nothing above them', () => {
    const errors = [{ field: 'email', message: 'This e-mail has an account already.' }];
    const { fields, message } = formFailure(refusal('email-taken', { errors }).error, FIELDS, WORDS, false);
    expect(fields).toEqual({ email: 'This e-mail has an account already.' });
    expect(message).toBeNull();
  });

  it('says above the form what is about no field of it', () => {
    const errors = [{ field: 'email', message: 'Wrong.' }, { field: 'consents.0', message: 'Not known.' }];
    const { fields, message } = formFailure(refusal('validation', { errors }).error, FIELDS, WORDS, false);
    expect(fields).toEqual({ email: 'Wrong.' });
    expect(message).toBe('Not known.');
  });

  it('says that a password is wrong at the field it is typed in, and above a form that has none', () => {
    const { error } = refusal('invalid-credentials');
    expect(formFailure(error, FIELDS, WORDS, false, 'password')).toEqual({
      delivery: 'answered', fields: { password: 'The username or password is wrong.' }, message: null,
    });
    expect(formFailure(error, FIELDS, WORDS, false).message).toBe('The username or password is wrong.');
  });

  it('is never empty after a refusal', () => {
    for (const code of ['forbidden', 'a-code-of-tomorrow', 'constructor']) {
      const { message } = formFailure(refusal(code).error, FIELDS, WORDS, false);
      expect(message, code).toBeTruthy();
    }
  });

  it('says how long to wait when there were too many tries', () => {
    const { error } = refusal('too-many-requests', { status: 429 }, { retryAfterMs: 12_000 });
    expect(formFailure(error, FIELDS, WORDS, false).message).toBe('Too many tries. Wait a moment. Try again in 12 s.');
  });
});
