import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQuestionIndex } from '../../../src/core/question-search';
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
    ['calabahss', 'Golden Calabash'],
    ['ruolettte', 'European Roulette'],
    ['ekonights', 'Eko Nights'],
    ['adiregold', 'Adire Gold'],
  ])('finds for %j only %s', (query, name) => {
    expect(search(query)).toEqual([name]);
  });

  it('joins words of the query where the text has none between', () => {
    expect(createIndex(['PalmPay', 'Palm Springs'], (name) => name)('palm pay')).toEqual(['PalmPay']);
  });

  it.each(['eki', 'xgld', 'gokdxn', 'calxbzhsh', 'zzzz'])('finds nothing for %j: too short or too far off', (query) => {
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

  it('puts a beginning in the title before the whole word in the text', () => {
    const pages = [['Paying in', 'Before you withdraw'], ['Withdrawals', 'How it works']];
    expect(createIndex(pages, (texts) => texts)('withdraw')).toEqual([pages[1], pages[0]]);
  });

  it('puts one slip before two, and both after words without one', () => {
    const names = ['Deposittion', 'Depposittion', 'Deposition'];
    expect(createIndex(names, (name) => name)('deposition')).toEqual(['Deposition', 'Deposittion', 'Depposittion']);
  });

  it('reads each text once, whatever is asked', () => {
    const letters = (n: number) => Array.from({ length: 9 }, (_, i) => String.fromCharCode(97 + ((n * (i + 7) + i * i) % 26))).join('');
    const texts = Array.from({ length: 200 }, (_, at) => Array.from({ length: 300 }, (_, i) => letters(at * 300 + i)).join(' '));
    let steps = 0;
    const find = createIndex(texts, (text) => ((steps += 1), text));
    find('withdrawal');
    find('withdarwall');
    // Reading is the expensive part, so each text is read once and no query reads it again.
    expect(steps).toBe(texts.length);
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

describe('a question', () => {
  const pages = ['How long a withdrawal takes', 'Pay in with a card', 'Close your account'];
  const ask = createQuestionIndex(pages, (title) => title);

  it('wants every word first, like a search', () => {
    expect(ask('withdrawal takes')).toEqual(['How long a withdrawal takes']);
  });

  it('falls back to items that have at least half of the longer words', () => {
    expect(ask('please how long will the withdrawal be')).toEqual(['How long a withdrawal takes']);
    expect(ask('card stolen yesterday somewhere')).toEqual([]);
  });

  it('finds nothing for an empty question', () => {
    expect(ask(' ? ')).toEqual([]);
  });
});
