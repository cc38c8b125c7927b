import { brand } from '../../core/brand';
import type { TRANSACTION_KINDS, Transaction } from '../../core/contract/cashier';
import { catalogue } from '../../core/words/catalogue';
import { entryOf } from '../../core/words/is-key-of';
import { plural } from '../../core/words/plural';

type Kind = (typeof TRANSACTION_KINDS)[number];

export const words = catalogue('pages/transactions-history', {
  title: 'Transactions',
  intro: 'All your money in and out.',
  kind: 'Type',
  allKinds: 'Everything',
  kinds: {
    deposit: 'Deposit',
    stake: 'Stake',
    win: 'Win',
    withdrawal: 'Withdrawal',
    'withdrawal-return': 'Withdrawal returned',
    bonus: 'Bonus',
    adjustment: `Correction by ${brand.name}`,
    'deposit-held': 'Late deposit, waiting for your choice',
    'deposit-returned': 'Late deposit sent back',
  } satisfies Record<Kind, string>,
  held: {
    'withdrawal in': 'Held for your withdrawal',
    'withdrawal out': 'Paid to your bank',
    'withdrawal-return out': 'No longer held',
  },
  suspense: { 'deposit out': 'Moved to your balance' },
  accounts: { real: 'Real money', bonus: 'Bonus', held: 'Held for withdrawals', suspense: 'Waiting for your choice' },
  totals: { in: 'In', out: 'Out', net: 'Net', lifetime: 'Net deposits since you joined' },
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  today: 'Today',
  yesterday: 'Yesterday',
  dayNet: 'Net',
  dayNetSoFar: 'Net so far',
  bonus: 'bonus',
  stakeAndWin: (stake: string, win: string) => `Stake ${stake}, win ${win}`,
  stakeOnly: (stake: string) => `Stake ${stake}`,
  winOnly: (win: string) => `Win ${win}`,
  correction: 'We corrected an earlier line. That line stays as it was.',
  round: 'Round',
  missing: { below: 'The rest is further down', before: 'Began before these days' },
  withdrawalStates: { open: 'In progress', paid: 'Paid', returned: 'Money sent back' },
  timeline: 'What happened',
  nowStep: 'now',
  asked: 'You asked for it',
  checked: 'Checked',
  ahead: 'Checked and sent to your bank',
  sentAhead: 'Sent to your bank',
  toWithdrawal: 'About this withdrawal',
  balances: 'Balance before and after',
  reference: 'Reference',
  emptyTitle: 'No transactions to show',
  emptyText: 'There was no deposit, withdrawal or bet.',
  download: 'Download as CSV',
  downloadHint: 'Made on this device, with every entry of the filter.',
  collecting: (n: number) => (n === 0 ? 'Collecting' : `Collected ${n}`),
  downloaded: (n: number) => plural(n, { one: 'The file has # entry.', other: 'The file has # entries.' }),
  partial: (n: number) => `The file has the newest ${n} entries. Choose a shorter period for the rest.`,
  downloadFailed: 'Not all entries could be loaded, so no file was made. Try again online.',
  downloadOffline: 'Needs a connection.',
});

/** The words for a kind. A newer platform may send kinds without words here. */
export function kindWords(kind: string): string {
  return entryOf(words.kinds, kind) ?? kind;
}

/**
 * One withdrawal makes three entries and a late deposit four. An entry that only moves money between the player's accounts must not read
 * like a second payment.
 */
export function movementWords({ kind, account, amount }: Pick<Transaction, 'kind' | 'account' | 'amount'>): string {
  const inside = account === 'held' ? words.held : account === 'suspense' ? words.suspense : {};
  return entryOf(inside, `${kind} ${amount > 0 ? 'in' : 'out'}`) ?? kindWords(kind);
}

export function accountWords(account: string): string {
  return entryOf(words.accounts, account) ?? account;
}
