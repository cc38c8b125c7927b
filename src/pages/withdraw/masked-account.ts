import type { BankAccount } from '../../core/contract/withdrawals';
import { words } from './words';

/** How an account is named once it is chosen: its bank, and the last four digits. */
export const maskedAccount = ({ bankName, lastFour }: Pick<BankAccount, 'bankName' | 'lastFour'>): string =>
  words.masked(bankName, lastFour);
