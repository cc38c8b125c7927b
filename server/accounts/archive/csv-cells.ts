/** Writes values as cells of a CSV file (RFC 4180). Pure. */
import { textCell } from '../../../src/core/csv';
import { kobo, koboToNaira } from '../../../src/core/money';

export { BYTE_ORDER_MARK, csvLine, textCell } from '../../../src/core/csv';

export type Row = Readonly<Record<string, unknown>>;
/** Writes the cell of one column, quoted for CSV. */
export type Cell = (row: Row) => string;

const cell = <T>(name: string, isType: (value: unknown) => value is T, format: (value: T) => string): Cell => (row) => {
  const value = row[name];
  if (value === null) return '';
  if (!isType(value)) throw new TypeError(`the column ${name} of an archive is of another type`);
  return format(value);
};

const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isDate = (value: unknown): value is Date => value instanceof Date;

export const text = (name: string): Cell => cell(name, isString, textCell);
/** Writes a time in UTC as ISO 8601 with milliseconds. */
export const time = (name: string): Cell => cell(name, isDate, (at) => at.toISOString());
/** Writes kobo as naira with a point and two decimals, so that spreadsheets can sum the column. */
export const naira = (name: string): Cell => cell(name, isNumber, (amount) => koboToNaira(kobo(amount)).toFixed(2));
export const count = (name: string): Cell => cell(name, isNumber, String);
export const yesNo = (name: string): Cell => cell(name, isBoolean, (value) => (value ? 'yes' : 'no'));
/** Computes a text from the whole row. */
export const computed = (compute: (row: Row) => string): Cell => (row) => textCell(compute(row));
