import { describe, expect, test } from 'vitest';
import { articleAt, helpArticles } from '../../../src/content/help';
import { loadHelpTexts } from '../../../src/content/load-help-texts';
import { createHelpSearch } from '../../../src/content/help-search';
import { PROBLEM_CODES } from '../../../src/core/contract/problem';
import { errorWords, helpOf } from '../../../src/core/error-words';
import { CALL_ERROR_CODES } from '../../../src/core/errors';

const search = createHelpSearch(await loadHelpTexts());
const best = (query: string, places = 1) => search(query).slice(0, places).map(({ slug }) => slug);

describe('error codes in the help centre', () => {
  test.each([...PROBLEM_CODES, ...CALL_ERROR_CODES, 'captive-portal'])('%s has an article', (code) => {
    expect(articleAt(code)?.codes).toContain(code);
  });

  test('no code is explained in two articles, and none stands there that nobody sends', () => {
    const all = helpArticles.flatMap(({ codes }) => codes);
    expect(new Set(all).size).toBe(all.length);
    const allCodes = new Set<string>([...PROBLEM_CODES, ...CALL_ERROR_CODES, 'captive-portal']);
    expect(all.filter((code) => !allCodes.has(code))).toEqual([]);
  });

  test('an address that is both a slug and a code is the same article', () => {
    for (const { slug } of helpArticles) expect(articleAt(slug)?.slug).toBe(slug);
  });

  test('no address leads nowhere quietly: what is unknown is no article', () => {
    expect(articleAt('')).toBeUndefined();
    expect(articleAt('constructor')).toBeUndefined();
  });
});

describe('the article of an error', () => {
  const problem = (code: string, detail?: string) => ({ title: 'No', status: 409, code, ...(detail !== undefined && { detail }) });
  const refused = (code: string, detail?: string) => errorWords({ code: 'bad-request', retryable: false, problem: problem(code, detail) });

  test.each(PROBLEM_CODES)('%s: what is said of it leads to its article, also inside a longer text', (code) => {
    const detail = `About ${code}.`;
    expect(helpOf(refused(code, detail))).toBe(`/help#${code}`);
    expect(helpOf(`${detail} Nothing was taken.`)).toBe(`/help#${code}`);
    const own = helpOf(refused(code));
    expect(articleAt(own?.split('#')[1] ?? '')).toBe(articleAt(code));
  });

  test('a failed connection and a network that wants a sign-in have theirs', () => {
    expect(helpOf(errorWords({ code: 'timeout', retryable: true }))).toBe('/help#timeout');
    expect(helpOf(errorWords({ code: 'bad-response', retryable: true, captivePortal: true }))).toBe('/help#captive-portal');
  });

  test('words that no error said, and codes of other platforms, have none', () => {
    expect(helpOf('Nothing was sent.')).toBeNull();
    expect(helpOf(refused('from-elsewhere', 'Something else.'))).toBeNull();
    expect(helpOf(refused('constructor'))).toBeNull();
  });
});

describe('the search of the help centre', () => {
  test.each([
    ['withdraw', 'withdraw'],
    ['widthdraw', 'withdraw'],
    ['forgoten pasword', 'forgot-password'],
    ['insuficient funds', 'balance-parts'],
    ['name-mismatch', 'withdraw-name'],
    ['debitted', 'deposit-debited'],
    ['whatsap', 'protect-account'],
    ['captive portal', 'network-sign-in'],
    ['vnin', 'why-nin'],
    ['adire', 'adire-gold'],
  ])('finds for %j first of all %s', (query, slug) => {
    expect(best(query)).toEqual([slug]);
  });

  test.each([
    ['my bank debited me but the money did not come', 'deposit-debited'],
    ['how long does a witdrawal take?', 'withdraw-times'],
    ['why did the app kick me out', 'signed-out'],
    ['can I delete my account please', 'close-account'],
  ])('a question in a whole sentence, %j, has %s among the first three', (question, slug) => {
    expect(best(question, 3)).toContain(slug);
  });

  test.each(['', ' … ', 'xqzzk', 'zzz yyyyyy wwwww'])('finds nothing for %j', (query) => {
    expect(search(query)).toEqual([]);
  });

  test('every article is found first by its own title', () => {
    for (const { title, slug } of helpArticles) expect(best(title), title).toEqual([slug]);
  });

  test('works before the texts are there', () => {
    expect(createHelpSearch(null)('withdraw').map(({ slug }) => slug)).toContain('withdraw');
  });
});
