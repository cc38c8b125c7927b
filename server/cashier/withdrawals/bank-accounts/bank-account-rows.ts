import type { PoolClient } from 'pg';
import type { BankAccount } from '../../../../src/core/contract/withdrawals';
import type { Db } from '../../../ledger/accounts';

/** Bank and number: what a gateway needs to find an account. */
export interface BankAccountRef {
  readonly bankCode: string;
  readonly accountNumber: string;
}

export interface BankAccountRow {
  readonly bank_account_id: string;
  readonly user_id: string;
  readonly bank_code: string;
  readonly bank_name: string;
  /** Only the gateway may see this: it never stands in an answer, a log or an error. */
  readonly account_number: string;
  readonly account_name: string;
  readonly added_at: Date;
  readonly used_at: Date | null;
}

const COLUMNS = 'bank_account_id, user_id, bank_code, bank_name, account_number, account_name, added_at, used_at';

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

export async function bankAccountByNumber(db: Db, userId: string, { bankCode, accountNumber }: BankAccountRef): Promise<BankAccountRow | null> {
  const { rows } = await db.query<BankAccountRow>(
    `SELECT ${COLUMNS} FROM bank_account WHERE user_id = $1 AND bank_code = $2 AND account_number = $3`,
    [userId, bankCode, accountNumber],
  );
  return rows[0] ?? null;
}

export async function insertBankAccount(tx: PoolClient, row: Omit<BankAccountRow, 'used_at'>): Promise<void> {
  await tx.query(
    `INSERT INTO bank_account (bank_account_id, user_id, bank_code, bank_name, account_number, account_name, added_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.bank_account_id, row.user_id, row.bank_code, row.bank_name, row.account_number, row.account_name, row.added_at],
  );
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
         INSERT INTO former_bank_account (user_id, bank_code, bank_name, account_number, account_name, added_at, removed_at)
         SELECT user_id, bank_code, bank_name, account_number, account_name, added_at, $3 FROM removed ON CONFLICT DO NOTHING)
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
    lastFour: lastFourDigits(row.account_number),
    accountName: row.account_name,
    addedAt: row.added_at.toISOString(),
    used: row.used_at !== null,
  };
}

export function lastFourDigits(accountNumber: string): string {
  return accountNumber.slice(-4);
}
