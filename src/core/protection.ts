/** The parts of protection: kinds of limits, periods, lengths of a break. Pure; shared by every realm. */
import { DAY_MS, lagosDay, lagosDayStart, lagosParts } from './time';

/** The money that a limit is on. `loss`: stakes less wins. */
export const LIMIT_KINDS = ['deposit', 'loss', 'stake'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** Calendar periods in Lagos: a day begins at midnight, a week on Monday, a month on the first. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** How long a break or an exclusion is. The first three are a cool-off, the others a self-exclusion. */
export const EXCLUSION_LENGTHS = ['24-hours', '7-days', '30-days', '6-months', '1-year', '2-years', '5-years', 'permanent'] as const;
export type ExclusionLength = (typeof EXCLUSION_LENGTHS)[number];

export type ProtectionState = 'none' | 'cool-off' | 'excluded';

/** Minutes between two reality checks. */
export const REALITY_CHECK_MINUTES = [15, 30, 45, 60] as const;
export type RealityCheckMinutes = (typeof REALITY_CHECK_MINUTES)[number];

/** A higher limit, or a rarer reality check, waits this long. */
export const RAISE_WAITS_MS = DAY_MS;
/** After that wait the player has this long to confirm it; then the request expires. */
export const RAISE_OPEN_MS = 7 * DAY_MS;

/** A play goes on until this long passes without a stake. */
export const PLAY_ENDS_MS = 30 * 60_000;

const COOL_OFF_DAYS: Partial<Record<ExclusionLength, number>> = { '24-hours': 1, '7-days': 7, '30-days': 30 };
const EXCLUSION_MONTHS: Partial<Record<ExclusionLength, number>> = { '6-months': 6, '1-year': 12, '2-years': 24, '5-years': 60 };

/** Tells whether a length is a cool-off or an exclusion. */
export function stateOfLength(length: ExclusionLength): 'cool-off' | 'excluded' {
  return COOL_OFF_DAYS[length] === undefined ? 'excluded' : 'cool-off';
}

/**
 * Epoch ms at which a break of this length ends that begins at `fromMs`; null = never. Months are calendar months in
 * Lagos, at the same time of day. Where the month is shorter, the break runs on into the next one, so that it is never too short:
 * 31 August and six months is 3 March (2 in a leap year).
 */
export function endOfExclusion(length: ExclusionLength, fromMs: number): number | null {
  const days = COOL_OFF_DAYS[length];
  if (days !== undefined) return fromMs + days * DAY_MS;
  const months = EXCLUSION_MONTHS[length];
  if (months === undefined) return null;
  const { year, month, day } = lagosParts(fromMs);
  const timeOfDay = fromMs - lagosDayStart(lagosDay(fromMs));
  const first = lagosDayStart(isoDay(year, month + months, 1));
  return first + (day - 1) * DAY_MS + timeOfDay;
}

/** The Lagos day on which the period around `atMs` begins, as `YYYY-MM-DD`. */
export function periodStartDay(period: LimitPeriod, atMs: number): string {
  if (period === 'day') return lagosDay(atMs);
  if (period === 'month') return `${lagosDay(atMs).slice(0, 7)}-01`;
  const start = lagosDayStart(lagosDay(atMs));
  // Noon, so that the day of the week is Lagos' in UTC, too.
  const weekday = (new Date(start + DAY_MS / 2).getUTCDay() + 6) % 7;
  return lagosDay(start - weekday * DAY_MS);
}

/** Epoch ms at which the period around `atMs` ends and the next one begins. */
export function periodEnd(period: LimitPeriod, atMs: number): number {
  const start = periodStartDay(period, atMs);
  if (period === 'day') return lagosDayStart(start) + DAY_MS;
  if (period === 'week') return lagosDayStart(start) + 7 * DAY_MS;
  const { year, month } = lagosParts(lagosDayStart(start));
  return lagosDayStart(isoDay(year, month + 1, 1));
}

/** `month` may be beyond 12. */
function isoDay(year: number, month: number, day: number): string {
  const inYear = ((month - 1) % 12) + 1;
  const two = (n: number) => String(n).padStart(2, '0');
  return `${year + Math.floor((month - 1) / 12)}-${two(inYear)}-${two(day)}`;
}
