/** The bank accounts that a player keeps for being paid out to. */
import type { PoolClient } from 'pg';
import type { BankAccount } from '../../../../src/core/contract/withdrawals';
import { transaction } from '../../../db/transaction';
import { namesMatch } from '../../../person-name';
import { ProblemError } from '../../../http/problem';
import { newId } from '../../../ids';
import { noteHints } from '../../../lookalikes';
import type { Platform } from '../../../platform';
import { bankAccountAt, bankAccountsOf, deleteBankAccount, insertBankAccount, renameHolder, toBankAccount } from './bank-account-rows';
import type { AccountPlace } from './bank-account-rows';
import { bankNameOf, enquire, nameMismatch, profileName } from './enquiry';
import type { Asking } from './enquiry-guards';

export const MAX_BANK_ACCOUNTS = 5;

export async function listBankAccounts(platform: Pick<Platform, 'pool'>, userId: string): Promise<BankAccount[]> {
  return (await bankAccountsOf(platform.pool, userId)).map(toBankAccount);
}

/**
 * Keeps an account when its bank says that it is the player's. One that is kept already is answered as it is; the bank is
 * asked again only when the name does not fit the profile any more. Throws `name-mismatch`, also where the bank knows no such
 * account, `conflict` when too many are kept, and as `enquire` does.
 */
export async function addBankAccount(platform: Platform, asking: Asking): Promise<BankAccount> {
  const { userId, place } = asking;
  const bankName = bankNameOf(place.bankCode);
  const kept = await bankAccountAt(platform.pool, userId, place);
  if (kept !== null && namesMatch(await profileName(platform.pool, userId), kept.account_name)) return toBankAccount(kept);
  const { accountName } = await enquire(platform, asking);
  if (accountName === null) throw nameMismatch();
  return transaction(platform.pool, (tx) => keep(tx, platform, userId, { ...place, bankName, accountName }));
}

interface Found extends AccountPlace {
  readonly bankName: string;
  readonly accountName: string;
}

async function keep(tx: PoolClient, platform: Platform, userId: string, found: Found): Promise<BankAccount> {
  // One at a time, or two could both be the fifth; and the name is the one that holds now.
  const { rows } = await tx.query<{ firstname: string; lastname: string }>(
    'SELECT firstname, lastname FROM player WHERE user_id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  const player = rows[0];
  if (player === undefined || !namesMatch(player, found.accountName)) throw nameMismatch();
  const kept = await bankAccountAt(tx, userId, found);
  if (kept !== null) return toBankAccount(await renameHolder(tx, kept, found.accountName));
  if ((await bankAccountsOf(tx, userId)).length >= MAX_BANK_ACCOUNTS) {
    throw new ProblemError('conflict', `You can keep ${MAX_BANK_ACCOUNTS} bank accounts. Remove one first.`);
  }
  const row = {
    bank_account_id: newId(platform),
    user_id: userId,
    bank_code: found.bankCode,
    bank_name: found.bankName,
    account_number: found.accountNumber,
    account_name: found.accountName,
    added_at: platform.now(),
  };
  await insertBankAccount(tx, row);
  await noteHints(tx, userId, null, row.added_at);
  return toBankAccount({ ...row, used_at: null });
}

/** Forgets an account for good; withdrawals to it go on, they have a copy. Throws `not-found` for one that is not kept. */
export async function removeBankAccount(platform: Pick<Platform, 'pool'>, userId: string, bankAccountId: string): Promise<void> {
  if (await deleteBankAccount(platform.pool, userId, bankAccountId)) return;
  throw new ProblemError('not-found', 'There is no such bank account.');
}
