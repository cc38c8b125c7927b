import { brand } from '../../../src/core/brand';
import { dateTime } from '../../../src/core/time';
import type { Counts } from './section';

/** What the files are, in words. Pure. */
export function readme(counts: Counts, at: Date): string {
  const files = [...counts].flatMap(([{ file, about, is }, rows]) => [
    is === 'object' ? file : `${file} (${rows})`,
    `  ${about}`,
  ]);
  return [
    `Everything ${brand.name} keeps of you, as of ${dateTime(at.getTime())} (Lagos time). It is all of one moment.`,
    '',
    ...files,
    '',
    'Times are UTC; Lagos is one hour ahead. Amounts are in naira. CSV files open in any spreadsheet, JSON files in any',
    'text editor. A text that a spreadsheet would take for a formula has an apostrophe in front of it, which is no part of it.',
    '',
    'The chain in ledger.csv: the hash of each line takes in the hash of the line before it, so nobody can change, add or',
    'take out a line without breaking all that follow. It is the SHA-256 of nine lines with a line feed between them: the',
    'hash of the line before (of the first: the SHA-256 of "ayo statement 1", a line feed and your userId), entryId, at,',
    'kind, account, amount in kobo, balanceBefore in kobo, balanceAfter in kobo, reference. One naira is 100 kobo.',
    '',
    'What is not in here: your password, which we only keep in a form that nobody can read, and seeds of rounds that are',
    'still to come.',
    '',
    'This file holds what others should not know of you. Keep it to yourself, and delete it when you have read it.',
    `Questions: ${brand.supportEmail}`,
    '',
  ].join('\r\n');
}
