/**
 * The chained statement. Every entry of a player carries a hash over its own figures and the hash of the entry before
 * it, so whoever holds a statement can find out, without the platform, whether an entry was changed, added or taken out.
 *
 * The hash of an entry is made of a text of nine lines, ASCII, with a line feed (0x0A) between them and none at
 * the end:
 * 1. the hash of the entry before it, 64 hexadecimal characters in small letters
 * 2. `entryId`, decimal
 * 3. `at`, UTC to the millisecond: `2026-11-21T10:00:00.000Z`
 * 4. `kind`, for instance `deposit`
 * 5. `account`: `real`, `held`, or `bonus:` and the wallet's id
 * 6. `amount` in kobo, decimal, with a minus where it went out
 * 7. `balanceBefore` of that account in kobo
 * 8. `balanceAfter` of that account in kobo
 * 9. `reference`
 *
 * `hash` is the SHA-256 of that text. The first entry follows the SHA-256 of two lines: `ayo statement 1` and the
 * userId. The entries of all the player's accounts are one chain, in the order of their ids.
 */
import type { StatementEntry, StatementPage } from './contract/statement';
import { asciiBytes, hexOf } from './fairness/ascii';
import { sha256 } from './fairness/sha256';

type EntryFigures = Omit<StatementEntry, 'hash'>;

/** No line of the text can hold the end of another. */
const ONE_LINE = /^[!-~]*$/;

/** The hash that the first entry of a player follows: 64 hexadecimal characters. */
export function statementStart(userId: string): string {
  return hashOf(`ayo statement 1\n${userId}`);
}

/** The nine lines. Throws a RangeError for a field that is no printable ASCII. */
export function entryText(previous: string, entry: EntryFigures): string {
  const { entryId, at, kind, account, amount, balanceBefore, balanceAfter, reference } = entry;
  const fields = [previous, entryId, at, kind, account, amount, balanceBefore, balanceAfter, reference].map(String);
  if (!fields.every((line) => ONE_LINE.test(line))) throw new RangeError('a field of a statement is no printable ASCII');
  return fields.join('\n');
}

/** The hash of an entry that follows `previous`. Throws a RangeError for a field that is no printable ASCII. */
export function entryHash(previous: string, entry: EntryFigures): string {
  return hashOf(entryText(previous, entry));
}

function hashOf(text: string): string {
  return hexOf(sha256(asciiBytes(text)));
}

/**
 * The first fault of a statement.
 * - `start`: it does not begin where the account does
 * - `order`: an entry comes before one that is older, or a page is not the one that follows
 * - `balance`: an entry does not begin where the last one of its account ended, or does not add up
 * - `hash`: an entry is not the one that its hash was made of
 * - `head`: it ends before, or elsewhere than, the platform said it does
 */
export type StatementFault = 'start' | 'order' | 'balance' | 'hash' | 'head';

export type Verdict =
  | { readonly ok: true; readonly entries: number; readonly from: string | null; readonly to: string | null; readonly head: string }
  /** `index` counts the entries from 0; for `head` it is their number. */
  | { readonly ok: false; readonly fault: StatementFault; readonly index: number; readonly entry: StatementEntry | null };

/** Checks the pages of one statement, from its beginning to its end, in their order. Pure. */
export function verifyStatement(pages: readonly Omit<StatementPage, 'next'>[]): Verdict {
  const userId = pages[0]?.userId ?? '';
  const balances = new Map<string, number>();
  let last: StatementEntry | null = null;
  let first: StatementEntry | null = null;
  let head = statementStart(userId);
  let index = 0;
  const failAt = (fault: StatementFault, entry: StatementEntry | null): Verdict => ({ ok: false, fault, index, entry });

  if (pages[0]?.previous !== head) return failAt('start', null);
  for (const page of pages) {
    if (page.userId !== userId || page.previous !== head) return failAt('order', page.items[0] ?? null);
    for (const entry of page.items) {
      const fault = faultAt(entry, head, last, balances.get(entry.account) ?? 0);
      if (fault !== null) return failAt(fault, entry);
      balances.set(entry.account, entry.balanceAfter);
      first ??= entry;
      last = entry;
      head = entry.hash;
      index += 1;
    }
  }
  const platformHead = pages.at(-1)?.head;
  // The head of an account without entries is what the first one will follow.
  if (platformHead?.hash !== head || platformHead.entries !== index) return failAt('head', null);
  return { ok: true, entries: index, from: first?.at ?? null, to: last?.at ?? null, head };
}

function faultAt(entry: StatementEntry, previous: string, last: StatementEntry | null, balance: number): StatementFault | null {
  if (last !== null && !(Number(entry.entryId) > Number(last.entryId))) return 'order';
  if (entry.balanceBefore !== balance || entry.balanceAfter !== balance + entry.amount) return 'balance';
  return entry.hash === hashOrNull(previous, entry) ? null : 'hash';
}

function hashOrNull(previous: string, entry: EntryFigures): string | null {
  try {
    return entryHash(previous, entry);
  } catch {
    // The platform would have made no hash of such an entry.
    return null;
  }
}
