/** The words and figures of a row. Pure. */
import type { ReactNode } from 'react';
import type { Transaction } from '../../core/contract/cashier';
import { formatNaira, negateKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import type { TimelineRow } from '../shared/money/Timeline';
import { sumOf } from './rows';
import type { MoneyRow } from './rows';
import { movementWords, words } from './words';

type WithdrawalEnd = keyof typeof words.withdrawalStates;

/** How far a withdrawal is, by its entries. */
function withdrawalEnd({ entries }: MoneyRow): WithdrawalEnd {
  if (entries.some(({ kind }) => kind === 'withdrawal-return')) return 'returned';
  return entries.some(({ kind, account, amount }) => kind === 'withdrawal' && account === 'held' && amount < 0) ? 'paid' : 'open';
}

/**
 * The entries of a row as the steps of a timeline, oldest first. An open withdrawal has its next step, too. When a withdrawal was checked is
 * in no entry, because no money moved; null where that is not known.
 */
export function stepsOf(
  row: MoneyRow, isFiltered: boolean, detailOf: (entry: Transaction) => ReactNode, checkedAt: number | null = null,
): readonly TimelineRow[] {
  const steps = row.entries.toReversed().map((entry): TimelineRow => ({
    id: entry.entryId,
    label: entry.kind === 'withdrawal' && entry.account === 'real' ? words.asked : movementWords(entry),
    state: entry.kind === 'withdrawal-return' ? 'past' : 'done',
    at: Date.parse(entry.at),
    detail: detailOf(entry),
  }));
  const isChecked = checkedAt !== null;
  const later = steps.filter(({ at }) => isChecked && at !== null && at > checkedAt);
  const all: readonly TimelineRow[] = isChecked
    ? [...steps.slice(0, steps.length - later.length), { id: 'checked', label: words.checked, state: 'done', at: checkedAt }, ...later]
    : steps;
  const isOpen = row.family === 'withdrawal' && !isFiltered && withdrawalEnd(row) === 'open';
  return isOpen ? [...all, { id: 'ahead', label: isChecked ? words.sentAhead : words.ahead, state: 'now', at: null }] : all;
}

/** The title of a row. `gameName` is null where no game is known. */
export function titleOf(row: MoneyRow, gameName: string | null): string {
  const [newest] = row.entries;
  if (newest === undefined) return '';
  if (row.family === 'round') return gameName ?? words.round;
  if (row.family === 'withdrawal') return row.entries.every(({ kind }) => kind === 'withdrawal-return') ? words.kinds['withdrawal-return'] : words.kinds.withdrawal;
  if (row.family === 'deposit' && row.real !== null) return words.kinds.deposit;
  return movementWords({ ...newest, account: 'real' });
}

function roundWords({ entries }: MoneyRow): string {
  const stake = sumOf(entries, ({ kind }) => kind === 'stake');
  const win = sumOf(entries, ({ kind }) => kind === 'win');
  if (stake === null) return win === null ? '' : words.winOnly(formatNaira(win));
  const staked = formatNaira(negateKobo(stake));
  return win === null ? words.stakeOnly(staked) : words.stakeAndWin(staked, formatNaira(win));
}

/** The second line of the row; empty where there is nothing to say. */
export function lineOf(row: MoneyRow, isFiltered: boolean): string {
  if (row.missing !== null) return words.missing[row.missing];
  if (row.family === 'round') return roundWords(row);
  const note = row.entries.find((entry) => entry.note !== undefined)?.note;
  if (note !== undefined) return note;
  if (row.entries.some(({ kind }) => kind === 'adjustment')) return words.correction;
  return row.family === 'withdrawal' && !isFiltered ? words.withdrawalStates[withdrawalEnd(row)] : '';
}

/** The amount of a row that left the balance as it was, without a sign: money that was set aside, or came too late. */
export function asideOf({ entries }: MoneyRow): Kobo | null {
  const amount = sumOf(entries.slice(-1), () => true);
  return amount !== null && amount < 0 ? negateKobo(amount) : amount;
}
