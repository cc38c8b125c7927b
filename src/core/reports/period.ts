/** The periods of reports: days in Lagos. Pure; days are `YYYY-MM-DD`, instants epoch ms. */
import { DAY_MS, lagosDay, lagosDayStart } from '../time';

export interface ReportPeriod {
  /** First and last day, both in it. */
  readonly from: string;
  readonly to: string;
}

/** A report covers at most a year, leap or not. */
export const MAX_DAYS = 366;

export const nextDay = (day: string): string => lagosDay(lagosDayStart(day) + DAY_MS);
export const previousDay = (day: string): string => lagosDay(lagosDayStart(day) - DAY_MS);

/** Epoch ms of the first moment after a day. */
export const endOfDay = (day: string): number => lagosDayStart(day) + DAY_MS;

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** From the first of this month to today. */
export function thisMonth(nowMs: number): ReportPeriod {
  const today = lagosDay(nowMs);
  return { from: firstOfMonth(today), to: today };
}

export function lastMonth(nowMs: number): ReportPeriod {
  const to = previousDay(firstOfMonth(lagosDay(nowMs)));
  return { from: firstOfMonth(to), to };
}

export type PeriodFault = 'from-wrong' | 'to-wrong' | 'backwards' | 'too-long';

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(lagosDayStart(text)) && lagosDay(lagosDayStart(text)) === text;

/** Says what is wrong with a period; null where nothing is. */
export function faultOfPeriod({ from, to }: ReportPeriod): PeriodFault | null {
  if (!isDay(from)) return 'from-wrong';
  if (!isDay(to)) return 'to-wrong';
  if (to < from) return 'backwards';
  return (lagosDayStart(to) - lagosDayStart(from)) / DAY_MS >= MAX_DAYS ? 'too-long' : null;
}
