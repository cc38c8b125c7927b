/** Reports for those who run the place: every figure is a sum of ledger entries, and opens down to them. Amounts are decimal naira. */
import * as z from '../zod';
import { FIGURE_KEYS } from '../reports/figure-words';
import type { FigureKey } from '../reports/figure-words';
import { endpoint } from './endpoint';
import { date, instant, nairaAmount } from './primitives';

// The cast is right, because there is an entry for every key.
const figures = z.object(Object.fromEntries(FIGURE_KEYS.map((key) => [key, nairaAmount])) as Record<FigureKey, typeof nairaAmount>);
export type ReportFigures = z.infer<typeof figures>;

const cursor = z.optional(z.string().check(z.regex(/^[0-9A-Za-z_.-]{1,128}$/)));

/** Days in Lagos, both in the period. */
const period = { from: date, to: date };

const reportDay = z.object({
  day: date,
  /** Null while the day is not closed: its figures still change. */
  closedAt: z.nullable(instant),
  figures,
  /** What came after the day was closed; null where nothing did. It is in no other figure. */
  late: z.nullable(figures),
  /** What the accounts of each kind held when the day was closed. */
  balances: z.nullable(z.record(z.string(), nairaAmount)),
});
export type ReportDay = z.infer<typeof reportDay>;

const reportLine = z.object({
  /** A game's id, a way to pay (`payout` for payouts), or a state; empty for what has none. */
  value: z.string(),
  name: z.nullable(z.string()),
  figures,
});
export type ReportLine = z.infer<typeof reportLine>;

export const report = z.object({
  ...period,
  /** The last day that is closed; null where none is. */
  closedTo: z.nullable(date),
  /** The sums of the period's closed days. */
  closed: figures,
  /** The sums of what came late, and of days that are not closed; null where there is nothing. */
  late: z.nullable(figures),
  open: z.nullable(figures),
  days: z.array(reportDay),
  /** The breakdowns sum closed days only. */
  breakdowns: z.object({ game: z.array(reportLine), method: z.array(reportLine), state: z.array(reportLine) }),
  /** Differences between the books and the gateways’ statements that nobody has settled. */
  openDifferences: z.number(),
  /** A person's payments of a day are listed as large from this amount on. */
  largeFrom: nairaAmount,
});
export type Report = z.infer<typeof report>;

export const readReport = endpoint({
  method: 'GET',
  path: '/v1/admin/reports',
  access: 'admin',
  roles: ['owner', 'payments'],
  query: z.strictObject(period),
  answer: report,
});

/** Closed days, what came late for them, or days that are not closed. */
export const REPORT_PARTS = ['closed', 'late', 'open'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

/** A list of entries: those of a figure, or the register of all payments that came in and went out. */
const entryList = {
  ...period,
  figure: z.enum([...FIGURE_KEYS, 'register']),
  part: z.enum(REPORT_PARTS),
  /** Only the entries of one game, or of one way to pay. Players move, so entries are not found by state. */
  by: z.optional(z.strictObject({ breakdown: z.enum(['game', 'method']), value: z.string().check(z.maxLength(64)) })),
};

const reportEntry = z.object({
  entryId: z.string(),
  transactionId: z.string(),
  at: instant,
  day: date,
  /** The kinds of the transaction and of the entry. */
  transactionKind: z.string(),
  kind: z.string(),
  account: z.string(),
  reference: z.string(),
  playerId: z.nullable(z.string()),
  username: z.nullable(z.string()),
  game: z.string(),
  method: z.string(),
  /** What the entry adds to the figure. */
  amount: nairaAmount,
});
export type ReportEntry = z.infer<typeof reportEntry>;

/** A POST, because it leaves a line in the audit trail. Newest first. */
export const readReportEntries = endpoint({
  method: 'POST',
  path: '/v1/admin/reports/entries',
  access: 'admin',
  roles: ['owner', 'payments'],
  body: z.strictObject({ ...entryList, cursor, limit: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(100))) }),
  answer: z.object({ items: z.array(reportEntry), next: z.nullable(z.string()) }),
  action: true,
  stepUp: true,
});

const largeDay = z.object({
  day: date,
  direction: z.enum(['in', 'out']),
  /** One of the person's accounts, and its username. */
  playerId: z.string(),
  username: z.string(),
  count: z.number(),
  total: nairaAmount,
  largest: nairaAmount,
});
export type LargeDay = z.infer<typeof largeDay>;

/** The days on which one person's payments in one direction together reach `largeFrom`. Newest first. */
export const readLargePayments = endpoint({
  method: 'POST',
  path: '/v1/admin/reports/large-payments',
  access: 'admin',
  roles: ['owner', 'payments'],
  body: z.strictObject({ ...period, cursor }),
  answer: z.object({ items: z.array(largeDay), next: z.nullable(z.string()), from: nairaAmount }),
  action: true,
  stepUp: true,
});

export const EXPORTS = ['days', 'game', 'method', 'state', 'entries', 'large'] as const;
export type ReportExport = (typeof EXPORTS)[number];

/** A part of a file (CSV): the first one has the head, and each `next` asks for the following one. */
export const exportReport = endpoint({
  method: 'POST',
  path: '/v1/admin/reports/exports',
  access: 'admin',
  roles: ['owner', 'payments'],
  body: z.strictObject({ ...entryList, figure: z.optional(entryList.figure), part: z.optional(entryList.part), what: z.enum(EXPORTS), cursor }),
  answer: z.object({ csv: z.string(), lines: z.number(), next: z.nullable(z.string()) }),
  action: true,
  stepUp: true,
});
