import { brand } from '../../../src/core/brand';
import { dateTime } from '../../../src/core/time';
import type { Counts } from './section';

/** Writes the readme, which describes the files. Pure. */
export function writeReadme(counts: Counts, at: Date): string {
  const files = [...counts].flatMap(([{ file, description, format }, rows]) => [
    format === 'object' ? file : `${file} (${rows})`,
    `  ${description}`,
  ]);
  return [
    `Everything ${brand.name} stores about you, as of ${dateTime(at.getTime())} (Lagos time). All files show the same moment.`,
    '',
    ...files,
    '',
    'Times are UTC; Lagos is one hour ahead. Amounts are in naira. CSV files open in any spreadsheet, JSON files in any',
    'text editor. A text that a spreadsheet would read as a formula has an apostrophe added in front of it.',
    '',
    'The chain in ledger.csv: the hash of each line takes in the hash of the line before it, so nobody can change, add or',
    'take out a line without breaking all that follow. It is the SHA-256 of nine lines with a line feed between them: the',
    'hash of the line before (of the first: the SHA-256 of "ayo statement 1", a line feed and your userId), entryId, at,',
    'kind, account, amount in kobo, balanceBefore in kobo, balanceAfter in kobo, reference. One naira is 100 kobo.',
    '',
    'Not in here: your password, which we store only in a form that nobody can read, and the seeds of future rounds.',
    '',
    'This file holds private data. Do not share it, and delete it when you have read it.',
    `Questions: ${brand.supportEmail}`,
    '',
  ].join('\r\n');
}
