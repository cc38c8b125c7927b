import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkNuban, institutionOf, nubanCheckDigit } from '../../../src/core/nuban';

describe('the check digit of account numbers', () => {
  it.each([
    ['011', '0000014579'],
    ['011', '0000000220'],
    ['044', '0010246780'],
    ['221', '0054556411'],
    ['057', '1012854016'],
    ['058', '0108024071'],
    ['033', '1018044721'],
    ['011', '2022323697'],
    ['070', '5600026567'],
    ['214', '2828744017'],
    ['50547', '0000014573'],
    ['50211', '2000000013'],
    ['950547', '0000014573'],
    ['950211', '2000000013'],
  ])('fits at %s for %s', (bankCode, account) => {
    expect(checkNuban(account, institutionOf(bankCode))).toBe('ok');
  });

  it('does not fit at 123 for 1234567890', () => {
    expect(checkNuban('1234567890', institutionOf('123'))).toBe('suspect');
  });

  it.each(['', '123456789', '12345678901', '12345 7890', '123456789a', '１２３４５６７８９０'])('calls %j malformed', (account) => {
    expect(checkNuban(account, '000011')).toBe('malformed');
    expect(checkNuban(account, null)).toBe('malformed');
  });

  it.each([null, '', '035A', '11'])('skips the check for the institution %j', (institution) => {
    expect(checkNuban('1234567890', institution)).toBe('unchecked');
  });

  it.each(['035A', '00103x', '', '12', '1234', '1234567'])('knows no institution for the code %j', (code) => {
    expect(institutionOf(code)).toBeNull();
  });

  const digits = (count: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((list) => list.join(''));

  it('fits for exactly one of the ten last digits', () => {
    fc.assert(
      fc.property(digits(6), digits(9), (institution, serial) => {
        const fitting = Array.from('0123456789').filter((last) => checkNuban(serial + last, institution) === 'ok');
        expect(fitting).toEqual([String(nubanCheckDigit(institution, serial))]);
      }),
    );
  });

  it('notices any one digit typed wrong', () => {
    fc.assert(
      fc.property(digits(6), digits(9), fc.nat(8), fc.integer({ min: 1, max: 9 }), (institution, serial, at, shift) => {
        const account = serial + String(nubanCheckDigit(institution, serial));
        const wrong = String((Number(account[at]) + shift) % 10);
        expect(checkNuban(account.slice(0, at) + wrong + account.slice(at + 1), institution)).toBe('suspect');
      }),
    );
  });

  it('refuses other lengths', () => {
    expect(() => nubanCheckDigit('011', '000001457')).toThrow(RangeError);
    expect(() => nubanCheckDigit('000011', '0000014579')).toThrow(RangeError);
  });
});
