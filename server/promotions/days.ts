/** Days of the week on which a promotion is there, in Lagos. Pure; instants in epoch ms. */
import { DAY_MS, lagosDay, lagosDayStart } from '../../src/core/time';

/** 1 = Monday … 7 = Sunday; null = every day. */
export type Weekdays = readonly number[] | null;

const WEEK_DAYS = 7;

const midnight = (atMs: number): number => lagosDayStart(lagosDay(atMs));

/** 1 = Monday … 7 = Sunday, in Lagos. */
export function weekdayOf(atMs: number): number {
  // Noon, so that the day of the week is Lagos' in UTC, too.
  const day = new Date(midnight(atMs) + DAY_MS / 2).getUTCDay();
  return day === 0 ? WEEK_DAYS : day;
}

export function isOnWeekday(weekdays: Weekdays, atMs: number): boolean {
  return weekdays === null || weekdays.includes(weekdayOf(atMs));
}

/** The first moment from `fromMs` on that is on one of the days. */
export function nextOnWeekday(weekdays: Weekdays, fromMs: number): number {
  if (isOnWeekday(weekdays, fromMs)) return fromMs;
  const midnights = Array.from({ length: WEEK_DAYS }, (_, day) => midnight(fromMs) + (day + 1) * DAY_MS);
  return midnights.find((atMs) => isOnWeekday(weekdays, atMs)) ?? fromMs;
}

/**
 * Until when a claim made at `atMs` waits for its deposit: `claimDays`, and no longer than the days go on. One that is made
 * on a Friday and for Fridays waits until midnight.
 */
export function claimWaitEnd(weekdays: Weekdays, claimDays: number, atMs: number): number {
  const latest = atMs + claimDays * DAY_MS;
  for (let end = midnight(atMs) + DAY_MS; end < latest; end += DAY_MS) {
    if (!isOnWeekday(weekdays, end)) return end;
  }
  return latest;
}
