/** The field key of the tests' platforms, and bank accounts that are written straight into the database. */
import type { Pool, PoolClient } from 'pg';
import { insertBankAccount } from '../../server/cashier/withdrawals/bank-accounts/bank-account-rows';
import type { NewBankAccount } from '../../server/cashier/withdrawals/bank-accounts/bank-account-rows';
import { payoutAccountPlace } from '../../server/cashier/withdrawals/bank-accounts/payout-accounts';
import { transaction } from '../../server/db/transaction';
import { beginSealing, lockFieldKeys } from '../../server/field-key-file';
import { createFieldKeys, fieldKeyId } from '../../server/field-keys';
import type { FieldKeys } from '../../server/field-keys';
import { KEY_BYTES } from '../../server/key-file';

/** All platforms of a run share it, because several of them, and processes, may share a database. */
export const TEST_FIELD_KEY = Buffer.alloc(KEY_BYTES, 9);

export const TEST_FIELD_KEYS: FieldKeys = createFieldKeys([TEST_FIELD_KEY]);

/** Makes the key known to a database that knows none, as a first start does. */
export async function registerTestFieldKey(pool: Pool): Promise<void> {
  await transaction(pool, registerOnce);
}

async function registerOnce(tx: PoolClient): Promise<void> {
  await lockFieldKeys(tx);
  const { rowCount } = await tx.query('SELECT FROM field_key');
  if (rowCount === 0) await beginSealing(tx, fieldKeyId(TEST_FIELD_KEY), new Date('2026-01-01'));
}

/** Writes a bank account as the platform does, without asking the bank. */
export async function writeBankAccount(db: Pool | PoolClient, account: NewBankAccount & { readonly used_at?: Date }): Promise<void> {
  const { used_at: usedAt, ...row } = account;
  const write = async (tx: PoolClient): Promise<void> => {
    await registerOnce(tx);
    await insertBankAccount(tx, TEST_FIELD_KEYS, row);
    if (usedAt !== undefined) await tx.query('UPDATE bank_account SET used_at = $2 WHERE bank_account_id = $1', [row.bank_account_id, usedAt]);
  };
  await ('totalCount' in db ? transaction(db, write) : write(db));
}

/** Opens the account numbers that stand anywhere in the database, or those of one player's bank accounts. */
export async function readAccountNumbers(pool: Pool, userId: string | null = null): Promise<string[]> {
  const { rows } = await pool.query<{ account_ref: number; bank_code: string; number_sealed: string }>(
    `SELECT account_ref, bank_code, number_sealed FROM payout_account
     WHERE $1::text IS NULL OR account_ref IN (SELECT account_ref FROM bank_account WHERE user_id = $1)`,
    [userId],
  );
  return Promise.all(rows.map((row) => TEST_FIELD_KEYS.open(payoutAccountPlace(row.account_ref, row.bank_code), row.number_sealed)));
}
