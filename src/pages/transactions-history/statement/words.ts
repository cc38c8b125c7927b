import type { StatementEntry } from '../../../core/contract/statement';
import type { StatementFault, Verdict } from '../../../core/statement';
import { dateTime } from '../../../core/time';
import { accountWords, kindWords } from '../words';
import { catalogue } from '../../../core/words/catalogue';
import { plural } from '../../../core/words/plural';

const entries = (n: number) => plural(n, { one: '# entry', other: '# entries' });
const when = (at: string) => dateTime(Date.parse(at));

export const words = catalogue('pages/transactions-history/statement', {
  title: 'A statement that can be checked',
  intro:
    'Everything that ever moved on your account, in one file. Each entry has a fingerprint that takes in the one before: if one is changed, added or taken out, those after it no longer fit. Keep it as your proof.',
  download: 'Download the statement',
  collecting: (n: number) => (n === 0 ? 'Collecting' : `Collected ${n}`),
  downloadOffline: 'Downloading needs a connection.',
  failed: (n: number) =>
    n === 0
      ? 'The statement could not be loaded, so no file was made. Try again online.'
      : `${entries(n)} came, then the connection failed. No file was made yet: press again to continue from there.`,
  check: 'Check a statement',
  checkHint: 'It is checked on this device, even offline, and sent nowhere.',
  checking: 'Checking',
  notStatement: 'This file is not a statement',
  notStatementText: 'Choose the file as it was downloaded here, not one that a spreadsheet has saved again.',
  whole: 'The statement is complete',
  wholeText: ({ entries: n, from, to }: Extract<Verdict, { ok: true }>) =>
    from === null || to === null
      ? 'It has no entries: nothing ever moved.'
      : `${entries(n)}, from ${when(from)} to ${when(to)}. Every fingerprint and every balance fits.`,
  head: 'Its last fingerprint',
  own: 'It is from your account.',
  other: (userId: string) => `It is not from your account, but from ${userId}.`,
  books: {
    same: 'Our records continue from it.',
    differ: 'But our records do not continue from it. Keep this file and write to us.',
    unknown: 'It was not compared with our records: that needs a connection.',
  },
  broken: 'The statement is not complete',
  wrong: {
    start: 'It does not begin where the account begins.',
    order: 'It does not stand in its place: one was added, or they were put in another order.',
    balance: 'Its balance does not follow from the entries before it. It was changed, or one before it was changed or taken out.',
    hash: 'It is not what its fingerprint was made of. It was changed, or one before it was taken out.',
    head: 'It stops too early, or goes on too long: the end is not the one that we wrote into it.',
  } satisfies Record<StatementFault, string>,
  entry: (number: number, kind: string, account: string, time: string) => `Entry ${number} (${kind}, ${account}, ${time})`,
  after: (n: number) => `After ${entries(n)}`,
});

/** Names an entry so that a person finds it in the file. */
function nameOf(index: number, { at, kind, account }: StatementEntry): string {
  const time = Number.isNaN(Date.parse(at)) ? at : when(at);
  return words.entry(index + 1, kindWords(kind), accountWords(account.split(':')[0] ?? ''), time);
}

export function brokenWords({ fault, index, entry }: Extract<Verdict, { ok: false }>): string {
  const where = entry === null ? (fault === 'head' ? words.after(index) : '') : nameOf(index, entry);
  return where === '' ? words.wrong[fault] : `${where}: ${words.wrong[fault]}`;
}
