import { DAY_MS, lagosDay, lagosDayStart } from '../src/core/time';
import { ProblemError } from './http/problem';

/** The days in Lagos that a caller asks for, unchecked. */
export interface RequestedPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Period {
  /** First and last day, inclusive, `YYYY-MM-DD` in Lagos. */
  readonly from: string;
  readonly to: string;
  /** The same as instants: `start` belongs to the period, `end` does not. */
  readonly start: Date;
  readonly end: Date;
}

const DEFAULT_DAYS = 30;

/**
 * Returns the period of a history: by default the last 30 days, today included. Pure.
 * Throws a ProblemError `validation` that names the field when a day does not exist, is more than 12 months ago, or when the
 * first day comes after the last.
 */
export function resolvePeriod(requested: RequestedPeriod, nowMs: number): Period {
  const to = requested.to ?? lagosDay(nowMs);
  const startOfTo = parseDayStart(to, 'to');
  const earliest = lagosDayStart(yearBefore(lagosDay(nowMs)));
  const from = requested.from ?? lagosDay(Math.max(earliest, startOfTo - (DEFAULT_DAYS - 1) * DAY_MS));
  const startOfFrom = parseDayStart(from, 'from');
  if (startOfFrom > startOfTo) throw toInvalidPeriod('from', 'Choose a first day that is not after the last.');
  if (startOfFrom < earliest) throw toInvalidPeriod('from', 'Histories go back 12 months.');
  return { from, to, start: new Date(startOfFrom), end: new Date(startOfTo + DAY_MS) };
}

/** Returns the same day a year before; days are `YYYY-MM-DD`. */
function yearBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('-02-29', '-02-28');
}

function parseDayStart(day: string, field: string): number {
  const start = lagosDayStart(day);
  if (Number.isNaN(start)) throw toInvalidPeriod(field, 'Enter a day like 2026-11-21.');
  return start;
}

function toInvalidPeriod(field: string, message: string): ProblemError {
  return new ProblemError('validation', 'This period cannot be shown.', { errors: [{ field, message }] });
}
