import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIndex, searchWords } from '../../../src/core/text-search';

const GAMES = ['Adire Gold', 'Golden Calabash', 'Eko Nights', 'Gold Coast', 'European Roulette', 'Ọ̀ṣun Riches', 'Ƙwallo'];
const search = createIndex(GAMES, (name) => name);

describe('searchWords', () => {
  it('drops accents, dots, hooks, apostrophes and marks', () => {
    expect(searchWords('Ìròyìn Ọ̀fẹ́')).toEqual(['iroyin', 'ofe']);
    expect(searchWords("Ƙwallo: don't *737#")).toEqual(['kwallo', 'dont', '737']);
    expect(searchWords(' … ')).toEqual([]);
  });
});

describe('a search', () => {
  it('puts whole words before beginnings, and first words before later ones', () => {
    expect(search('gold')).toEqual(['Gold Coast', 'Adire Gold', 'Golden Calabash']);
  });

  it('wants every word of the query, in any order', () => {
    expect(search('gold adi')).toEqual(['Adire Gold']);
    expect(search('gold roulette')).toEqual([]);
  });

  it.each([
    ['osun', 'Ọ̀ṣun Riches'],
    ['ỌṢUN', 'Ọ̀ṣun Riches'],
    ['kwallo', 'Ƙwallo'],
    ['rolette', 'European Roulette'],
    ['rouletet', 'European Roulette'],
    ['roullette', 'European Roulette'],
    ['rpulette', 'European Roulette'],
    ['europaen roul', 'European Roulette'],
    ['calabahs', 'Golden Calabash'],
    ['ekonights', 'Eko Nights'],
    ['adiregold', 'Adire Gold'],
  ])('finds for %j only %s', (query, name) => {
    expect(search(query)).toEqual([name]);
  });

  it('joins words of the query where the text has none between', () => {
    expect(createIndex(['PalmPay', 'Palm Springs'], (name) => name)('palm pay')).toEqual(['PalmPay']);
  });

  it.each(['eki', 'xgld', 'gokden calabahss', 'zzzz'])('finds nothing for %j: too short or too far off', (query) => {
    expect(search(query)).toEqual([]);
  });

  it('allows no slip in figures', () => {
    const byCode = createIndex(['50739', '50738'], (code) => code);
    expect(byCode('50738')).toEqual(['50738']);
    expect(byCode('50737')).toEqual([]);
  });

  it('ranks a text given first above one given later', () => {
    const pages = [
      { title: 'Withdrawals', body: 'How bonus money is left out' },
      { title: 'Bonus rules', body: 'Wagering' },
    ];
    const searchPages = createIndex(pages, ({ title, body }) => [title, body]);
    expect(searchPages('bonus').map(({ title }) => title)).toEqual(['Bonus rules', 'Withdrawals']);
  });

  it('returns everything in its order for a query without words, and does not hand out its own list', () => {
    expect(search('  ')).toEqual(GAMES);
    search('').pop();
    expect(search('')).toEqual(GAMES);
  });

  it('finds every item by any of its words, by their beginnings, and by a word with two letters swapped', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), minLength: 4, maxLength: 9 });
    const title = fc.array(word, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(title, { minLength: 1, maxLength: 20 }), fc.nat(), (texts, at) => {
        const find = createIndex(texts, (words) => words.join(' '));
        const item = texts[at % texts.length] ?? [];
        for (const full of item) {
          const swapped = `${full.slice(0, 2)}${full[3] ?? ''}${full[2] ?? ''}${full.slice(4)}`;
          expect(find(full)).toContain(item);
          expect(find(full.slice(0, 3))).toContain(item);
          expect(find(swapped)).toContain(item);
        }
      }),
    );
  });
});
