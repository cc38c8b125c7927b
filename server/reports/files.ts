/** Writes the parts of a report as files for spreadsheets. Pure. */
import type { LargeDay, Report, ReportEntry, ReportFigures } from '../../src/core/contract/reports';
import { BYTE_ORDER_MARK, csvLine, textCell } from '../../src/core/csv';
import { BREAKDOWNS, FIGURE_KEYS, figureWords, REPORT_ACCOUNTS } from '../../src/core/reports/figure-words';
import type { Breakdown, FigureKey } from '../../src/core/reports/figure-words';
import type { Payer } from './payers';

/** Writes a point and two decimals, so that a spreadsheet can sum the column. */
const amountCell = (amount: number): string => amount.toFixed(2);

export interface Table {
  readonly head: readonly string[];
  /** Cells that are quoted already. */
  readonly rows: readonly (readonly string[])[];
}

/** Writes a table; only a file's first part has the mark and the head. */
export function toCsv({ head, rows }: Table, isFirst: boolean): string {
  const first = isFirst ? BYTE_ORDER_MARK + csvLine(head.map(textCell)) : '';
  return first + rows.map(csvLine).join('');
}

const cellsOf = (figures: ReportFigures, keys: readonly FigureKey[]): string[] => keys.map((key) => amountCell(figures[key]));
const headOf = (keys: readonly FigureKey[]): string[] => keys.map((key) => `${figureWords.figures[key].name} (NGN)`);

/** Makes one line for each day, and another one below it where entries came late. */
export function dayTable({ days }: Report): Table {
  return {
    head: ['Day (Lagos)', 'State', ...headOf(FIGURE_KEYS), ...REPORT_ACCOUNTS.map((account) => `At the end of the day: ${figureWords.accounts[account]} (NGN)`)],
    rows: days.flatMap(({ day, closedAt, figures, late, balances }) => [
      [day, closedAt === null ? 'open' : 'closed', ...cellsOf(figures, FIGURE_KEYS), ...REPORT_ACCOUNTS.map((account) => (balances === null ? '' : amountCell(balances[account] ?? 0)))],
      ...(late === null ? [] : [[day, 'late', ...cellsOf(late, FIGURE_KEYS), ...REPORT_ACCOUNTS.map(() => '')]]),
    ]),
  };
}

export function breakdownTable({ breakdowns }: Report, breakdown: Breakdown): Table {
  return {
    head: [breakdown, 'name', ...headOf(BREAKDOWNS[breakdown])],
    rows: breakdowns[breakdown].map(({ value, name, figures }) => [textCell(value), textCell(name ?? ''), ...cellsOf(figures, BREAKDOWNS[breakdown])]),
  };
}

export function entryTable(items: readonly ReportEntry[]): Table {
  return {
    head: ['Time (UTC)', 'Day (Lagos)', 'Entry', 'Transaction', 'Kind of transaction', 'Kind of entry', 'Account', 'Reference', 'Player', 'Username', 'Game', 'Method', 'Amount (NGN)'],
    rows: items.map((entry) => [
      entry.at, entry.day, entry.entryId, entry.transactionId, textCell(entry.transactionKind), textCell(entry.kind), textCell(entry.account),
      textCell(entry.reference), textCell(entry.playerId ?? ''), textCell(entry.username ?? ''), textCell(entry.game), textCell(entry.method), amountCell(entry.amount),
    ]),
  };
}

/** Makes the register, which has names, and addresses for admins who may see them. */
export function registerTable(items: readonly ReportEntry[], payers: ReadonlyMap<string, Payer>, hasAddresses: boolean): Table {
  const { head, rows } = entryTable(items);
  const cellsOfPayer = ({ playerId }: ReportEntry): string[] => {
    const payer = payers.get(playerId ?? '');
    return [textCell(payer?.name ?? ''), ...(hasAddresses ? [textCell(payer?.address ?? '')] : [])];
  };
  return {
    head: [...head, 'Name', ...(hasAddresses ? ['Address'] : [])],
    rows: items.map((entry, index) => [...(rows[index] ?? []), ...cellsOfPayer(entry)]),
  };
}

export function largeTable(items: readonly LargeDay[]): Table {
  return {
    head: ['Day (Lagos)', 'Direction', 'Player', 'Username', 'Payments', 'Total (NGN)', 'Largest (NGN)'],
    rows: items.map(({ day, direction, playerId, username, count, total, largest }) =>
      [day, direction, textCell(playerId), textCell(username), String(count), amountCell(total), amountCell(largest)]),
  };
}
