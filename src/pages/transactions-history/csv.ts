import type { Transaction } from '../../core/contract/cashier';
import { lagosParts } from '../../core/time';

const HEADER = ['time (Lagos)', 'kind', 'account', 'amount', 'currency', 'balance before', 'balance after', 'reference', 'entry'];
/** Spreadsheets run a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Without this mark spreadsheets on Windows read the file in another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

const two = (n: number) => String(n).padStart(2, '0');

/** Spreadsheets recognise `2026-11-21 14:02:09` as a time. */
function sheetTime(at: string): string {
  const { year, month, day, hour, minute, second } = lagosParts(Date.parse(at));
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Decimal units with a point and two decimals, so that columns can be summed. */
function amountCell(amount: number): string {
  return amount.toFixed(2);
}

/** Ledger entries as a file for spreadsheets (RFC 4180, UTF-8 with byte order mark), in the order given. */
export function toCsv(entries: readonly Transaction[]): string {
  const rows = entries.map((entry) =>
    [
      sheetTime(entry.at),
      textCell(entry.kind),
      textCell(entry.account),
      amountCell(entry.amount),
      entry.currency,
      amountCell(entry.balanceBefore),
      amountCell(entry.balanceAfter),
      textCell(entry.reference),
      textCell(entry.entryId),
    ].join(','),
  );
  return BYTE_ORDER_MARK + [HEADER.join(','), ...rows].map((row) => `${row}\r\n`).join('');
}
