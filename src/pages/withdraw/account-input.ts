import { searchBanks, mainBanks } from '../../core/banks/banks';
import type { Bank } from '../../core/banks/banks';
import { checkNuban } from '../../core/nuban';
import { accountWords } from './account-words';

/** Takes the digits out of a number with spaces and dashes. */
export function digitsOf(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

export interface NewAccount {
  readonly bank: Bank | null;
  readonly number: string;
}

/** The faults by field, before the platform is asked. */
export function accountErrors({ bank, number }: NewAccount): Readonly<Record<string, string>> {
  return {
    ...(bank === null && { bankCode: accountWords.bankMissing }),
    ...(!/^\d{10}$/.test(digitsOf(number)) && { accountNumber: accountWords.numberWrong }),
  };
}

/** A warning, never a refusal: the check digit does not fit the bank. Wallets have none. */
export function nubanWarning({ bank, number }: NewAccount): string | null {
  if (bank === null) return null;
  return checkNuban(digitsOf(number), bank.nuban) === 'suspect' ? accountWords.nubanWarning(bank.name) : null;
}

export interface BankGroup {
  readonly title: string;
  readonly banks: readonly Bank[];
}

const MAX_FOUND = 30;

/** The banks in the list. With nothing typed these are the common ones by kind, otherwise the matches, best first. */
export function bankGroups(typed: string): readonly BankGroup[] {
  if (typed.trim() !== '') return [{ title: '', banks: searchBanks(typed).slice(0, MAX_FOUND) }];
  return Object.entries(accountWords.bankKinds).map(([kind, title]) => ({ title, banks: mainBanks.filter((bank) => bank.kind === kind) }));
}

/** The place that an arrow key leads to in a list of `count`. It goes round at the ends, and from nowhere to the first or the last. */
export function stepTo(active: number, count: number, by: 1 | -1): number {
  if (count === 0) return -1;
  if (active < 0) return by === 1 ? 0 : count - 1;
  return (active + by + count) % count;
}
