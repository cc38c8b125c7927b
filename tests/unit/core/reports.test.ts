/** The definitions of a report's figures, and its periods in Lagos. */
import { describe, expect, it } from 'vitest';
import { BREAKDOWNS, FIGURE_KEYS, figureShare, figuresOf, figureWords, REPORT_ACCOUNTS, termsOf } from '../../../src/core/reports/figure-words';
import { endOfDay, faultOfPeriod, lastMonth, nextDay, previousDay, thisMonth } from '../../../src/core/reports/period';
import { randomFrom, seedOf } from '../../support/seeds';

describe('the words of a figure', () => {
  it.each(FIGURE_KEYS)('%s name every account, side and kind of entry that is summed, and no other account', (key) => {
    const { says } = figureWords.figures[key];
    for (const account of REPORT_ACCOUNTS) {
      const isSummed = termsOf(key).some((term) => term.account === account);
      const isNamed = says.includes(figureWords.accounts[account]);
      // Stakes, wins and bonus cost are defined above; a figure that is made of them may name them instead.
      expect({ account, isNamed }).toEqual({ account, isNamed: isSummed });
    }
    const sideWords = { credited: /\bgot\b|came back|\bto it\b/, debited: /\bpaid\b|\bleft\b/ };
    for (const { side, entryKind } of termsOf(key)) {
      expect(says).toMatch(sideWords[side]);
      if (entryKind !== undefined) expect(says).toContain(`“${entryKind}”`);
    }
    for (const [, kind] of says.matchAll(/“([a-z-]+)”/g)) expect(termsOf(key).map(({ entryKind }) => entryKind)).toContain(kind);
    if (termsOf(key).some(({ sign }) => sign === -1)) expect(says).toContain('less');
  });

  it('say of net revenue what is not taken off', () => {
    expect(figureWords.figures.ngr.says).toMatch(/Taxes and the fees of gateways are not in the ledger/);
  });
});

describe('a figure', () => {
  it('is the same from any split of the same sums, and NGR is GGR less bonus cost', () => {
    const random = randomFrom(seedOf('figures'));
    const kinds = ['stake', 'win', 'adjustment', 'bonus', 'deposit', 'deposit-held', 'deposit-returned', 'withdrawal', 'withdrawal-return'];
    const rows = Array.from({ length: 300 }, () => ({
      account: random.pick(REPORT_ACCOUNTS), entryKind: random.pick(kinds), credited: random.below(1_000_000), debited: random.below(1_000_000),
    }));
    const whole = figuresOf(rows);
    const [first, second] = [figuresOf(rows.slice(0, 100)), figuresOf(rows.slice(100))];
    for (const key of FIGURE_KEYS) expect(first[key] + second[key]).toBe(whole[key]);
    expect(whole.ngr).toBe(whole.ggr - whole.bonusCost);
    expect(figureShare('ggr', { account: 'house', entryKind: 'anything', credited: 7, debited: 2 })).toBe(5);
    expect(figureShare('stakes', { account: 'house', entryKind: 'win', credited: 7, debited: 2 })).toBe(0);
    for (const keys of Object.values(BREAKDOWNS)) expect(FIGURE_KEYS).toEqual(expect.arrayContaining([...keys]));
  });
});

describe('a period', () => {
  it('is of days in Lagos: the month begins an hour before UTC’s', () => {
    expect(thisMonth(Date.parse('2026-11-30T22:59:59Z'))).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(thisMonth(Date.parse('2026-11-30T23:00:00Z'))).toEqual({ from: '2026-12-01', to: '2026-12-01' });
    expect(lastMonth(Date.parse('2026-12-31T23:00:00Z'))).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(lastMonth(Date.parse('2028-03-01T12:00:00Z'))).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect([nextDay('2026-12-31'), previousDay('2027-01-01')]).toEqual(['2027-01-01', '2026-12-31']);
    expect(new Date(endOfDay('2026-11-21')).toISOString()).toBe('2026-11-21T23:00:00.000Z');
  });

  it.each([
    ['2026-02-29', '2026-03-01', 'from-wrong'], ['soon', '2026-03-01', 'from-wrong'], ['2026-01-01', '', 'to-wrong'], ['2026-01-02', '2026-01-01', 'backwards'],
    ['2026-01-01', '2027-01-02', 'too-long'], ['2028-01-01', '2028-12-31', null], ['2026-01-01', '2026-01-01', null],
  ])('from %s to %s is %s', (from, to, fault) => {
    expect(faultOfPeriod({ from, to })).toBe(fault);
  });
});
