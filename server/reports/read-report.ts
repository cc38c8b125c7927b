/** Reads a report from closed days, and sums what is not closed yet. */
import { BREAKDOWN_KEYS, FIGURE_KEYS, figuresOf } from '../../src/core/reports/figure-words';
import type { Breakdown, Figures, SideSums } from '../../src/core/reports/figure-words';
import type { Report, ReportDay, ReportFigures, ReportLine } from '../../src/core/contract/reports';
import { kobo, koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { faultOfPeriod } from '../../src/core/reports/period';
import type { PeriodFault, ReportPeriod } from '../../src/core/reports/period';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { readLastClosedDay } from './close-days';
import { SUM_TABLES, valuesOf } from './sums';

export const naira = (amount: number): number => koboToNaira(kobo(amount));

const FAULTS: Readonly<Record<PeriodFault, { readonly field: string; readonly message: string }>> = {
  'from-wrong': { field: 'from', message: 'Enter a day like 2026-11-21.' },
  'to-wrong': { field: 'to', message: 'Enter a day like 2026-11-21.' },
  backwards: { field: 'from', message: 'Choose a first day that is not after the last.' },
  'too-long': { field: 'from', message: 'A report covers a year at most.' },
};

/** Throws `validation` for a period that no report covers. */
export function assertPeriod(period: ReportPeriod): void {
  const fault = faultOfPeriod(period);
  if (fault !== null) throw new ProblemError('validation', 'This period cannot be shown.', { errors: [FAULTS[fault]] });
}

/** `closed`: counted when the day was closed · `late`: written after that · `open`: the day is not closed. */
interface DaySums extends SideSums {
  readonly day: string;
  readonly part: 'closed' | 'late' | 'open';
}

interface ValueSums extends SideSums {
  readonly breakdown: Breakdown;
  readonly value: string;
}

/** Selects the sums of the closed days from $1 to $2, and those of their late entries. These are two queries, because each has its own index. */
const CLOSED_SUMS = `SELECT day, 'closed' AS part, account, entry_kind AS "entryKind", sum(credited)::bigint AS credited, sum(debited)::bigint AS debited
    FROM report_sum WHERE closed_on BETWEEN $1 AND $2 AND day = closed_on AND breakdown = 'all' GROUP BY day, account, entry_kind
  UNION ALL
  SELECT day, 'late', account, entry_kind, sum(credited)::bigint, sum(debited)::bigint
    FROM report_sum WHERE day BETWEEN $1 AND $2 AND day < closed_on AND breakdown = 'all' GROUP BY day, account, entry_kind`;

const VALUE_SUMS = `SELECT breakdown, value, account, entry_kind AS "entryKind", sum(credited)::bigint AS credited, sum(debited)::bigint AS debited
  FROM report_sum WHERE closed_on BETWEEN $1 AND $2 AND day = closed_on AND breakdown <> 'all' GROUP BY breakdown, value, account, entry_kind`;

/** The queries that a report of closed days makes; a test reads their plans. */
export const CLOSED_QUERIES: readonly string[] = [CLOSED_SUMS, VALUE_SUMS];

/** Sums the entries that no closed day has counted: those of open days, and those that came late for closed ones. */
async function readOpenSums(db: Db, { from, to }: ReportPeriod): Promise<DaySums[]> {
  const last = await readLastClosedDay(db);
  const span = { after: last?.nextAfter ?? 0, last: null, countedTo: last?.lastEntry ?? 0, closedDay: last?.day ?? null, upTo: null };
  const { rows } = await db.query<DaySums>(
    `WITH ${SUM_TABLES} SELECT day, CASE WHEN day <= $4 THEN 'late' ELSE 'open' END AS part, account, entry_kind AS "entryKind",
       sum(credited)::bigint AS credited, sum(debited)::bigint AS debited
     FROM summed WHERE breakdown = 'all' AND day BETWEEN $6 AND $7 GROUP BY day, account, entry_kind`,
    [...valuesOf(span), from, to],
  );
  return rows;
}

interface DayRow {
  readonly day: string;
  readonly closed_at: Date;
}

/** Throws `validation` for a period that no report covers. It reads in the caller's transaction, so that all figures are of one moment. */
export async function readReport(db: Db, period: ReportPeriod, largeFrom: Kobo): Promise<Report> {
  assertPeriod(period);
  const { from, to } = period;
  const { rows: days } = await db.query<DayRow>('SELECT day, closed_at FROM report_day WHERE day BETWEEN $1 AND $2 ORDER BY day', [from, to]);
  const { rows: closed } = await db.query<DaySums>(CLOSED_SUMS, [from, to]);
  const { rows: values } = await db.query<ValueSums>(VALUE_SUMS, [from, to]);
  const { rows: balances } = await db.query<{ day: string; account: string; balance: number }>(
    'SELECT day, account, balance FROM report_balance WHERE day BETWEEN $1 AND $2', [from, to],
  );
  const last = await readLastClosedDay(db);
  const sums = [...closed, ...(await readOpenSums(db, period))];
  const { rows: [differences] } = await db.query<{ count: number }>(OPEN_DIFFERENCES);
  const rowsOfPart = (part: DaySums['part'], day?: string): DaySums[] =>
    sums.filter((row) => row.part === part && (day === undefined || row.day === day));
  const dayKeys = [...new Set([...days.map(({ day }) => day), ...sums.map(({ day }) => day)])].sort();
  return {
    from, to, closedTo: last?.day ?? null,
    closed: inNaira(figuresOf(rowsOfPart('closed'))),
    late: figuresOrNull(rowsOfPart('late')),
    open: figuresOrNull(rowsOfPart('open')),
    days: dayKeys.map((day): ReportDay => {
      const closedDay = days.find((row) => row.day === day);
      const dayBalances = balances.filter((row) => row.day === day);
      return {
        day,
        closedAt: closedDay?.closed_at.toISOString() ?? null,
        figures: inNaira(figuresOf([...rowsOfPart('closed', day), ...rowsOfPart('open', day)])),
        late: figuresOrNull(rowsOfPart('late', day)),
        balances: closedDay === undefined ? null : Object.fromEntries(dayBalances.map(({ account, balance }) => [account, naira(balance)])),
      };
    }),
    breakdowns: await toBreakdowns(db, values),
    openDifferences: differences?.count ?? 0,
    largeFrom: koboToNaira(largeFrom),
  };
}

const OPEN_DIFFERENCES = `SELECT count(*) AS count FROM reconciliation_difference WHERE accepted_at IS NULL`;

const figuresOrNull = (rows: readonly SideSums[]): ReportFigures | null => (rows.length === 0 ? null : inNaira(figuresOf(rows)));

function inNaira(figures: Figures): ReportFigures {
  // The cast is right, because there is an entry for every key.
  return Object.fromEntries(FIGURE_KEYS.map((key) => [key, naira(figures[key])])) as ReportFigures;
}

function groupByValue(rows: readonly ValueSums[]): ReadonlyMap<string, readonly ValueSums[]> {
  const groups = new Map<string, ValueSums[]>();
  for (const row of rows) groups.set(row.value, [...(groups.get(row.value) ?? []), row]);
  return groups;
}

/** Groups the sums by game, by method and by state. The largest line comes first: by cash flow for methods, by stakes for the others. */
async function toBreakdowns(db: Db, values: readonly ValueSums[]): Promise<Report['breakdowns']> {
  const { rows: games } = await db.query<{ game_id: string; name: string }>('SELECT game_id, name FROM game');
  const names = new Map(games.map(({ game_id: id, name }) => [id, name]));
  const linesOf = (breakdown: Breakdown): ReportLine[] =>
    [...groupByValue(values.filter((row) => row.breakdown === breakdown))]
      .map(([value, rows]) => ({ value, name: breakdown === 'game' ? (names.get(value) ?? null) : null, figures: inNaira(figuresOf(rows)) }))
      .filter(({ figures }) => Object.values(figures).some((amount) => amount !== 0))
      .sort((a, b) => (breakdown === 'method' ? Math.abs(b.figures.cashFlow) - Math.abs(a.figures.cashFlow) : b.figures.stakes - a.figures.stakes) || (a.value < b.value ? -1 : 1));
  // The cast is right, because there is an entry for every key.
  return Object.fromEntries(BREAKDOWN_KEYS.map((breakdown) => [breakdown, linesOf(breakdown)])) as Report['breakdowns'];
}
