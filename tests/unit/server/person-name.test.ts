import { describe, expect, it } from 'vitest';
import { nameWords, namesMatch } from '../../../server/person-name';

const ADA = { firstname: 'Ada', lastname: 'Obi' };
const person = (firstname: string, lastname: string) => ({ firstname, lastname });

describe('a bank’s account name', () => {
  it.each([
    ['ADA OBI', ADA],
    ['OBI ADA', ADA],
    ['OBI, ADA NGOZI', ADA],
    ['obi  ada   ngozi', ADA],
    ['MISS ADA N. OBI', ADA],
    ['MR. OBI CHINEDU ADA', ADA],
    ['OBI ADA', person('Ada Ngozi', 'Obi')],
    ['OBI ADA N', person(' Ada ', ' OBI ')],
    ['OLAYINKA ADE BELLO', person('Ọláyínká', 'Adé-Bello')],
    ['OLÁYÍNKÁ ADEBELLO', person('Ọláyínká', 'Ade-Bello')],
    ['BELLO ADE OLAYINKA', person('Olayinka', 'Ade-Bello')],
    ['ADEOLA TUNDE', person('Ade Ola', 'Tunde')],
    ['ADE OLA TUNDE', person('Adeola', 'Tunde')],
    ['CHIDI O BRIEN', person('Chidi', 'O’Brien')],
    ['CHIDI OBRIEN', person('Chidi', "O'Brien")],
    ['DANJUMA ƁALA', person('Bala', 'Danjuma')],
    ['PRINCE OKAFOR', person('Prince', 'Okafor')],
    ['OKAFOR CHIEF DR EMEKA', person('Dr. Emeka', 'Okafor')],
    ['BO SU', person('Su', 'Bo')],
    ['ADA ADA', person('Ada', 'Ada')],
  ])('%s is that of %o', (accountName, profile) => {
    expect(namesMatch(profile, accountName)).toBe(true);
  });

  it.each([
    ['one name alone', 'ADA', ADA],
    ['one name alone, twice the same', 'ADA EZE', person('Ada', 'Ada')],
    ['the first name alone', 'ADA EZE NGOZI', ADA],
    ['the last name alone', 'OBI CHINEDU JOHN', ADA],
    ['an initial for the first name', 'A OBI', ADA],
    ['an initial for the last name', 'ADA O', ADA],
    ['an initial in the profile', 'OBI A NGOZI', person('A', 'Obi')],
    ['half of a double last name', 'AISHA BELLO', person('Aisha', 'Bello-Adeyemi')],
    ['a part of a longer name', 'ADAEZE OBIANUJU', ADA],
    ['first and last name in one word that is neither', 'ADAOBI', ADA],
    ['one word for both names', 'ADA', person('A', 'da')],
    ['a middle name for the first', 'OBI NGOZI', person('Ada Ngozi', 'Obi')],
    ['two people', 'OBI JOHN AND ADA EZE', ADA],
    ['two people', 'OBI JOHN & ADA EZE', ADA],
    ['two people', 'OBI JOHN/ADA EZE', ADA],
    ['two people', 'OBI JOHN, ADA EZE', ADA],
    ['a business', 'ADA OBI ENTERPRISES', ADA],
    ['a business', 'ADA OBI NIG LTD', ADA],
    ['a business', 'ADA OBI GLOBAL RESOURCES', ADA],
    ['a business', 'ADA OBI CONCEPTS', ADA],
    ['a business', 'OBI ADA FARMS INTL', ADA],
    ['a profile without a last name', 'ADA OBI', person('Ada', '.')],
    ['a profile without names', '. .', person('-', '-')],
    ['nothing', '', ADA],
    ['a title for a name', 'MR OBI', person('Mr', 'Obi Ada')],
  ])('with %s (%s) is not that of %o', (_, accountName, profile) => {
    expect(namesMatch(profile, accountName)).toBe(false);
  });

  it('of absurd length is looked at no further than a name goes, and quickly', () => {
    expect(namesMatch(ADA, `${'x '.repeat(100_000)}ada obi`)).toBe(false);
    expect(nameWords('a '.repeat(1_000))).toHaveLength(12);
  });

  it('is compared without marks, case and punctuation', () => {
    expect(nameWords('Ọláyínká Adé-Bello, Ẹ̀fẹ́')).toEqual(['olayinka', 'ade', 'bello', 'efe']);
    expect(nameWords('Ṣọlá\tN’Golo 3rd')).toEqual(['sola', 'ngolo', 'rd']);
  });
});
