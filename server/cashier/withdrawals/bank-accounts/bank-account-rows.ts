import type { PoolClient } from 'pg';
import type { BankAccount } from '../../../../src/core/contract/withdrawals';
import { insertRow } from '../../../db/statement';
import type { FieldKeys } from '../../../field-keys';
import type { Db } from '../../../ledger/accounts';
import { openValue, placeOf, readSealing, sealValue } from '../../../sealed-fields';
import { findPayoutAccount, referToPayoutAccount } from './payout-accounts';
import type { BankAccountRef } from './payout-accounts';

export interface BankAccountRow {
  readonly bank_account_id: string;
  readonly user_id: string;
  readonly bank_code: string;
  readonly bank_name: string;
  /** Names the same account at its bank in all tables (`payout-accounts.ts`). */
  readonly account_ref: number;
  readonly last_four: string;
  /** The number. Only the gateway may see it: it never stands in an answer, a log or an error. */
  readonly account_sealed: string | null;
  /** The number in a row that an older Ayo wrote, or that one may read. */
  readonly account_number: string | null;
  readonly account_name: string;
  readonly added_at: Date;
  readonly used_at: Date | null;
}

const COLUMNS = 'bank_account_id, user_id, bank_code, bank_name, account_ref, last_four, account_sealed, account_number, account_name, added_at, used_at';

/** Reads a player's bank accounts, newest first. */
export async function readBankAccounts(db: Db, userId: string): Promise<BankAccountRow[]> {
  const { rows } = await db.query<BankAccountRow>(
    `SELECT ${COLUMNS} FROM bank_account WHERE user_id = $1 ORDER BY added_at DESC, bank_account_id`,
    [userId],
  );
  return rows;
}

export async function bankAccountById(db: Db, userId: string, bankAccountId: string): Promise<BankAccountRow | null> {
  const { rows } = await db.query<BankAccountRow>(
    `SELECT ${COLUMNS} FROM bank_account WHERE user_id = $1 AND bank_account_id = $2`,
    [userId, bankAccountId],
  );
  return rows[0] ?? null;
}

export async function bankAccountByNumber(db: Db, fieldKeys: FieldKeys, userId: string, account: BankAccountRef): Promise<BankAccountRow | null> {
  const { rows } = await db.query<BankAccountRow>(
    `SELECT ${COLUMNS} FROM bank_account WHERE user_id = $1 AND account_ref = $2`,
    [userId, await findPayoutAccount(db, fieldKeys, account)],
  );
  return rows[0] ?? null;
}

type SealedAccount = Pick<BankAccountRow, 'bank_account_id' | 'user_id' | 'bank_code'>;

/** Names the place for which a row's number is sealed. It opens in no other row, for no other player and no other bank. */
export const bankAccountPlace = (row: SealedAccount): string => placeOf('bank_account', row.bank_account_id, row.user_id, row.bank_code);

/** Returns the number of a bank account, for a gateway. Rejects with a SealedFieldError where it is not the row's own. */
export function openAccountNumber(fieldKeys: FieldKeys, row: BankAccountRow): Promise<string> {
  return openValue(fieldKeys, bankAccountPlace(row), { sealed: row.account_sealed, clear: row.account_number });
}

/** A bank account before it is stored. */
export interface NewBankAccount extends SealedAccount {
  readonly bank_name: string;
  readonly accountNumber: string;
  readonly account_name: string;
  readonly added_at: Date;
}

/** Stores a bank account, with its number sealed, and returns the row. */
export async function insertBankAccount(
  tx: PoolClient,
  fieldKeys: FieldKeys,
  { accountNumber, ...account }: NewBankAccount,
): Promise<BankAccountRow> {
  const accountRef = await referToPayoutAccount(tx, fieldKeys, { bankCode: account.bank_code, accountNumber });
  const { sealed, clear } = await sealValue(fieldKeys, await readSealing(tx), bankAccountPlace(account), accountNumber);
  const row = { ...account, account_ref: accountRef, last_four: lastFourDigits(accountNumber), account_sealed: sealed, account_number: clear };
  await tx.query(insertRow('bank_account', row));
  return { ...row, used_at: null };
}

/** Stores the holder's new name. The account then needs the password again, like a new one. */
export async function renameHolder(tx: PoolClient, row: BankAccountRow, accountName: string): Promise<BankAccountRow> {
  if (row.account_name === accountName) return row;
  await tx.query('UPDATE bank_account SET account_name = $2, used_at = NULL WHERE bank_account_id = $1', [row.bank_account_id, accountName]);
  return { ...row, account_name: accountName, used_at: null };
}

/** Deletes an account, and remembers it to recognise accounts of one person (server/lookalikes). Returns false for an unknown one. */
export async function deleteBankAccount(db: Db, userId: string, bankAccountId: string, at: Date): Promise<boolean> {
  const { rows } = await db.query<{ is_removed: boolean }>(
    `WITH removed AS (DELETE FROM bank_account WHERE user_id = $1 AND bank_account_id = $2 RETURNING *),
       noted AS (
         INSERT INTO former_bank_account (user_id, bank_code, bank_name, account_ref, last_four, account_number, account_name, added_at, removed_at)
         SELECT user_id, bank_code, bank_name, account_ref, last_four, account_number, account_name, added_at, $3 FROM removed ON CONFLICT DO NOTHING)
     SELECT EXISTS (SELECT FROM removed) AS is_removed`,
    [userId, bankAccountId, at],
  );
  return rows[0]?.is_removed === true;
}

/** Records that a payout arrived, so the account needs no password any more. An account that was removed meanwhile stays removed. */
export async function markUsed(tx: PoolClient, userId: string, bankAccountId: string, at: Date): Promise<void> {
  await tx.query('UPDATE bank_account SET used_at = $3 WHERE user_id = $1 AND bank_account_id = $2 AND used_at IS NULL', [
    userId, bankAccountId, at,
  ]);
}

/** Converts a row to the contract's bank account, with only the last four digits of its number. */
export function toBankAccount(row: BankAccountRow): BankAccount {
  return {
    bankAccountId: row.bank_account_id,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    lastFour: row.last_four,
    accountName: row.account_name,
    addedAt: row.added_at.toISOString(),
    used: row.used_at !== null,
  };
}

export function lastFourDigits(accountNumber: string): string {
  return accountNumber.slice(-4);
}
