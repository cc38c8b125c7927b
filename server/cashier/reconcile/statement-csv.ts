/**
 * Reads a gateway's statement from a CSV file. The header line names `reference`, `direction` (in or out), `amount` (naira, like
 * 5,000.00), `currency`, `state` and `at` (ISO 8601) in any order; other columns are ignored. One line for each payment follows.
 */
import { parseCsv } from '../../../src/core/csv-rows';
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
