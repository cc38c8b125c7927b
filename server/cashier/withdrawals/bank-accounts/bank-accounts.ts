/** Lists, adds and removes the bank accounts to which a player withdraws. */
import type { PoolClient } from 'pg';
import type { BankAccount } from '../../../../src/core/contract/withdrawals';
import { transaction } from '../../../db/transaction';
import { namesMatch } from '../../../person-name';
import { ProblemError } from '../../../http/problem';
import { newId } from '../../../ids';
import { requestSettling, settleLookalikes, storeSearchKeys } from '../../../lookalikes';
import type { Platform } from '../../../platform';
import { bankAccountByNumber, readBankAccounts, deleteBankAccount, insertBankAccount, renameHolder, toBankAccount } from './bank-account-rows';
import type { BankAccountRef } from './payout-accounts';
import { bankNameByCode, enquire, nameMismatchProblem, readProfileName } from './enquiry';
import type { Enquiry } from './enquiry-guards';

export const MAX_BANK_ACCOUNTS = 5;

export async function listBankAccounts(platform: Pick<Platform, 'pool'>, userId: string): Promise<BankAccount[]> {
  return (await readBankAccounts(platform.pool, userId)).map(toBankAccount);
}

/**
 * Adds an account when its bank confirms that it is the player's. An account that was added before is returned as it is; we ask the
 * bank again only when its name does not match the profile any more. Throws `name-mismatch`, also where the bank knows no such
 * account, `conflict` when the player has too many, and as `enquire` does. `deviceCookie` is null where the browser has none.
 */
export async function addBankAccount(platform: Platform, enquiry: Enquiry, deviceCookie: string | null): Promise<BankAccount> {
  const { userId, account } = enquiry;
  const bankName = bankNameByCode(account.bankCode);
  const existingAccount = await bankAccountByNumber(platform.pool, platform.fieldKeys, userId, account);
  if (existingAccount !== null) {
    const profileName = await readProfileName(platform.pool, userId);
    if (namesMatch(profileName, existingAccount.account_name)) return toBankAccount(existingAccount);
  }
  const { accountName } = await enquire(platform, enquiry);
  if (accountName === null) throw nameMismatchProblem();
  const confirmedAccount = { ...account, bankName, accountName, deviceCookie };
  const storedAccount = await transaction(platform.pool, (tx) => storeBankAccount(tx, platform, userId, confirmedAccount));
  await settleLookalikes(platform, [userId]);
  return storedAccount;
}

interface ConfirmedAccount extends BankAccountRef {
  readonly bankName: string;
  readonly accountName: string;
  readonly deviceCookie: string | null;
}

async function storeBankAccount(tx: PoolClient, platform: Platform, userId: string, confirmedAccount: ConfirmedAccount): Promise<BankAccount> {
  // This lock lets one account be added at a time, because otherwise two could both become the fifth. It also keeps the player's name as it is.
  const { rows } = await tx.query<{ firstname: string; lastname: string }>(
    'SELECT firstname, lastname FROM player WHERE user_id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  const player = rows[0];
  if (player === undefined || !namesMatch(player, confirmedAccount.accountName)) throw nameMismatchProblem();
  const existingAccount = await bankAccountByNumber(tx, platform.fieldKeys, userId, confirmedAccount);
  if (existingAccount !== null) return toBankAccount(await renameHolder(tx, existingAccount, confirmedAccount.accountName));
  if ((await readBankAccounts(tx, userId)).length >= MAX_BANK_ACCOUNTS) {
    throw new ProblemError('conflict', `You can keep ${MAX_BANK_ACCOUNTS} bank accounts. Remove one first.`);
  }
  const row = await insertBankAccount(tx, platform.fieldKeys, {
    bank_account_id: newId(platform),
    user_id: userId,
    bank_code: confirmedAccount.bankCode,
    bank_name: confirmedAccount.bankName,
    accountNumber: confirmedAccount.accountNumber,
    account_name: confirmedAccount.accountName,
    added_at: platform.now(),
  });
  await storeSearchKeys(tx, userId, confirmedAccount.deviceCookie, row.added_at);
  await requestSettling(tx, [userId], row.added_at);
  return toBankAccount(row);
}

/**
 * Removes an account, so that no new withdrawal can use it. Withdrawals to it continue, because they have a copy of it. Throws `not-found`
 * for an unknown one.
 */
export async function removeBankAccount(
  { pool, now }: Pick<Platform, 'pool' | 'now'>,
  userId: string,
  bankAccountId: string,
): Promise<void> {
  if (await deleteBankAccount(pool, userId, bankAccountId, now())) return;
  throw new ProblemError('not-found', 'There is no such bank account.');
}
