import { describe, expect, it } from 'vitest';
import {
  choiceOf, daysOf, earliestDay, periodError, periodWords, queryOf, withChoice,
} from '../../../src/pages/shared/history/period';
import type { PeriodChoice, Preset } from '../../../src/pages/shared/history/period';

const NOW_MS = Date.parse('2026-11-21T11:00:00Z');
const choice = (preset: Preset, from = '', to = ''): PeriodChoice => ({ preset, from, to });

describe('the period of a history', () => {
  it('counts today as one of the days', () => {
    expect(daysOf(choice('today'), NOW_MS)).toEqual({ from: '2026-11-21', to: '2026-11-21' });
    expect(daysOf(choice('7-days'), NOW_MS)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(daysOf(choice('30-days'), NOW_MS)).toEqual({ from: '2026-10-23', to: '2026-11-21' });
    expect(daysOf(choice('12-months'), NOW_MS)).toEqual({ from: '2025-11-21', to: '2026-11-21' });
  });

  it('takes the day in Lagos, not in UTC', () => {
    expect(daysOf(choice('today'), Date.parse('2026-11-21T23:30:00Z')).from).toBe('2026-11-22');
  });

  it('asks for the default without days, so that the kept answer is found again tomorrow', () => {
    expect(queryOf(choice('30-days'), NOW_MS)).toEqual({});
    expect(queryOf(choice('7-days'), NOW_MS)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  });

  it('goes back a year from 29 February to 28 February', () => {
    expect(earliestDay(Date.parse('2028-02-29T11:00:00Z'))).toBe('2027-02-28');
  });

  it.each([
    [choice('custom', '', ''), 'from-missing'],
    [choice('custom', '2026-11-01', ''), 'to-missing'],
    [choice('custom', 'yesterday', '2026-11-01'), 'from-missing'],
    [choice('custom', '2026-11-20', '2026-11-01'), 'turned'],
    [choice('custom', '2025-11-20', '2026-11-01'), 'too-early'],
    [choice('custom', '2026-11-01', '2026-11-01'), null],
    [choice('7-days', 'nonsense', ''), null],
  ] as const)('says of %j: %s', (period, error) => {
    expect(periodError(period, NOW_MS)).toBe(error);
  });

  it('comes back from the page’s address as it went in, and leaves other filters there', () => {
    const search = withChoice(new URLSearchParams('game=adire-gold'), choice('custom', '2026-11-01', '2026-11-20'));
    expect(search.get('game')).toBe('adire-gold');
    expect(choiceOf(search)).toEqual(choice('custom', '2026-11-01', '2026-11-20'));
  });

  it('leaves no trace of the default in the address', () => {
    const search = new URLSearchParams('period=custom&from=2026-11-01&to=2026-11-20');
    expect(withChoice(search, choice('30-days')).toString()).toBe('');
  });

  it('is the default for an address that makes no sense', () => {
    expect(choiceOf(new URLSearchParams('period=always')).preset).toBe('30-days');
  });

  it('reads as one day or as two', () => {
    expect(periodWords({ from: '2026-11-01', to: '2026-11-21' }, NOW_MS)).toBe('1 Nov – 21 Nov');
    expect(periodWords({ from: '2025-11-21', to: '2025-11-21' }, NOW_MS)).toBe('21 Nov 2025');
  });
});
