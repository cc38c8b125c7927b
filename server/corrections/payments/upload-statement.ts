/**
 * Compares a gateway's statement that somebody uploads with our books, and stores what differs. One person could write such a file by hand. So no
 * money moves by it, also not that of payouts that a restore lost, payouts that are off stay off, and it can't bury the list under what it invents.
 */
import type { AnswerOf } from '../../../src/core/contract/endpoint';
import type { uploadStatement as endpoint } from '../../../src/core/contract/payment-cases';
import { DAY_MS } from '../../../src/core/time';
import { writeAudit } from '../../audit';
import { readStatementCsv, reconcileUploaded } from '../../cashier';
import { transaction } from '../../db/transaction';
import { requireRole } from '../../four-eyes';
import type { StatementLine } from '../../gateways';
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

const MAX_DAYS = 31;
/** What a gateway or we call a payment: what can be read in one line, and has no letters that hide or look like others. */
const REFERENCE = /^[0-9A-Za-z][0-9A-Za-z ._:/#|~-]{0,99}$/;
const CURRENCY = /^[A-Za-z]{3}$/;
/** A statement with more than this is not of this gateway, or these books are not of it. */
const MAX_NOT_IN_BOOKS = 2_000;

const invalid = (field: string, message: string): ProblemError => new ProblemError('validation', 'Please check the marked fields.', { errors: [{ field, message }] });

function unreadable(message: string): ProblemError {
  return new ProblemError('validation', 'This file can’t be read.', { detail: message, errors: [{ field: 'csv', message }] });
}

/** Throws 400 `validation` with a clear word for a file that can't be read, and writes nothing then. */
export async function uploadStatement(platform: Platform, uploaded: UploadedStatement): Promise<AnswerOf<typeof endpoint>> {
  const { adminId, gateway, csv } = uploaded;
  await transaction(platform.pool, (tx) => requireRole(tx, adminId, 'payments'));
  if (platform.gateways.byName(gateway) === null) throw invalid('gateway', 'There is no such gateway.');
  const period = readPeriod(uploaded, platform.now());
  const lines = readLines(csv, period);
  const { differences, newCount } = await reconcileUploaded(platform, { gateway, ...period, lines }, {
    before: async (tx, found) => {
      await requireRole(tx, adminId, 'payments');
      const unknown = found.filter(({ kind }) => kind === 'missing-here').length;
      if (unknown <= MAX_NOT_IN_BOOKS) return;
      throw unreadable(`${unknown} of its payments are not in our books. Is it the statement of this gateway? At most ${MAX_NOT_IN_BOOKS} are stored.`);
    },
    after: (tx, found) => writeAudit(tx, {
      at: platform.now(), userId: adminId, action: 'statement-compared', subject: gateway, before: null,
      after: {
        from: period.from.toISOString(), to: period.to.toISOString(), lines: lines.length, differences: found.differences.length,
        isNew: found.newCount,
      },
    }),
  });
  return { lines: lines.length, differences: differences.length, isNew: newCount };
}

interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** A period whose last day is not over yet ends now. */
function readPeriod({ from, to }: Pick<UploadedStatement, 'from' | 'to'>, now: Date): Period {
  const [begin, end] = [new Date(from), new Date(to)];
  if (begin >= end) throw invalid('to', 'The end is not after the beginning.');
  if (begin >= now) throw invalid('from', 'This day is not over. A statement is of the past.');
  if (end.getTime() > now.getTime() + DAY_MS) throw invalid('to', 'This day is not over. A statement is of the past.');
  if (end.getTime() - begin.getTime() > MAX_DAYS * DAY_MS) throw invalid('to', `At most ${MAX_DAYS} days can be compared at once: take a shorter time.`);
  return { from: begin, to: end < now ? end : now };
}

function readLines(csv: string, { from, to }: Period): readonly StatementLine[] {
  if (NO_TEXT.test(csv)) throw unreadable('This is no text. Save the statement as CSV (UTF-8), and choose that file.');
  const read = readStatementCsv(csv);
  if ('error' in read) throw unreadable(read.error);
  const formula = read.lines.find(({ reference, currency }) => FORMULA.test(reference) || FORMULA.test(currency));
  if (formula !== undefined) throw unreadable(`The reference ${JSON.stringify(formula.reference.slice(0, 40))} begins like a formula of a spreadsheet. No payment has such a reference.`);
  const odd = read.lines.findIndex(({ reference, currency }) => !REFERENCE.test(reference) || !CURRENCY.test(currency));
  if (odd !== -1) throw unreadable(`Payment ${odd + 1} of the file has a reference or a currency that none has: at most 100 letters, digits and signs, and three letters.`);
  const outside = read.lines.find(({ at }) => at < from || at >= to);
  if (outside !== undefined) throw unreadable(`The line of ${outside.reference} is of ${outside.at.toISOString()}, which is not in the time that you chose.`);
  return read.lines;
}
