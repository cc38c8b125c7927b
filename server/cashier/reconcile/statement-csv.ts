/**
 * Reads a gateway's statement from a CSV file. The header line names `reference`, `direction` (in or out), `amount` (naira, like
 * 5,000.00), `currency`, `state` and `at` (ISO 8601) in any order; other columns are ignored. One line for each payment follows.
 */
import { parseNairaText } from '../../../src/core/naira-text';
import type { PaymentState, StatementLine } from '../../gateways';

const COLUMNS = ['reference', 'direction', 'amount', 'currency', 'state', 'at'] as const;
const STATES: readonly PaymentState[] = ['pending', 'success', 'failed', 'reversed', 'expired', 'cancelled'];

export type StatementResult = { readonly lines: readonly StatementLine[] } | { readonly error: string };

/** Skips nothing silently: the error names the first line that can't be read. */
export function readStatementCsv(text: string): StatementResult {
  const parsed = parseCsv(text.replace(/^\uFEFF/, ''));
  if ('errorLine' in parsed) return { error: `Line ${parsed.errorLine} has a quote where none belongs.` };
  const [header, ...rows] = parsed;
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) return { error: `The first line must name the columns ${COLUMNS.join(', ')}; it lacks ${missing.join(', ')}.` };
  const repeated = COLUMNS.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (repeated !== undefined) return { error: `The first line names the column ${repeated} twice.` };
  const lines: StatementLine[] = [];
  for (const { cells, line } of rows) {
    if (cells.length !== names.length) return { error: `Line ${line} has ${cells.length} columns instead of ${names.length}.` };
    const lineOrError = readLine(new Map(names.map((name, index) => [name, (cells[index] ?? '').trim()])));
    if (typeof lineOrError === 'string') return { error: `Line ${line}: ${lineOrError}` };
    lines.push(lineOrError);
  }
  return { lines };
}

function readLine(cells: ReadonlyMap<string, string>): StatementLine | string {
  const cell = (name: (typeof COLUMNS)[number]): string => cells.get(name) ?? '';
  const direction = cell('direction').toLowerCase();
  const amount = parseNairaText(cell('amount'));
  const at = new Date(cell('at'));
  if (cell('reference') === '') return 'there is no reference.';
  if (direction !== 'in' && direction !== 'out') return `the direction ${JSON.stringify(direction)} is neither in nor out.`;
  if (typeof amount !== 'number') return `${JSON.stringify(cell('amount'))} is no amount in naira.`;
  if (Number.isNaN(at.getTime())) return `${JSON.stringify(cell('at'))} is no time.`;
  const state = cell('state').toLowerCase();
  return {
    reference: cell('reference'), direction, amount, currency: cell('currency'), at,
    // A state that is not in our list is not final.
    state: STATES.find((each) => each === state) ?? 'pending',
  };
}

interface CsvRow {
  readonly cells: readonly string[];
  /** The number of its first line in the file, from 1. */
  readonly line: number;
}

/** Parses RFC 4180: a cell with commas, quotes or line ends stands in quotes, and a quote in it is doubled. Empty lines are skipped. */
function parseCsv(text: string): CsvRow[] | { readonly errorLine: number } {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let startLine = 1;
  let parsedLength = 0;
  for (const [match, quotedCell, plainCell = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy)) {
    parsedLength += match.length;
    cells.push(quotedCell?.replaceAll('""', '"') ?? plainCell);
    line += (quotedCell?.match(/\n/g)?.length ?? 0) + (end.endsWith('\n') ? 1 : 0);
    if (end === ',') continue;
    if (cells.some((cell) => cell !== '')) rows.push({ cells, line: startLine });
    cells = [];
    startLine = line;
  }
  return parsedLength === text.length ? rows : { errorLine: line };
}
