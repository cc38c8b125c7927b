import { describe, expect, it } from 'vitest';
import { verifyIdentity } from '../../../src/core/contract/identity';
import type { CallError } from '../../../src/core/errors';
import { failure } from '../../../src/core/errors';
import { ninFailure } from '../../../src/pages/nin/failure';
import { normalNumber, kindOf, numberError } from '../../../src/pages/nin/number';
import { WORDING_VERSION } from '../../../src/pages/nin/words';

const refusal = (code: string, status = 422, errors?: { field: string; message: string }[]): CallError => ({
  code: 'bad-request', retryable: false, status, problem: { title: 'No.', status, code, ...(errors && { errors }) },
});
const failureOf = (error: CallError) => ninFailure(error, 'Ngozi Obi', false);

describe('an identity number', () => {
  it('is 11 digits, or 16 characters of a virtual one, however it is spaced', () => {
    expect(numberError('1234 567 8901', 'nin')).toBeNull();
    expect(numberError('ab 1234 5678 9012 cd', 'virtual-nin')).toBeNull();
    expect(normalNumber('ab-123456789012-cd')).toBe('AB123456789012CD');
  });

  it.each([['1234567890', 'nin'], ['123456789012', 'nin'], ['1234567890A', 'nin'], ['', 'nin'], ['A1123456789012CD', 'virtual-nin'], ['12345678901', 'virtual-nin']] as const)(
    'is refused in words: "%s" as %s', (text, kind) => {
      expect(numberError(text, kind)).toMatch(/^A .*\.$/);
    },
  );

  it('is recognised as a virtual one as soon as it has a letter', () => {
    expect(kindOf('12', 'nin')).toBe('nin');
    expect(kindOf('AB1', 'nin')).toBe('virtual-nin');
    expect(kindOf('', 'virtual-nin')).toBe('virtual-nin');
  });

  it('is sent in the shape of the contract, with the version of the wording beside it', () => {
    for (const number of [normalNumber('1234 567 8901'), normalNumber('ab123456789012cd')]) {
      expect(verifyIdentity.body.safeParse({ number, consent: true, wordingVersion: WORDING_VERSION }).success).toBe(true);
    }
    expect(verifyIdentity.body.safeParse({ number: '12345678901', consent: false, wordingVersion: WORDING_VERSION }).success).toBe(false);
  });
});

describe('a check of the identity that was refused', () => {
  it('says that the name does not fit, whose name that is, and where to change it', () => {
    const { notice, remedy } = failureOf(refusal('name-mismatch'));
    expect(notice?.text).toContain('Ngozi Obi');
    expect(remedy).toBe('edit-name');
  });

  it('says that the number is used by another account', () => {
    expect(failureOf(refusal('nin-in-use', 409)).notice?.title).toBe('You have another account with us');
  });

  it('says that the service is away and that nothing was kept', () => {
    const away = failureOf({ ...refusal('gateway-unavailable', 503), code: 'bad-response', retryable: true });
    expect(away.notice?.text).toContain('Nothing was checked or kept');
  });

  it('asks for the password, or a new sign-in, where that is what is missing', () => {
    expect(failureOf(refusal('password-needed', 403))).toEqual({ fields: {}, notice: null, remedy: 'password' });
    expect(failureOf(refusal('binding-missing', 401)).remedy).toBe('sign-in');
  });

  it('shows the platform’s words at the field, and alone there', () => {
    const found = failureOf(refusal('validation', 400, [{ field: 'number', message: 'This number is not known.' }]));
    expect(found).toEqual({ fields: { number: 'This number is not known.' }, notice: null, remedy: 'none' });
  });

  it('says neither success nor failure when no answer came', () => {
    expect(failureOf(failure('timeout').error).notice).toMatchObject({ title: 'No answer yet', text: expect.stringContaining('No answer came back') });
    expect(ninFailure(failure('network').error, '', true).notice?.text).toContain('Nothing was sent');
  });
});
