import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { base32 } from '../../../server/second-factor/base32';
import { hashOfRecoveryCode, makeRecoveryCodes, RECOVERY_CODES } from '../../../server/second-factor/recovery-codes';
import { codeOfStep, findSteps, stepAt } from '../../../server/second-factor/totp';

const SECRET = Buffer.from('12345678901234567890');

describe('a code of an app', () => {
  it.each([
    [59, '94287082'], [1_111_111_109, '07081804'], [1_111_111_111, '14050471'], [1_234_567_890, '89005924'], [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('is that of RFC 6238 at %d s', (seconds, code) => {
    expect(codeOfStep(SECRET, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
  });

  it('is accepted in its step, the one before and the one after, and in no other', () => {
    const at = new Date('2026-11-21T10:00:10Z');
    const step = stepAt(at);
    const found = [-2, -1, 0, 1, 2].map((offset) => findSteps(SECRET, codeOfStep(SECRET, step + offset), at).map((each) => each - step));
    expect(found).toEqual([[], [-1], [0], [1], []]);
  });

  it.each(['', '12345', '1234567', ' 94287', '９４２８７０', 'abcdef', '12345\n'])('has six digits: %j is none', (code) => {
    expect(findSteps(SECRET, code, new Date(59_000))).toEqual([]);
  });
});

it.each([['', ''], ['f', 'MY'], ['fo', 'MZXQ'], ['foo', 'MZXW6'], ['foob', 'MZXW6YQ'], ['fooba', 'MZXW6YTB'], ['foobar', 'MZXW6YTBOI']])(
  'a secret is written as RFC 4648 says: %j',
  (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written);
  },
);

describe('recovery codes', () => {
  it('are ten different ones in groups of four', () => {
    const codes = makeRecoveryCodes(randomBytes);
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  });

  it('are the same however they are typed, and nothing else is one', () => {
    const code = '0123-4567-89ab-cdef';
    for (const typed of [code.toUpperCase(), '0123 4567 89AB CDEF', 'o1234567 89abcdef', 'OI23-4567-89ab-cdef', '0l23456789abcdef']) {
      expect(hashOfRecoveryCode(typed)).toBe(hashOfRecoveryCode(code));
    }
    for (const typed of ['', '123456', '0123-4567-89ab-cde', '0123-4567-89ab-cdefg', 'u123-4567-89ab-cdef']) expect(hashOfRecoveryCode(typed)).toBeNull();
  });
});
