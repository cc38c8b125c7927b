import { describe, expect, it } from 'vitest';
import { parsePlaces } from '../../../server/place/place-file';
import { standardBook } from '../../../server/place/places';
import { lowestWageringCeiling, rulesFor } from '../../../server/place/rules';
import type { CallerPlace, PlaceBook } from '../../../server/place/rules';

const FILE = {
  default: {
    served: true, minimumAge: 18, licence: 'Licensed.', realityCheckMinutes: 60,
    ceilings: { deposit: { day: 50_000, month: 500_000 }, stake: { day: 100_000.5 } },
  },
  states: {
    LA: { licence: 'Licensed in Lagos.', ceilings: { deposit: { day: 20_000 }, loss: { week: 70_000 } } },
    RI: { minimumAge: 21, realityCheckMinutes: 30, licence: '', ceilings: { deposit: { day: 30_000, month: 100_000 } } },
    KN: { served: false },
  },
};

function bookOf(file: unknown): PlaceBook {
  const read = parsePlaces(JSON.stringify(file));
  if ('errors' in read) throw new Error(read.errors.join('\n'));
  return read.book;
}

function errorsOf(file: unknown): readonly string[] {
  const read = parsePlaces(typeof file === 'string' ? file : JSON.stringify(file));
  return 'errors' in read ? read.errors : [];
}

const book = bookOf(FILE);
const from = (state: CallerPlace['state'], country: string | null = 'NG', allowedCountries: readonly string[] = []): CallerPlace =>
  ({ country, state, book, allowedCountries });

describe('what holds in a place', () => {
  it('is the default where no state is known, and in a state that the file does not name', () => {
    expect(rulesFor(null, from(null))).toMatchObject({ served: true, minimumAge: 18, licence: 'Licensed.', realityCheckMinutes: 60 });
    expect(rulesFor(null, from('OY'))).toEqual(rulesFor(null, from(null)));
    expect(rulesFor('nonsense', from(null))).toEqual(rulesFor(null, from(null)));
    expect(rulesFor('constructor', from(null))).toEqual(rulesFor(null, from(null)));
  });

  it('is what the file says of the state, and the default in everything else', () => {
    const { ceilings, minimumAge, licence } = rulesFor(null, from('LA'));
    expect({ minimumAge, licence }).toEqual({ minimumAge: 18, licence: 'Licensed in Lagos.' });
    expect(ceilings).toEqual({
      deposit: { day: 20_000_00, week: null, month: 500_000_00 },
      loss: { day: null, week: 70_000_00, month: null },
      stake: { day: 100_000_50, week: null, month: null },
    });
  });

  it('is that of the player’s own state where no region is told', () => {
    expect(rulesFor('RI', from(null)).minimumAge).toBe(21);
    expect(rulesFor('KN', from(null)).served).toBe(false);
  });

  it.each([['RI', 'LA'], ['LA', 'RI']] as const)('of two states is the stricter in everything: from %s, at home in %s', (there, home) => {
    const both = rulesFor(home, from(there));
    expect(both).toMatchObject({ served: true, minimumAge: 21, realityCheckMinutes: 30, licence: 'Licensed in Lagos.' });
    expect(both.ceilings).toEqual({
      deposit: { day: 20_000_00, week: null, month: 100_000_00 },
      loss: { day: null, week: 70_000_00, month: null },
      stake: { day: 100_000_50, week: null, month: null },
    });
  });

  it('is never laxer than the rules of the home state, nor than those of the place', () => {
    expect(rulesFor('KN', from('LA')).served).toBe(false);
    expect(rulesFor('LA', from('KN')).served).toBe(false);
    // A state that the file does not name is not stricter than the default, and not laxer.
    expect(rulesFor('OY', from('RI')).minimumAge).toBe(21);
  });

  it('is not served in a country that is not on the list, and where none is known', () => {
    expect(rulesFor(null, from(null, 'NG', ['NG', 'GH'])).served).toBe(true);
    expect(rulesFor(null, from(null, 'GB', ['NG', 'GH'])).served).toBe(false);
    expect(rulesFor('LA', from(null, null, ['NG'])).served).toBe(false);
    expect(rulesFor('KN', from('LA', 'NG', ['NG'])).served).toBe(false);
    expect(rulesFor(null, from(null, null)).served).toBe(true);
  });
});

describe('the file of places', () => {
  it('that comes with the program can be read: 18 in Lagos and elsewhere, no invented licence', () => {
    const standard = standardBook();
    expect(standard.standard).toMatchObject({ served: true, minimumAge: 18, licence: '', realityCheckMinutes: 60, maxWagering: 10, depositTurnover: 1 });
    expect(standard.states.LA?.minimumAge).toBe(18);
  });

  it.each([
    ['{', /^is not valid JSON: /],
    ['[]', /^the file must be of the type object$/],
    [{ states: {} }, /^default is missing$/],
    [{ ...FILE, default: { ...FILE.default, minimumAge: 17 } }, /^default\.minimumAge must be 18 or more$/],
    [{ ...FILE, default: { ...FILE.default, minimumAge: 18.5 } }, /^default\.minimumAge must be a whole number of years$/],
    [{ ...FILE, default: { ...FILE.default, served: 'yes' } }, /^default\.served must be true or false$/],
    [{ ...FILE, default: { ...FILE.default, realityCheckMinutes: 90 } }, /^default\.realityCheckMinutes must be one of 15, 30, 45, 60$/],
    [{ ...FILE, default: { ...FILE.default, maxWagering: 61 } }, /^default\.maxWagering must be a whole number from 1 to 60$/],
    [{ ...FILE, states: { LA: { depositTurnover: 2 } } }, /^states\.LA\.depositTurnover must be 0 or 1$/],
    [{ ...FILE, states: { XX: {} } }, /^states\.XX is not known$/],
    [{ ...FILE, states: { LA: { minimumage: 21 } } }, /^states\.LA\.minimumage is not known$/],
    [{ ...FILE, states: { LA: { licence: 7 } } }, /^states\.LA\.licence must be a text/],
    [{ ...FILE, states: { LA: { ceilings: { deposit: { year: 1 } } } } }, /^states\.LA\.ceilings\.deposit\.year is not known$/],
    [{ ...FILE, states: { LA: { ceilings: { deposit: { day: 0 } } } } }, /^states\.LA\.ceilings\.deposit\.day must be an amount in naira above 0/],
    [{ ...FILE, states: { LA: { ceilings: { loss: { day: 10.001 } } } } }, /^states\.LA\.ceilings\.loss\.day must be an amount/],
    [{ ...FILE, state: {} }, /^state is not known$/],
  ])('is refused with one line that says where: %j', (file, line) => {
    expect(errorsOf(file)).toEqual([expect.stringMatching(line)]);
  });

  it('is refused with a line for each mistake', () => {
    const file = { ...FILE, default: { ...FILE.default, minimumAge: 3 }, states: { LA: { served: 1 } } };
    expect(errorsOf(file)).toEqual(['default.minimumAge must be 18 or more', 'states.LA.served must be true or false']);
  });
});

describe('wagering and turnover', () => {
  const file = (standard: object, states: object) => bookOf({ ...FILE, default: { ...FILE.default, ...standard }, states });

  it('are ten times and once where the file says nothing, and a state takes what the standard says', () => {
    expect(bookOf(FILE).standard).toMatchObject({ maxWagering: 10, depositTurnover: 1 });
    const book = file({ maxWagering: 8, depositTurnover: 0 }, { LA: {}, RI: { maxWagering: 5, depositTurnover: 1 } });
    expect([book.states.LA, book.states.RI]).toMatchObject([{ maxWagering: 8, depositTurnover: 0 }, { maxWagering: 5, depositTurnover: 1 }]);
  });

  it('are the stricter ones of two states', () => {
    const book = file({}, { LA: { maxWagering: 8, depositTurnover: 0 }, RI: { maxWagering: 5 } });
    expect(rulesFor('LA', { country: 'NG', state: 'RI', book, allowedCountries: [] })).toMatchObject({ maxWagering: 5, depositTurnover: 1 });
  });

  it('of an offer are bound by the lowest ceiling of all places that are served', () => {
    expect(lowestWageringCeiling(file({}, { LA: { maxWagering: 6 }, KN: { maxWagering: 3, served: false } }))).toBe(6);
    expect(lowestWageringCeiling(file({ served: false, maxWagering: 2 }, { LA: { maxWagering: 6 } }))).toBe(2);
    expect(lowestWageringCeiling(file({ served: false, maxWagering: 2 }, { LA: { served: true, maxWagering: 6 } }))).toBe(6);
  });
});
