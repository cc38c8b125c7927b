/** Values as cells of a file for spreadsheets (RFC 4180). Pure. */
import { kobo, koboToNaira } from '../../../src/core/money';

export type Row = Readonly<Record<string, unknown>>;
/** One column: the cell's text, ready to stand between commas. */
export type Cell = (row: Row) => string;

/** Spreadsheets run a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Without it spreadsheets on Windows read the file in another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A text that can never run as a formula. */
export function textCell(value: string): string {
  return quoted(FORMULA.test(value) ? `'${value}` : value);
}

const cell = <T>(name: string, is: (value: unknown) => value is T, write: (value: T) => string): Cell => (row) => {
  const value = row[name];
  if (value === null) return '';
  if (!is(value)) throw new TypeError(`the column ${name} of an archive is of another type`);
  return write(value);
};

const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isDate = (value: unknown): value is Date => value instanceof Date;

export const text = (name: string): Cell => cell(name, isString, textCell);
/** UTC, ISO 8601, to the millisecond. */
export const time = (name: string): Cell => cell(name, isDate, (at) => at.toISOString());
/** Of kobo: decimal naira with a point and two decimals, so that a column can be summed. */
export const naira = (name: string): Cell => cell(name, isNumber, (amount) => koboToNaira(kobo(amount)).toFixed(2));
export const count = (name: string): Cell => cell(name, isNumber, String);
export const yesNo = (name: string): Cell => cell(name, isBoolean, (value) => (value ? 'yes' : 'no'));
/** A text made of the whole row. */
export const made = (make: (row: Row) => string): Cell => (row) => textCell(make(row));

/** One line with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
