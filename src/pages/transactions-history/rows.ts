/** Puts the entries of the ledger together as a player thinks of them: a round, a withdrawal, a deposit is one row. Pure. */
import type { Transaction } from '../../core/contract/cashier';
import { addKobo, roundToKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { lagosDay } from '../../core/time';
import { entryOf } from '../../core/words/is-key-of';

/** The family of each kind: entries of one family with the same reference belong together. */
const FAMILY_OF = {
  stake: 'round', win: 'round', withdrawal: 'withdrawal', 'withdrawal-return': 'withdrawal',
  deposit: 'deposit', 'deposit-held': 'deposit', 'deposit-returned': 'deposit',
} as const;

type Family = (typeof FAMILY_OF)[keyof typeof FAMILY_OF] | 'other';

export interface MoneyRow {
  readonly key: string;
  readonly family: Family;
  /** Newest first, as loaded. */
  readonly entries: readonly Transaction[];
  /** Epoch ms of the newest movement of the balance; of any movement where the balance did not move. */
  readonly at: number;
  /** The change of the balance; null where no loaded entry moved it. */
  readonly real: Kobo | null;
  /** The change of bonus money; null where it moved none. */
  readonly bonus: Kobo | null;
  /** Where a part of it lies that is not loaded: on a page further down, or before the days that were chosen. */
  readonly missing: 'below' | 'before' | null;
}

export interface MoneyDay {
  /** `YYYY-MM-DD` in Lagos. */
  readonly day: string;
  readonly rows: readonly MoneyRow[];
  /** The change of the balance by all its rows. */
  readonly net: Kobo;
  /** More of this day, or of its rows, is not loaded yet. */
  readonly isPartial: boolean;
}

/** How far the list is loaded. */
export interface Loaded {
  /** There are older entries on further pages. */
  readonly hasMore: boolean;
  /** Epoch ms of the first day that was chosen. */
  readonly from: number;
  /** Only one kind of entries is listed, so the other parts of a row are left out on purpose. */
  readonly isFiltered: boolean;
}

/** `Map.groupBy`, which the oldest browsers served don't have. */
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Entries of one family and reference are one row. All others are one row where they were booked in the same moment. */
function keyOf({ kind, reference, at }: Transaction): string {
  const family = entryOf(FAMILY_OF, kind);
  return family === undefined ? `${kind} ${reference} ${at}` : `${family} ${reference}`;
}

/** The sum over one account; null where no entry is of it. An amount that can't be read counts as nothing; its entry shows a dash. */
export function sumOf(entries: readonly Transaction[], isCounted: (entry: Transaction) => boolean): Kobo | null {
  const amounts = entries.filter(isCounted).flatMap(({ amount }) => roundToKobo(amount) ?? []);
  return amounts.length === 0 ? null : addKobo(...amounts);
}

const isReal = ({ account }: Transaction): boolean => account === 'real';
const isBonus = ({ account }: Transaction): boolean => account === 'bonus';

/** Returns true if a part of the round may be older than `oldest`, the last entry that is loaded. */
function goesOnBelow(entries: readonly Transaction[], oldest: Transaction): boolean {
  const last = entries.at(-1);
  // The stake of real money is the first entry of a round; free spins and bonus money may have none.
  if (last === oldest && !(last.kind === 'stake' && isReal(last))) return true;
  const startedAt = last?.round === undefined ? Number.NaN : Date.parse(last.round.startedAt);
  return startedAt < Date.parse(oldest.at);
}

function missingOf(family: Family, entries: readonly Transaction[], oldest: Transaction, { hasMore, from, isFiltered }: Loaded): MoneyRow['missing'] {
  if (isFiltered) return null;
  if (family === 'withdrawal') {
    const hasRequest = entries.some((entry) => isReal(entry) && entry.kind === 'withdrawal');
    return hasRequest ? null : hasMore ? 'below' : 'before';
  }
  if (family !== 'round') return null;
  if (hasMore && goesOnBelow(entries, oldest)) return 'below';
  const startedAt = entries[0]?.round?.startedAt;
  return !hasMore && startedAt !== undefined && Date.parse(startedAt) < from ? 'before' : null;
}

/** The rows of all loaded entries, newest first. `entries` are the pages one after the other, so a page's end cuts nothing in two. */
export function rowsOf(entries: readonly Transaction[], loaded: Loaded): readonly MoneyRow[] {
  const oldest = entries.at(-1);
  if (oldest === undefined) return [];
  const groups = groupBy(entries, keyOf);
  const place = new Map(entries.map((entry, index) => [entry, index]));
  const indexedRows = [...groups].map(([key, parts]) => {
    const family: Family = entryOf(FAMILY_OF, parts[0]?.kind ?? '') ?? 'other';
    const mover = parts.find(isReal) ?? parts[0] ?? oldest;
    const row: MoneyRow = {
      key, family, entries: parts, at: Date.parse(mover.at),
      real: sumOf(parts, isReal), bonus: sumOf(parts, isBonus), missing: missingOf(family, parts, oldest, loaded),
    };
    return { row, index: place.get(mover) ?? 0 };
  });
  return indexedRows.sort((a, b) => a.index - b.index).map(({ row }) => row);
}

/** The rows by days in Lagos, newest first. */
export function daysOf(rows: readonly MoneyRow[], hasMore: boolean): readonly MoneyDay[] {
  const days = [...groupBy(rows, ({ at }) => lagosDay(at))];
  return days.map(([day, ofDay], index) => ({
    day,
    rows: ofDay,
    net: addKobo(...ofDay.flatMap(({ real }) => real ?? [])),
    isPartial: (hasMore && index === days.length - 1) || ofDay.some(({ missing }) => missing === 'below'),
  }));
}
