/** The times of the weekly draw. Pure; instants in epoch ms. */
import { periodEnd, periodStartDay } from '../../../src/core/protection';
import { lagosDayStart } from '../../../src/core/time';

/** A draw closes on Sunday at 20:00, four hours before the week in Lagos ends. */
const CLOSES_BEFORE_END_MS = 4 * 60 * 60_000;

export interface DrawWeek {
  /** The week's Monday in Lagos, `YYYY-MM-DD`. */
  readonly week: string;
  readonly opensAt: number;
  readonly closesAt: number;
}

function weekOf(atMs: number): DrawWeek {
  const week = periodStartDay('week', atMs);
  return { week, opensAt: lagosDayStart(week), closesAt: periodEnd('week', atMs) - CLOSES_BEFORE_END_MS };
}

/** Returns the week whose draw is open at `atMs` or opens next; on Sunday from 20:00 on that is the next week. */
export function drawWeekAt(atMs: number): DrawWeek {
  const week = weekOf(atMs);
  return atMs < week.closesAt ? week : weekOf(week.closesAt + CLOSES_BEFORE_END_MS);
}
