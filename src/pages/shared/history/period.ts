import { DAY_MS, dayWords, lagosDay, lagosDayStart } from '../../../core/time';

export const PRESETS = ['today', '7-days', '30-days', '12-months', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];

/** The chosen period: a preset, or two days in Lagos (`YYYY-MM-DD`, inclusive). */
export interface PeriodChoice {
  readonly preset: Preset;
  readonly from: string;
  readonly to: string;
}

export interface PeriodDays {
  readonly from: string;
  readonly to: string;
}

export const DEFAULT_PRESET: Preset = '30-days';
const DAYS_OF_PRESET = { today: 1, '7-days': 7, '30-days': 30 } as const;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** The first day of histories: the same day a year ago. `nowMs` is epoch ms. */
export function earliestDay(nowMs: number): string {
  const today = lagosDay(nowMs);
  return `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`.replace('-02-29', '-02-28');
}

/** The first and the last day of a choice. */
export function daysOf({ preset, from, to }: PeriodChoice, nowMs: number): PeriodDays {
  const today = lagosDay(nowMs);
  if (preset === 'custom') return { from, to };
  if (preset === '12-months') return { from: earliestDay(nowMs), to: today };
  return { from: lagosDay(lagosDayStart(today) - (DAYS_OF_PRESET[preset] - 1) * DAY_MS), to: today };
}

/**
 * The query for the platform. The default period names no days: its address stays the same from day to day, so that the stored answer is
 * found again tomorrow.
 */
export function queryOf(choice: PeriodChoice, nowMs: number): Partial<PeriodDays> {
  return choice.preset === DEFAULT_PRESET ? {} : daysOf(choice, nowMs);
}

export type PeriodError = 'from-missing' | 'to-missing' | 'turned' | 'too-early';

function isDay(day: string): boolean {
  return DAY_PATTERN.test(day) && !Number.isNaN(lagosDayStart(day));
}

/** The fault of a chosen period, or null. */
export function periodError(choice: PeriodChoice, nowMs: number): PeriodError | null {
  if (choice.preset !== 'custom') return null;
  if (!isDay(choice.from)) return 'from-missing';
  if (!isDay(choice.to)) return 'to-missing';
  if (choice.from > choice.to) return 'turned';
  return choice.from < earliestDay(nowMs) ? 'too-early' : null;
}

/** The choice in the address of the page. A senseless one is the default. */
export function choiceOf(search: URLSearchParams): PeriodChoice {
  const presetParam = search.get('period');
  const preset = PRESETS.find((each) => each === presetParam) ?? DEFAULT_PRESET;
  return { preset, from: search.get('from') ?? '', to: search.get('to') ?? '' };
}

/** Writes the choice into an address. The default is not written, and other parameters stay. */
export function withChoice(search: URLSearchParams, { preset, from, to }: PeriodChoice): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ['period', 'from', 'to']) next.delete(name);
  if (preset === DEFAULT_PRESET) return next;
  next.set('period', preset);
  if (preset === 'custom') {
    next.set('from', from);
    next.set('to', to);
  }
  return next;
}

/** The period in words: `1 Nov – 21 Nov`, or one day. */
export function periodWords({ from, to }: PeriodDays, nowMs: number): string {
  const words = (day: string) => dayWords(lagosDayStart(day), nowMs);
  return from === to ? words(from) : `${words(from)} – ${words(to)}`;
}
