import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('app/layout/balance-words', {
  real: 'Real money',
  bonus: 'Bonus',
  held: 'Held for withdrawals',
  asOf: 'Balance',
  live: 'live',
  dated: 'not up to date',
  unknown: 'not known',
  unread: 'could not be read',
  bonuses: 'My bonuses',
  withdraw: 'Withdraw',
  allTransactions: 'All transactions',
});
