import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatNaira, kobo } from '../../../src/core/money';
import { figure, plural } from '../../../src/core/words/plural';
import { language } from '../../../src/core/words/language';
import { ageWords } from '../../../src/core/time';
import { chooseLanguage, languageOf } from '../../../src/words/choose';

/** The catalogue anew, without what other tests have spoken. */
async function freshCatalogue() {
  vi.resetModules();
  const { catalogue } = await import('../../../src/core/words/catalogue');
  const { speak } = await import('../../../src/core/words/speak');
  return { catalogue, speak };
}

const english = () => ({
  title: 'Deposit',
  found: (n: number) => `${n} found`,
  states: { paid: 'Paid', failed: 'Failed' },
  steps: ['Ask', 'Pay'],
});

describe('the catalogue', () => {
  test('is English until another language is spoken', async () => {
    const { catalogue } = await freshCatalogue();
    expect(catalogue('a', { title: 'Deposit', list: ['x'] })).toEqual({ title: 'Deposit', list: ['x'] });
  });

  test.each(['before', 'after'])('speaks the other language in a section made %s it was chosen, and English where it says nothing', async (when) => {
    const { catalogue, speak } = await freshCatalogue();
    const other = { deposit: { title: 'Ajiya', found: (n: number) => `an samu ${n}`, states: { paid: 'An biya' }, steps: ['Nema', 'Biya', 'Jira'] } };
    if (when === 'after') speak(other);
    const words = catalogue('deposit', english());
    if (when === 'before') speak(other);
    expect(words.title).toBe('Ajiya');
    expect(words.found(3)).toBe('an samu 3');
    expect(words.states).toEqual({ paid: 'An biya', failed: 'Failed' });
    expect(words.steps).toEqual(['Nema', 'Biya', 'Jira']);
  });

  test('does not change sections with other names', async () => {
    const { catalogue, speak } = await freshCatalogue();
    speak({ other: { title: 'Wani' } });
    expect(catalogue('deposit', english()).title).toBe('Deposit');
  });
});

describe('counts and figures', () => {
  afterEach(() => {
    language.tag = 'en-NG';
  });

  test('English has one and many, and a word for none where there is one', () => {
    const games = (n: number) => plural(n, { one: '# game', other: '# games' });
    expect([0, 1, 2, 21, 1250].map(games)).toEqual(['0 games', '1 game', '2 games', '21 games', '1,250 games']);
    expect(plural(0, { zero: 'none', other: '#' })).toBe('none');
  });

  test('another language has the forms that it has', () => {
    language.tag = 'pl';
    const games = (n: number) => plural(n, { one: '# gra', few: '# gry', many: '# gier', other: '# gry' });
    expect([1, 2, 5, 12, 22].map(games)).toEqual(['1 gra', '2 gry', '5 gier', '12 gier', '22 gry']);
    expect(plural(5, { one: 'one', other: '# others' })).toBe('5 others');
  });

  test('figures and amounts are written as the language does', () => {
    expect([figure(1_234_567), formatNaira(kobo(123_456_750))]).toEqual(['1,234,567', '₦1,234,567.50']);
    for (const n of [0, 7, 999, 1_000, 12_345, 999_999, -1, -999, -1_000, -123_456, 1.5, 1_234.25]) expect(figure(n)).toBe(n.toLocaleString('en-NG'));
    language.tag = 'de-NG';
    expect(figure(1_234_567)).toBe('1.234.567');
    expect(formatNaira(kobo(123_456_750)).replace(/\s/g, ' ')).toMatch(/1\.234\.567,50/);
  });
});

describe('the choice of a language', () => {
  beforeEach(() => vi.stubGlobal('document', { documentElement: { lang: 'en-NG' } }));
  afterEach(() => {
    vi.unstubAllGlobals();
    language.tag = 'en-NG';
  });

  test.each([
    [['en-NG', 'ha-NG'], ['ha'], null],
    [['ha-NG', 'en-GB'], ['ha'], 'ha-NG'],
    [['yo', 'ha'], ['ha', 'pcm'], 'ha'],
    [['PCM-NG'], ['pcm'], 'PCM-NG'],
    [['fr', 'de'], ['ha'], null],
    [['yo', 'en', 'ha'], ['ha'], null],
    [[], ['ha'], null],
    [['ha'], [], null],
  ])('of %j, with %j here, it is %s', (wanted, there, tag) => {
    expect(languageOf(wanted, there)).toBe(tag);
  });

  test('speaks the file of the language, and the document says so', async () => {
    const spokenBefore = ageWords(0, 0);
    await chooseLanguage(['yo-NG'], { './yo.ts': () => Promise.resolve({ 'core/time-words': { now: 'nísisìyí' } }) });
    expect(ageWords(0, 0)).toBe('nísisìyí');
    expect(document.documentElement.lang).toBe('yo-NG');
    expect(language.tag).toBe('yo-NG');
    await chooseLanguage(['yo-NG'], { './yo.ts': () => Promise.resolve({ 'core/time-words': { now: spokenBefore } }) });
  });

  test('a file that does not load leaves English', async () => {
    await chooseLanguage(['yo'], { './yo.ts': () => Promise.reject(new Error('no network')) });
    expect([language.tag, document.documentElement.lang, ageWords(0, 0)]).toEqual(['en-NG', 'en-NG', 'just now']);
  });

  test('no language beside English ships, so nothing is asked for', async () => {
    await chooseLanguage(['ha', 'yo', 'pcm']);
    expect(language.tag).toBe('en-NG');
  });
});
