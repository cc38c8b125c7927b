/** Writes CSV (RFC 4180) that spreadsheets open without running anything in it. Pure. */

/** Spreadsheets run a cell with such a beginning as a formula. Where quotes stand before it already, it gets one, too: reading takes one off. */
const FORMULA = /^'*[=+\-@\t\r]/;
/** Spreadsheets on Windows need it to recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

function quoteCell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Writes a text so that it can't run as a formula. */
export function textCell(value: string): string {
  return quoteCell(FORMULA.test(value) ? `'${value}` : value);
}

/** Writes one line with its line break. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
