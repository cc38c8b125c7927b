import { describe, expect, it } from 'vitest';
import { EXCLUSION_LENGTHS, endOfExclusion, periodEnd, periodStartDay, stateOfLength } from '../../../src/core/protection';
import type { ExclusionLength, LimitPeriod } from '../../../src/core/protection';

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const lagos = (text: string): number => Date.parse(`${text}+01:00`);

describe('a period of a limit', () => {
  it.each<[string, LimitPeriod, string, string]>([
    // The last millisecond of a day in Lagos is 22:59:59.999 in UTC.
    ['2026-11-21T22:59:59.999Z', 'day', '2026-11-21', '2026-11-21T23:00:00.000Z'],
    ['2026-11-21T23:00:00.000Z', 'day', '2026-11-22', '2026-11-22T23:00:00.000Z'],
    // Sunday night and Monday.
    ['2026-11-22T22:59:59.999Z', 'week', '2026-11-16', '2026-11-22T23:00:00.000Z'],
    ['2026-11-22T23:00:00.000Z', 'week', '2026-11-23', '2026-11-29T23:00:00.000Z'],
    // A week over the end of a year.
    ['2026-12-31T23:30:00.000Z', 'week', '2026-12-28', '2027-01-03T23:00:00.000Z'],
    ['2026-11-30T22:59:59.999Z', 'month', '2026-11-01', '2026-11-30T23:00:00.000Z'],
    ['2026-11-30T23:00:00.000Z', 'month', '2026-12-01', '2026-12-31T23:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', 'month', '2027-01-01', '2027-01-31T23:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 'month', '2028-02-01', '2028-02-29T23:00:00.000Z'],
    ['2027-02-28T12:00:00.000Z', 'month', '2027-02-01', '2027-02-28T23:00:00.000Z'],
  ])('at %s the %s began on %s and ends at %s', (at, period, start, end) => {
    expect([periodStartDay(period, Date.parse(at)), iso(periodEnd(period, Date.parse(at)))]).toEqual([start, end]);
  });

  it('is followed by the next one without a gap, checked for every hour of four years', () => {
    const wrong: string[] = [];
    for (const period of ['day', 'week', 'month'] as const) {
      for (let at = lagos('2026-01-01T00:00:00'); at < lagos('2030-01-01T00:00:00'); at += 3_600_000 * 7) {
        const [start, end] = [lagos(`${periodStartDay(period, at)}T00:00:00`), periodEnd(period, at)];
        const isWithout = start <= at && at < end && lagos(`${periodStartDay(period, end)}T00:00:00`) === end && periodEnd(period, end - 1) === end;
        if (!isWithout) wrong.push(`${period} ${new Date(at).toISOString()}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a break or an exclusion', () => {
  it.each<[ExclusionLength, string, string | null]>([
    ['24-hours', '2026-11-21T14:02:03.004', '2026-11-22T14:02:03.004'],
    ['7-days', '2026-11-21T14:02:03.004', '2026-11-28T14:02:03.004'],
    ['30-days', '2027-02-01T00:00:00.000', '2027-03-03T00:00:00.000'],
    ['6-months', '2026-11-21T14:02:03.004', '2027-05-21T14:02:03.004'],
    // A day that the month has not is as many days later: never cut short.
    ['6-months', '2026-08-31T23:59:59.999', '2027-03-03T23:59:59.999'],
    ['6-months', '2027-08-31T23:59:59.999', '2028-03-02T23:59:59.999'],
    ['1-year', '2028-02-29T10:00:00.000', '2029-03-01T10:00:00.000'],
    ['1-year', '2027-02-28T10:00:00.000', '2028-02-28T10:00:00.000'],
    ['2-years', '2026-12-31T00:00:00.000', '2028-12-31T00:00:00.000'],
    ['5-years', '2028-02-29T00:30:00.000', '2033-03-01T00:30:00.000'],
    ['permanent', '2026-11-21T14:02:03.004', null],
  ])('of %s from %s ends at %s', (length, from, end) => {
    expect(iso(endOfExclusion(length, lagos(from)))).toBe(end === null ? null : iso(lagos(end)));
  });

  it('counts its months by the calendar of Lagos, not of UTC', () => {
    // 00:30 on the first in Lagos is still the 31st in UTC.
    expect(iso(endOfExclusion('6-months', lagos('2026-09-01T00:30:00')))).toBe('2027-02-28T23:30:00.000Z');
  });

  it('is longer than every one before it in the list, wherever it begins', () => {
    for (let from = lagos('2027-01-01T00:00:00'); from < lagos('2029-01-01T00:00:00'); from += 86_400_000) {
      const ends = EXCLUSION_LENGTHS.map((length) => endOfExclusion(length, from) ?? Infinity);
      expect([...ends].sort((a, b) => a - b)).toEqual(ends);
      expect(new Set(ends).size).toBe(ends.length);
      expect((ends[3] ?? 0) - from).toBeGreaterThanOrEqual(181 * 86_400_000);
    }
  });

  it('is a cool-off up to 30 days and an exclusion above', () => {
    expect(EXCLUSION_LENGTHS.map(stateOfLength)).toEqual([...Array<string>(3).fill('cool-off'), ...Array<string>(5).fill('excluded')]);
  });
});
