import type { PoolClient } from 'pg';
import type { Platform } from '../../platform';
import { addStep, setState } from '../deposits/deposit-rows';
import type { DepositRow } from '../deposits/deposit-rows';
import { RETURN_PREFIX } from '../reference-prefixes';

export type ReturnState = 'asked' | 'sent' | 'done' | 'failed';

/** One try to send a held deposit back to its payer. */
export interface ReturnRow {
  readonly return_id: string;
  readonly deposit_id: string;
  /** Null where the platform returned the deposit of a closed account by itself. */
  readonly operation_key: string | null;
  readonly reference: string;
  readonly state: ReturnState;
  readonly checks: number;
  readonly created_at: Date;
}

const COLUMNS = 'return_id, deposit_id, operation_key, reference, state, checks, created_at';
/** 96 bits cannot be guessed; they are 24 hexadecimal characters. */
const RETURN_ID_BYTES = 12;

/** Orders the return of a held deposit, which the sweep carries out. The caller holds the deposit's row and has checked that it is held. */
export async function requestReturn(
  tx: PoolClient,
  { randomBytes }: Pick<Platform, 'randomBytes'>,
  { deposit_id: depositId }: Pick<DepositRow, 'deposit_id'>,
  { key, at }: { readonly key: string | null; readonly at: Date },
): Promise<void> {
  const returnId = randomBytes(RETURN_ID_BYTES).toString('hex');
  await setState(tx, depositId, 'returning', at, null);
  await tx.query(
    `INSERT INTO deposit_return (return_id, deposit_id, operation_key, reference, state, check_after, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'asked', $5, $5, $5)`,
    [returnId, depositId, key, `${RETURN_PREFIX}${returnId}`, at],
  );
  await addStep(tx, depositId, 'return-asked', at);
}

export async function lockReturn(tx: PoolClient, returnId: string): Promise<ReturnRow> {
  const { rows } = await tx.query<ReturnRow>(`SELECT ${COLUMNS} FROM deposit_return WHERE return_id = $1 FOR UPDATE`, [returnId]);
  const [row] = rows;
  if (row === undefined) throw new Error('the return is missing');
  return row;
}

/** Locks the returns that are due, except those that another process has locked. */
export async function lockDueReturns(tx: PoolClient, now: Date, limit: number): Promise<ReturnRow[]> {
  const { rows } = await tx.query<ReturnRow>(
    `SELECT ${COLUMNS} FROM deposit_return WHERE state IN ('asked', 'sent') AND check_after <= $1
     ORDER BY check_after LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
    [now],
  );
  return rows;
}

/** Marks a return as sent. The caller commits this before it calls the gateway, because from then on the gateway may know the return. */
export async function markReturnSent(tx: PoolClient, returnId: string, now: Date, checkAfter: Date): Promise<void> {
  await tx.query(
    `UPDATE deposit_return SET state = 'sent', checks = checks + 1, check_after = $3, updated_at = $2 WHERE return_id = $1`,
    [returnId, now, checkAfter],
  );
}

export async function endReturn(
  tx: PoolClient,
  returnId: string,
  now: Date,
  end: { readonly state: 'done'; readonly transactionId: string } | { readonly state: 'failed'; readonly reason: string },
): Promise<void> {
  await tx.query(
    'UPDATE deposit_return SET state = $2, check_after = NULL, updated_at = $3, end_transaction = $4, reason = $5 WHERE return_id = $1',
    [returnId, end.state, now, end.state === 'done' ? end.transactionId : null, end.state === 'failed' ? end.reason : null],
  );
}

/** Returns true where the payer's bank or the payment service refused an earlier return of this deposit. */
export async function hasFailedReturn(tx: PoolClient, depositId: string): Promise<boolean> {
  const { rowCount } = await tx.query(`SELECT FROM deposit_return WHERE deposit_id = $1 AND state = 'failed' LIMIT 1`, [depositId]);
  return rowCount === 1;
}
