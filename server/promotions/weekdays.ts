/** The weekdays, in Lagos, on which a promotion can be claimed. Pure; instants in epoch ms. */
import { DAY_MS, lagosDay, lagosDayStart } from '../../src/core/time';

/** 1 is Monday, 7 is Sunday; null means every day. */
export type Weekdays = readonly number[] | null;

const WEEK_DAYS = 7;

const midnight = (atMs: number): number => lagosDayStart(lagosDay(atMs));

/** Returns the weekday in Lagos: 1 is Monday, 7 is Sunday. */
export function weekdayOf(atMs: number): number {
  // At noon the weekday is the same in Lagos and in UTC.
  const day = new Date(midnight(atMs) + DAY_MS / 2).getUTCDay();
  return day === 0 ? WEEK_DAYS : day;
}

export function isOnWeekday(weekdays: Weekdays, atMs: number): boolean {
  return weekdays === null || weekdays.includes(weekdayOf(atMs));
}

/** Returns the first moment from `fromMs` on that is on one of the weekdays. */
export function nextOnWeekday(weekdays: Weekdays, fromMs: number): number {
  if (isOnWeekday(weekdays, fromMs)) return fromMs;
  const midnights = Array.from({ length: WEEK_DAYS }, (_, day) => midnight(fromMs) + (day + 1) * DAY_MS);
  return midnights.find((atMs) => isOnWeekday(weekdays, atMs)) ?? fromMs;
}

/**
 * Returns the end of the time for which a claim at `atMs` waits for its deposit: `claimDays`, or the end of the last consecutive weekday if that is
 * earlier. A claim on a Friday for a promotion on Fridays waits until midnight.
 */
export function claimWaitEnd(weekdays: Weekdays, claimDays: number, atMs: number): number {
  const latest = atMs + claimDays * DAY_MS;
  for (let end = midnight(atMs) + DAY_MS; end < latest; end += DAY_MS) {
    if (!isOnWeekday(weekdays, end)) return end;
  }
  return latest;
}
