/** The accounts at banks that players named, each once: a reference stands for the number, which is sealed. */
import type { PoolClient } from 'pg';
import type { FieldKeys } from '../../../field-keys';
import type { Db } from '../../../ledger/accounts';
import { placeOf, readSealing, sealValue } from '../../../sealed-fields';
import type { Sealing } from '../../../sealed-fields';

/** Bank and number: what a gateway needs to find an account. */
export interface BankAccountRef {
  readonly bankCode: string;
  readonly accountNumber: string;
}

interface Row {
  readonly account_ref: number;
}

/** Returns the text whose index tells one account from all others. */
export const indexedText = (bankCode: string, accountNumber: string): string => `${bankCode} ${accountNumber}`;

export const payoutAccountPlace = (accountRef: number | string, bankCode: string): string => placeOf('payout_account', String(accountRef), bankCode);

/**
 * Returns the reference of an account; null where nobody named it before. Every key of this process is tried, because the newest one may not
 * have reached all rows.
 */
export async function findPayoutAccount(db: Db, fieldKeys: FieldKeys, { bankCode, accountNumber }: BankAccountRef): Promise<number | null> {
  const indexes = await Promise.all(fieldKeys.ids().map((keyId) => fieldKeys.indexOf(keyId, indexedText(bankCode, accountNumber))));
  const { rows } = await db.query<Row>(
    `SELECT account_ref FROM payout_account WHERE number_index = ANY($1)
     UNION ALL SELECT account_ref FROM payout_account WHERE bank_code = $2 AND clear_number = $3 LIMIT 1`,
    [indexes, bankCode, accountNumber],
  );
  return rows[0]?.account_ref ?? null;
}

/** Returns the reference of an account, and writes the account down where nobody named it before. */
export async function referToPayoutAccount(tx: PoolClient, fieldKeys: FieldKeys, account: BankAccountRef): Promise<number> {
  // The key stays the newest one until this transaction ends; otherwise two could write one account down under different keys.
  await tx.query('SELECT FROM field_key ORDER BY number DESC LIMIT 1 FOR SHARE');
  const sealing = await readSealing(tx);
  await fieldKeys.has(sealing.keyId);
  const known = await findPayoutAccount(tx, fieldKeys, account);
  if (known !== null) return known;
  await insertPayoutAccount(tx, fieldKeys, sealing, account);
  const added = await findPayoutAccount(tx, fieldKeys, account);
  if (added === null) throw new Error('the account was just written down');
  return added;
}

async function insertPayoutAccount(
  tx: PoolClient,
  fieldKeys: FieldKeys,
  sealing: Sealing,
  { bankCode, accountNumber }: BankAccountRef,
): Promise<void> {
  const { rows: [next] } = await tx.query<Row>(`SELECT nextval(pg_get_serial_sequence('payout_account', 'account_ref')) AS account_ref`);
  if (next === undefined) throw new Error('a sequence has a next value');
  const { sealed, clear } = await sealValue(fieldKeys, sealing, payoutAccountPlace(next.account_ref, bankCode), accountNumber);
  await tx.query(
    `INSERT INTO payout_account (account_ref, bank_code, clear_number, number_index, key_id, number_sealed)
     OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [next.account_ref, bankCode, clear, await fieldKeys.indexOf(sealing.keyId, indexedText(bankCode, accountNumber)), sealing.keyId, sealed],
  );
}
