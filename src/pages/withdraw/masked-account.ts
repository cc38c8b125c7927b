import type { BankAccount } from '../../core/contract/withdrawals';
import { words } from './words';

/** Names a chosen account by its bank and the last four digits. */
export const maskedAccount = ({ bankName, lastFour }: Pick<BankAccount, 'bankName' | 'lastFour'>): string =>
  words.masked(bankName, lastFour);
