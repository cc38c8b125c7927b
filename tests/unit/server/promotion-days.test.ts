import { describe, expect, it } from 'vitest';
import { isOnWeekday, nextOnWeekday, claimWaitEnd, weekdayOf } from '../../../server/promotions/weekdays';
import { drawWeekAt } from '../../../server/promotions/draws/draw-week';
import { formatInitials, formatShortName } from '../../../server/accounts/public-names';

const at = (instant: string): number => Date.parse(instant);
const iso = (atMs: number): string => new Date(atMs).toISOString();
/** Midnight in Lagos at the beginning of Friday 27 November 2026, and of the days around it. */
const FRIDAY = at('2026-11-26T23:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;

describe('a day of the week in Lagos', () => {
  it.each([
    [FRIDAY - 1, 4], [FRIDAY, 5], [FRIDAY + DAY_MS - 1, 5], [FRIDAY + DAY_MS, 6], [FRIDAY + 2 * DAY_MS, 7], [FRIDAY + 3 * DAY_MS, 1],
  ])('begins at midnight there: %d is %d', (atMs, day) => {
    expect(weekdayOf(atMs)).toBe(day);
    expect(isOnWeekday([day], atMs)).toBe(true);
    expect(isOnWeekday([1, 2, 3, 4, 5, 6, 7].filter((other) => other !== day), atMs)).toBe(false);
    expect(isOnWeekday(null, atMs)).toBe(true);
  });

  it('comes again within a week', () => {
    expect(iso(nextOnWeekday([5], FRIDAY - 1))).toBe(iso(FRIDAY));
    expect(iso(nextOnWeekday([5], FRIDAY + 5))).toBe(iso(FRIDAY + 5));
    expect(iso(nextOnWeekday([5], FRIDAY + DAY_MS))).toBe(iso(FRIDAY + 7 * DAY_MS));
    expect(iso(nextOnWeekday([4, 6], FRIDAY))).toBe(iso(FRIDAY + DAY_MS));
    expect(nextOnWeekday(null, FRIDAY + 7)).toBe(FRIDAY + 7);
  });
});

describe('the wait for a deposit', () => {
  it.each([
    ['goes on for its days', null, 7, FRIDAY + 7 * DAY_MS],
    ['ends with the day', [5], 1, FRIDAY + DAY_MS],
    ['ends with the day, however long it could be', [5], 30, FRIDAY + DAY_MS],
    ['goes on while the days do', [5, 6, 7], 30, FRIDAY + 3 * DAY_MS],
    ['is no longer than its days where the days go on', [5, 6, 7], 2, FRIDAY + 2 * DAY_MS],
    ['goes on where every day is named', [1, 2, 3, 4, 5, 6, 7], 9, FRIDAY + 9 * DAY_MS],
  ])('%s', (_, weekdays, days, end) => {
    expect(iso(claimWaitEnd(weekdays, days, FRIDAY))).toBe(iso(end));
  });

  it('of a claim at noon ends at midnight, not a day later', () => {
    expect(iso(claimWaitEnd([5], 1, FRIDAY + DAY_MS / 2))).toBe(iso(FRIDAY + DAY_MS));
  });
});

describe('the week of a draw', () => {
  it.each([
    ['2026-11-22T23:00:00.000Z', '2026-11-23'], ['2026-11-29T18:59:59.999Z', '2026-11-23'], ['2026-11-29T19:00:00.000Z', '2026-11-30'],
    ['2026-11-29T23:00:00.000Z', '2026-11-30'], ['2027-01-01T00:00:00.000Z', '2026-12-28'],
  ])('at %s is that of %s', (instant, week) => {
    expect(drawWeekAt(at(instant)).week).toBe(week);
  });

  it('goes from Monday midnight to Sunday 20:00 in Lagos', () => {
    const { opensAt, closesAt } = drawWeekAt(at('2026-11-25T10:00:00.000Z'));
    expect([iso(opensAt), iso(closesAt)]).toEqual(['2026-11-22T23:00:00.000Z', '2026-11-29T19:00:00.000Z']);
  });
});

describe('a name as others see it', () => {
  it.each([
    ['Ada', 'Obi', 'Ada O.', 'A. O.'],
    ['Ngozi Chioma', 'ọkọ̀nkwọ́', 'Ngozi Ọ.', 'N. Ọ.'],
    ['  Bayo ', '', 'Bayo', 'B.'],
    ['', '', 'A player', 'A player'],
  ])('of %s %s is %s, or %s', (firstname, lastname, short, initials) => {
    expect([formatShortName({ firstname, lastname }), formatInitials({ firstname, lastname })]).toEqual([short, initials]);
  });

  it('is none where the account is closed', () => {
    const gone = { firstname: 'Ada', lastname: 'Obi', closed: true };
    expect([formatShortName(gone), formatInitials(gone)]).toEqual(['A player', 'A player']);
  });
});
