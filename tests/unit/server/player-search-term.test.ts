import { describe, expect, it } from 'vitest';
import { maskAccountName, maskEmail, maskName, maskPhone } from '../../../server/masks';
import { lookupsOf, maskTerm, readPhone } from '../../../server/desk-players/search-term';

describe('a phone in a search', () => {
  it.each(['08031234321', '0803 123 4321', '8031234321', '+2348031234321', '234-803-123-4321', '+234 (0) 803 123 4321', '002348031234321', ' 0803.123.4321'])('is found as %s', (typed) => {
    expect(readPhone(typed.trim())).toBe('+2348031234321');
  });

  it.each(['4321', '0603 123 4321', '+44 7700 900123', '0803 123 432', 'call 08031234321', '١٢٣٤'])('is not %s', (typed) => {
    expect(readPhone(typed)).toBeNull();
  });
});

describe('a term', () => {
  const kindsOf = (term: string): string[] => [...new Set(lookupsOf(term).map(({ by }) => by))];

  it.each([
    ['Ada@Player.Example ', ['email']],
    ['0803 123 4321', ['phone']],
    ['08031234321', ['phone', 'user-id', 'payment']],
    ['4321', ['account', 'username', 'name']],
    ['ad', ['username', 'name']],
    ['Ada Okafor', ['name']],
    ['w-1vQx8hY2mZ0aAbBcCdDeEf', ['user-id', 'payment', 'username', 'name']],
    [`'; DROP TABLE player; --`, ['name']],
    ['a', []],
  ])('%s is looked for by %j', (term, kinds) => {
    expect(kindsOf(term)).toEqual(kinds);
  });

  it('of two words may have the family name first or last', () => {
    expect(lookupsOf('Ada Ngozi Okafor').map((lookup) => ('lastname' in lookup ? [lookup.firstname, lookup.lastname] : []))).toEqual([['Ada Ngozi', 'Okafor'], ['Ngozi Okafor', 'Ada'], []]);
  });
});

describe('what the audit trail keeps of a term', () => {
  it.each([
    ['Ada Okafor', [], 'A••• O•••'],
    ['ada@player.example', [{ by: 'email' }], 'a•••@…'],
    ['0803 123 4321', [{ by: 'phone' }], '••• 4321'],
    ['4321', [{ by: 'account' }], '4•••'],
    ['d-1vQx8hY2mZ0aAbBc', [{ by: 'payment' }], 'd-1vQx8hY2mZ0aAbBc'],
  ] as const)('of %s is %3$s', (typed, found, kept) => {
    expect(maskTerm(typed, found)).toBe(kept);
  });
});

describe('a masked value', () => {
  it('lets its player be recognised and nobody else be known', () => {
    expect(maskName('Ọládipọ̀', 'Adéyẹmí')).toBe('Ọ. Adéyẹmí');
    expect(maskName('', 'Adeyemi')).toBe('Adeyemi');
    expect(maskPhone('+2348031234321')).toBe('••• 4321');
    expect(maskEmail('ada@player.example')).toBe('a•••@…');
    expect(maskAccountName('OBI  ADA CHIDINMA')).toBe('O••• A••• C•••');
  });
});
