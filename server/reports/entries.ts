/** Finds the entries that a figure sums. */
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { readReportEntries, ReportEntry, ReportPart } from '../../src/core/contract/reports';
import { termsOf } from '../../src/core/reports/figure-words';
import type { ReportAccount, Term } from '../../src/core/reports/figure-words';
import { endOfDay } from '../../src/core/reports/period';
import type { ReportPeriod } from '../../src/core/reports/period';
import { lagosDayStart } from '../../src/core/time';
import { parseRowCursor } from '../http/cursor';
import type { Db } from '../ledger/accounts';
import { readLastClosedDay } from './close-days';
import { ACCOUNT, FACT_JOINS, GAME, METHOD } from './entry-facts';
import { assertPeriod, naira } from './read-report';

export type EntryQuery = Pick<BodyOf<typeof readReportEntries>, 'from' | 'to' | 'figure' | 'part' | 'by' | 'cursor'>;

export interface EntryPage {
  readonly items: ReportEntry[];
  readonly next: string | null;
}

const isPlayerAccount = (account: ReportAccount): boolean => ['real', 'held', 'suspense', 'bonus'].includes(account);

/** Makes the SQL condition that `e` belongs to this kind of account. A kind of the house is one account, so its id can use an index. */
const accountCondition = (account: ReportAccount): string =>
  (isPlayerAccount(account) ? `(e.balance_after IS NOT NULL AND ${ACCOUNT} = '${account}')` : `e.account_id = '${account}:NGN'`);

/** Terms come from our own table and never from a caller, so they may stand in SQL. */
function termCondition({ side, entryKind }: Term): string {
  return `(e.amount ${side === 'credited' ? '>' : '<'} 0${entryKind === undefined ? '' : ` AND e.kind = '${entryKind}'`})`;
}

/** Makes SQL for whether `e` counts in the figure, and for the kobo that it adds. The register shows money that came in as positive. */
function figureSql(figure: EntryQuery['figure']): { readonly condition: string; readonly amount: string } {
  if (figure === 'register') return { condition: accountCondition('gateway'), amount: '-e.amount' };
  const terms = termsOf(figure);
  const accounts = [...new Set(terms.map(({ account }) => account))];
  const figureCondition = (account: ReportAccount): string =>
    `${accountCondition(account)} AND (${terms.filter((term) => term.account === account).map(termCondition).join(' OR ')})`;
  const cases = terms.map((term) =>
    `WHEN ${accountCondition(term.account)} AND ${termCondition(term)} THEN ${term.sign === 1 ? '' : '-'}abs(e.amount)`);
  return { condition: accounts.map(figureCondition).join(' OR '), amount: `CASE ${cases.join(' ')} END` };
}

/** Ids among which the entries of a part are: greater than `after`, and at most `last`. */
type IdRange = readonly [after: number, last: number];

/** Reads the ranges of ids in which a part of the period has its entries, newest first. */
async function readRanges(db: Db, part: ReportPart, { from, to }: ReportPeriod): Promise<readonly IdRange[]> {
  const last = await readLastClosedDay(db);
  if (part === 'open') return [[last?.nextAfter ?? 0, Number.MAX_SAFE_INTEGER]];
  if (last === null) return [];
  if (part === 'closed') {
    const { rows: [row] } = await db.query<{ first: number | null; last: number }>(
      'SELECT min(after_entry) AS first, max(last_entry) AS last FROM report_day WHERE day BETWEEN $1 AND $2', [from, to],
    );
    return row === undefined || row.first === null ? [] : [[row.first, row.last]];
  }
  // A late entry was counted with the day that was closed next, so it is in that day's range.
  const { rows } = await db.query<{ after: number; last: number }>(
    `SELECT coalesce((SELECT max(b.last_entry) FROM report_day b WHERE b.day < d.day), 0) AS after, d.last_entry AS last
     FROM report_day d WHERE d.day IN (SELECT closed_on FROM report_sum WHERE day BETWEEN $1 AND $2 AND day < closed_on AND breakdown = 'all') ORDER BY d.day DESC`,
    [from, to],
  );
  return [[last.lastEntry, Number.MAX_SAFE_INTEGER], ...rows.map(({ after, last: end }): IdRange => [after, end])];
}

/** SQL conditions that `e` belongs to a part: it was written before its day was closed, or after that, or its day is not closed. */
const PART_CONDITIONS: Readonly<Record<ReportPart, string>> = {
  closed: 'e.entry_id <= (SELECT c.last_entry FROM report_day c WHERE c.day = lagos_day(e.at))',
  late: `e.entry_id > (SELECT coalesce(max(c.last_entry), 0) FROM report_day c WHERE c.day = lagos_day(e.at)) AND lagos_day(e.at) <= (SELECT max(day) FROM report_day)`,
  open: `lagos_day(e.at) > coalesce((SELECT max(day) FROM report_day), '-infinity')`,
};

interface EntryRow {
  readonly entry_id: number;
  readonly transaction_id: number;
  readonly at: Date;
  readonly day: string;
  readonly transaction_kind: string;
  readonly kind: string;
  readonly account: string;
  readonly reference: string;
  readonly user_id: string | null;
  readonly username: string | null;
  readonly game: string;
  readonly method: string;
  readonly amount: number;
}

/** Makes the query of one range: $1 and $2 ids, $3 and $4 times, $5 how many, $6 a game or method. */
export function entriesSql({ figure, part, by }: Pick<EntryQuery, 'figure' | 'part' | 'by'>): string {
  const { condition, amount } = figureSql(figure);
  const valueCondition = by === undefined ? '$6::text IS NULL' : `${by.breakdown === 'game' ? GAME : METHOD} = $6`;
  return `SELECT e.entry_id, e.transaction_id, e.at, lagos_day(e.at) AS day, t.kind AS transaction_kind, e.kind, ${ACCOUNT} AS account, t.reference,
      e.user_id, p.username, ${GAME} AS game, ${METHOD} AS method, ${amount} AS amount
    FROM ledger_entry e ${FACT_JOINS}
    WHERE e.entry_id > $1 AND e.entry_id <= $2 AND e.at >= $3 AND e.at < $4 AND (${condition}) AND ${PART_CONDITIONS[part]} AND ${valueCondition}
    ORDER BY e.entry_id DESC LIMIT $5`;
}

/** Lists a page, newest first. Throws `validation` for a period that no report covers, and `bad-request` for a malformed cursor. */
export async function readEntries(db: Db, query: EntryQuery, limit: number): Promise<EntryPage> {
  assertPeriod(query);
  const before = parseRowCursor(query.cursor);
  const text = entriesSql(query);
  const times = [new Date(lagosDayStart(query.from)), new Date(endOfDay(query.to))];
  const entries: EntryRow[] = [];
  for (const [after, last] of await readRanges(db, query.part, query)) {
    const end = before === null ? last : Math.min(last, before - 1);
    if (entries.length > limit || end <= after) continue;
    const { rows } = await db.query<EntryRow>(text, [after, end, ...times, limit + 1 - entries.length, query.by?.value ?? null]);
    entries.push(...rows);
  }
  const page = entries.slice(0, limit);
  return { items: page.map(toEntry), next: entries.length > limit ? String(page.at(-1)?.entry_id) : null };
}

function toEntry(row: EntryRow): ReportEntry {
  return {
    entryId: String(row.entry_id), transactionId: String(row.transaction_id), at: row.at.toISOString(), day: row.day,
    transactionKind: row.transaction_kind, kind: row.kind, account: row.account, reference: row.reference,
    playerId: row.user_id, username: row.username, game: row.game, method: row.method,
    amount: naira(row.amount),
  };
}
