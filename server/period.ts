import { DAY_MS, lagosDay, lagosDayStart } from '../src/core/time';
import { ProblemError } from './http/problem';

/** Days in Lagos, as they were asked for. */
export interface AskedPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Period {
  /** First and last day, inclusive, `YYYY-MM-DD` in Lagos. */
  readonly from: string;
  readonly to: string;
  /** The instants in between: `start` belongs to it, `end` does not. */
  readonly start: Date;
  readonly end: Date;
}

const DEFAULT_DAYS = 30;

/**
 * The period of a history: by default the last 30 days, today included. Pure.
 * Throws a ProblemError `validation` that names the field for days that are none, in the wrong order or more than 12 months
 * ago.
 */
export function resolvePeriod(asked: AskedPeriod, nowMs: number): Period {
  const to = asked.to ?? lagosDay(nowMs);
  const startOfTo = startOf(to, 'to');
  const earliest = lagosDayStart(yearBefore(lagosDay(nowMs)));
  const from = asked.from ?? lagosDay(Math.max(earliest, startOfTo - (DEFAULT_DAYS - 1) * DAY_MS));
  const startOfFrom = startOf(from, 'from');
  if (startOfFrom > startOfTo) throw invalid('from', 'Choose a first day that is not after the last.');
  if (startOfFrom < earliest) throw invalid('from', 'Histories go back 12 months.');
  return { from, to, start: new Date(startOfFrom), end: new Date(startOfTo + DAY_MS) };
}

/** The same day a year ago, of days as `YYYY-MM-DD`. */
function yearBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('-02-29', '-02-28');
}

function startOf(day: string, field: string): number {
  const start = lagosDayStart(day);
  if (Number.isNaN(start)) throw invalid(field, 'Enter a day like 2026-11-21.');
  return start;
}

function invalid(field: string, message: string): ProblemError {
  return new ProblemError('validation', 'This period cannot be shown.', { errors: [{ field, message }] });
}
