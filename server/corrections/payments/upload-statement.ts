/** Compares a gateway's statement that somebody uploads with our books. It moves no money but that of payouts that a restore lost. */
import type { AnswerOf } from '../../../src/core/contract/endpoint';
import type { uploadStatement as endpoint } from '../../../src/core/contract/payment-cases';
import { writeAudit } from '../../audit';
import { readStatementCsv, reconcile, turnPayoutsOnIfReconciled } from '../../cashier';
import { transaction } from '../../db/transaction';
import { requireRole } from '../../four-eyes';
import { ProblemError } from '../../http/problem';
import type { Platform } from '../../platform';

export interface UploadedStatement {
  readonly adminId: string;
  readonly gateway: string;
  readonly from: string;
  readonly to: string;
  readonly csv: string;
}

/** A file with these is no text: a spreadsheet's own format, a picture, an archive. */
const NO_TEXT = /[^\P{Cc}\t\r\n]|\uFFFD/u;
/** A spreadsheet would run a cell that begins so. No reference of a payment does. */
const FORMULA = /^[=+\-@\t\r]/;

function unreadable(message: string): ProblemError {
  return new ProblemError('validation', 'This file can’t be read.', { detail: message, errors: [{ field: 'csv', message }] });
}

/** Throws 400 `validation` with a clear word for a file that can't be read, and writes nothing then. */
export async function uploadStatement(platform: Platform, uploaded: UploadedStatement): Promise<AnswerOf<typeof endpoint>> {
  const { adminId, gateway, from, to, csv } = uploaded;
  await transaction(platform.pool, (tx) => requireRole(tx, adminId, 'payments'));
  if (platform.gateways.byName(gateway) === null) {
    throw new ProblemError('validation', 'Please check the marked fields.', { errors: [{ field: 'gateway', message: 'There is no such gateway.' }] });
  }
  const period = { from: new Date(from), to: new Date(to) };
  if (period.from >= period.to) throw new ProblemError('validation', 'Please check the marked fields.', { errors: [{ field: 'to', message: 'The end is not after the beginning.' }] });
  if (NO_TEXT.test(csv)) throw unreadable('This is no text. Save the statement as CSV (UTF-8), and choose that file.');
  const read = readStatementCsv(csv);
  if ('error' in read) throw unreadable(read.error);
  const formula = read.lines.find(({ reference, currency }) => FORMULA.test(reference) || FORMULA.test(currency));
  if (formula !== undefined) throw unreadable(`The reference ${JSON.stringify(formula.reference.slice(0, 40))} begins like a formula of a spreadsheet. No payment has such a reference.`);
  const outside = read.lines.find(({ at }) => at < period.from || at >= period.to);
  if (outside !== undefined) throw unreadable(`The line of ${outside.reference} is of ${outside.at.toISOString()}, which is not in the time that you chose.`);
  const { differences, newCount } = await reconcile(platform, { gateway, source: 'file', ...period, lines: read.lines });
  await turnPayoutsOnIfReconciled(platform, platform.gateways.forPayouts.name);
  await transaction(platform.pool, (tx) => writeAudit(tx, {
    at: platform.now(), userId: adminId, action: 'statement-compared', subject: gateway, before: null,
    after: { from, to, lines: read.lines.length, differences: differences.length, isNew: newCount },
  }));
  return { lines: read.lines.length, differences: differences.length, isNew: newCount };
}
