/** What the tab's own address says: the period, and which list of entries is open. Pure. */
import { REPORT_PARTS } from '../../../core/contract/reports';
import type { ReportPart } from '../../../core/contract/reports';
import { FIGURE_KEYS } from '../../../core/reports/figure-words';
import type { FigureKey } from '../../../core/reports/figure-words';
import { faultOfPeriod, lastMonth, thisMonth } from '../../../core/reports/period';
import type { ReportPeriod } from '../../../core/reports/period';

export const CHOICES = ['this-month', 'last-month', 'custom'] as const;
export type Choice = (typeof CHOICES)[number];

export interface ChosenPeriod {
  readonly choice: Choice;
  /** Null: a custom period that is still to be typed. */
  readonly period: ReportPeriod | null;
}

/** By default this month. */
export function periodOf(search: URLSearchParams, nowMs: number): ChosenPeriod {
  const choice = CHOICES.find((each) => each === search.get('period')) ?? 'this-month';
  if (choice === 'this-month') return { choice, period: thisMonth(nowMs) };
  if (choice === 'last-month') return { choice, period: lastMonth(nowMs) };
  const period = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  return { choice, period: faultOfPeriod(period) === null ? period : null };
}

/** A figure, or the register of payments, with the part of the period and the game or method that it is of. */
export interface OpenList {
  readonly figure: FigureKey | 'register';
  readonly part: ReportPart;
  readonly by?: { readonly breakdown: 'game' | 'method'; readonly value: string };
  /** A single day of the period. */
  readonly day?: string;
}

/** Null: no list is open, and the report is shown. */
export function openListOf(search: URLSearchParams): OpenList | null {
  const figure = [...FIGURE_KEYS, 'register' as const].find((each) => each === search.get('figure'));
  if (figure === undefined) return null;
  const breakdown = (['game', 'method'] as const).find((each) => search.has(each));
  const day = search.get('day');
  return {
    figure,
    part: REPORT_PARTS.find((each) => each === search.get('part')) ?? 'closed',
    ...(breakdown !== undefined && { by: { breakdown, value: search.get(breakdown) ?? '' } }),
    ...(day !== null && faultOfPeriod({ from: day, to: day }) === null && { day }),
  };
}

const PERIOD_KEYS = ['period', 'from', 'to'];

export function addressOfPeriod(choice: Choice, period?: ReportPeriod): string {
  const search = new URLSearchParams({ tab: 'reports', period: choice, ...(choice === 'custom' && period) });
  return `/admin?${search.toString()}`;
}

/** The report of the same period, without a list. */
export function addressOfReport(search: URLSearchParams): string {
  const periodParts = [...search].filter(([key]) => PERIOD_KEYS.includes(key));
  return `/admin?${new URLSearchParams([['tab', 'reports'], ...periodParts]).toString()}`;
}

export function addressOfList(search: URLSearchParams, { figure, part, by, day }: OpenList): string {
  const more = new URLSearchParams({ figure, part, ...(by !== undefined && { [by.breakdown]: by.value }), ...(day !== undefined && { day }) });
  return `${addressOfReport(search)}&${more.toString()}`;
}
