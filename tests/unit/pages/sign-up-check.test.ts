import { describe, expect, it } from 'vitest';
import { checkSignUp, EMPTY, errorsOfStep, latestBirthDay, toBody } from '../../../src/pages/sign-up/check';
import type { SignUpValues } from '../../../src/pages/sign-up/check';

/** Noon in Lagos on 21 November 2026. */
const NOW_MS = Date.parse('2026-11-21T11:00:00Z');

const filled = (more: Partial<SignUpValues> = {}): SignUpValues => ({
  ...EMPTY,
  email: 'ada@example.com',
  username: 'ada.o',
  password: 'a calm short sentence',
  firstname: 'Ada',
  lastname: 'Okafor',
  dateOfBirth: '1995-04-05',
  phone: '0803 123 4567',
  acceptTerms: true,
  ...more,
});

const errorsOf = (values: SignUpValues, nowMs = NOW_MS) => {
  const checked = checkSignUp(values, nowMs, 18);
  return checked.ok ? {} : checked.errors;
};

describe('the sign-up form', () => {
  it('takes what is filled in and gives the platform what it asks for', () => {
    const checked = checkSignUp(filled(), NOW_MS, 18);
    expect(checked).toMatchObject({ ok: true, body: { email: 'ada@example.com', phone: '08031234567', consents: [] } });
  });

  it('starts with every box empty, so that silence is never consent', () => {
    const boxes = Object.values(EMPTY).filter((value) => typeof value === 'boolean');
    expect(boxes).toHaveLength(7);
    expect(boxes.every((box) => !box)).toBe(true);
    expect(toBody(EMPTY)).toMatchObject({ acceptTerms: false, consents: [] });
  });

  it('sends exactly the consents that were ticked', () => {
    expect(toBody(filled({ sms: true, '3rdparty': true })).consents).toEqual(['sms', '3rdparty']);
  });

  it('marks every field of an empty form with words', () => {
    const errors = errorsOf(EMPTY);
    expect(Object.keys(errors).sort()).toEqual(
      ['acceptTerms', 'dateOfBirth', 'email', 'firstname', 'lastname', 'password', 'phone', 'username'].sort(),
    );
    for (const words of Object.values(errors)) expect(words).toMatch(/^[A-Z].{8,}\.$/);
  });

  it('shows the first step its own errors and the second the others', () => {
    const errors = errorsOf(EMPTY);
    expect(Object.keys(errorsOfStep(errors, 1)).sort()).toEqual(['email', 'password', 'username']);
    expect(Object.keys(errorsOfStep(errors, 2)).sort()).toEqual(
      ['acceptTerms', 'dateOfBirth', 'firstname', 'lastname', 'phone'],
    );
  });

  it('refuses a password that is only the username or the e-mail in the first step, and the name with the year once both are known', () => {
    const first = (more: Partial<SignUpValues>) => errorsOfStep(errorsOf({ ...EMPTY, email: 'chidi.eze@example.com', username: 'chidi1999', ...more }), 1);
    expect(first({ password: 'chidi1999' })).toHaveProperty('password', expect.stringContaining('not your name'));
    expect(first({ password: 'Chidi.Eze' })).toHaveProperty('password', expect.stringContaining('not your name'));
    expect(first({ password: 'a calm short sentence' })).toEqual({});
    expect(errorsOf(filled({ firstname: 'Chidi', dateOfBirth: '1999-03-01', password: 'chidi1999' }))).toHaveProperty('password');
    expect(errorsOf(filled({ firstname: 'Chidi', dateOfBirth: '1998-03-01', password: 'chidi1999' }))).toEqual({});
  });

  it('refuses a password of 7 characters and takes 128 with spaces and emoji', () => {
    expect(errorsOf(filled({ password: '1234567' }))).toHaveProperty('password');
    expect(errorsOf(filled({ password: `${'a '.repeat(63)}😀😀` }))).toEqual({});
  });

  it('takes somebody who is exactly 18 today in Lagos and refuses who is one day younger, in words', () => {
    expect(errorsOf(filled({ dateOfBirth: '2008-11-21' }))).toEqual({});
    expect(errorsOf(filled({ dateOfBirth: '2008-11-22' }))).toEqual({
      dateOfBirth: 'You must be 18 or older to open an account.',
    });
  });

  it('asks for the age of the place, in words', () => {
    const at21 = (dateOfBirth: string) => checkSignUp(filled({ dateOfBirth }), NOW_MS, 21);
    expect(at21('2005-11-21')).toMatchObject({ ok: true });
    expect(at21('2005-11-22')).toMatchObject({ ok: false, errors: { dateOfBirth: 'You must be 21 or older to open an account.' } });
  });

  it('counts the day in Lagos, which begins an hour before the day in UTC', () => {
    const elevenPmUtc = Date.parse('2026-11-21T23:30:00Z');
    expect(latestBirthDay(elevenPmUtc, 18)).toBe('2008-11-22');
    expect(errorsOf(filled({ dateOfBirth: '2008-11-22' }), elevenPmUtc)).toEqual({});
  });

  it('lets a birthday on 29 February count from 1 March where there is no such day', () => {
    const born = filled({ dateOfBirth: '2008-02-29' });
    expect(errorsOf(born, Date.parse('2026-02-28T11:00:00Z'))).toHaveProperty('dateOfBirth');
    expect(errorsOf(born, Date.parse('2026-03-01T11:00:00Z'))).toEqual({});
  });

  it('asks for the date in its own words when there is none', () => {
    expect(errorsOf(filled({ dateOfBirth: '' }))['dateOfBirth']).toMatch(/day, month and year/);
  });
});
