import type { PoolClient } from 'pg';
import type { Deposit } from '../../../src/core/contract/cashier';
import { CURRENCY } from '../../../src/core/contract/primitives';
import { kobo, koboToNaira } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { insertRow } from '../../db/statement';
import type { PaymentInstruction } from '../../gateways';
import type { Db } from '../../ledger/accounts';
import { readInstruction, toNextValue } from './payment-instruction';
import type { DepositRow, DepositState, DepositStep } from './deposit-types';

export type { DepositRow, DepositState, DepositStep } from './deposit-types';

const COLUMNS = `deposit_id, user_id, gateway, reference, operation_key, method, amount, currency, state, return_base,
  next_type, next_value, created_at, updated_at, expires_at, closes_at, bank_code, claimed_at, country, region, hold_reason`;

type NewDeposit = Omit<DepositRow, 'state' | 'next_type' | 'next_value' | 'claimed_at' | 'hold_reason'> & { readonly check_after: Date };

export async function insertDeposit(tx: PoolClient, row: NewDeposit): Promise<void> {
  await tx.query(insertRow('deposit', { ...row, state: 'pending' }));
}

export async function depositById(db: Db, depositId: string): Promise<DepositRow | null> {
  return findDeposit(db, 'deposit_id = $1', [depositId]);
}

export async function depositByReference(db: Db, reference: string): Promise<DepositRow | null> {
  return findDeposit(db, 'reference = $1', [reference]);
}

export async function depositByKey(db: Db, userId: string, key: string): Promise<DepositRow | null> {
  return findDeposit(db, 'user_id = $1 AND operation_key = $2', [userId, key]);
}

/** Reads a deposit and locks its row until the transaction ends. */
export async function lockDeposit(tx: PoolClient, depositId: string): Promise<DepositRow | null> {
  return findDeposit(tx, 'deposit_id = $1 FOR UPDATE', [depositId]);
}

async function findDeposit(db: Db, where: string, values: readonly string[]): Promise<DepositRow | null> {
  const { rows } = await db.query<DepositRow>(`SELECT ${COLUMNS} FROM deposit WHERE ${where}`, [...values]);
  return rows[0] ?? null;
}

export interface DepositPage {
  readonly rows: readonly DepositRow[];
  readonly hasMore: boolean;
}

/** Reads a page of a player's deposits, newest first; it begins after `after` (exclusive), or with the newest. */
export async function readDeposits(
  db: Db,
  userId: string,
  after: { readonly createdAt: Date; readonly depositId: string } | null,
  limit: number,
): Promise<DepositPage> {
  const { rows } = await db.query<DepositRow>(
    `SELECT ${COLUMNS} FROM deposit
     WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (created_at, deposit_id) < ($2, $3))
     ORDER BY created_at DESC, deposit_id DESC LIMIT $4`,
    [userId, after?.createdAt ?? null, after?.depositId ?? null, limit + 1],
  );
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Adds a step to the timeline; a step that exists stays unchanged. */
export async function addStep(db: Db, depositId: string, step: DepositStep, at: Date, detail?: string): Promise<void> {
  await db.query(
    `INSERT INTO deposit_step (deposit_id, step, at, detail) VALUES ($1, $2, $3, $4) ON CONFLICT (deposit_id, step) DO NOTHING`,
    [depositId, step, at, detail ?? null],
  );
}

/**
 * Stores the gateway's instruction. A deposit that closed before the gateway answered is not prolonged: it counts towards no limit
 * any more.
 */
export async function storeInstruction(tx: PoolClient, depositId: string, instruction: PaymentInstruction, at: Date): Promise<void> {
  const gatewayExpiry = 'expiresAt' in instruction ? instruction.expiresAt : undefined;
  await tx.query(
    `UPDATE deposit SET next_type = $2, next_value = $3, updated_at = $4,
       expires_at = CASE WHEN closes_at > $4 THEN coalesce($5, expires_at) ELSE expires_at END,
       closes_at = CASE WHEN closes_at > $4 THEN closes_at + (coalesce($5, expires_at) - expires_at) ELSE closes_at END
     WHERE deposit_id = $1`,
    [depositId, instruction.type, toNextValue(instruction), at, gatewayExpiry ?? null],
  );
}

/** A claimed deposit is checked for this long, because banks clear up a lost transfer within that time. */
export const CLAIM_LIFETIME_MS = 3 * 24 * 60 * 60_000;

/**
 * Changes the state of a deposit; the caller holds its row. A claimed deposit that expires is checked for as long as a claim lasts, and
 * money that arrives then is late. The database refuses to leave a final state.
 *
 * `closes_at` is the end of the time to pay. Once a claimed deposit has ended it becomes the end of the claim; for one that expired,
 * `ran_out_at` then keeps the end of the time to pay.
 */
export async function setState(
  tx: PoolClient,
  depositId: string,
  state: DepositState,
  at: Date,
  transactionId: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE deposit SET state = $2, updated_at = $3, transaction_id = $4,
       ran_out_at = CASE WHEN $2 = 'expired' AND claimed_at IS NOT NULL THEN closes_at ELSE ran_out_at END,
       closes_at = CASE WHEN $2 IN ('expired', 'failed', 'cancelled') THEN greatest(closes_at, claimed_at + $5 * interval '1 ms') ELSE closes_at END
     WHERE deposit_id = $1`,
    [depositId, state, at, transactionId, CLAIM_LIFETIME_MS],
  );
}

/** Converts rows to the contract's deposits, with their timelines. */
export async function toDeposits(db: Db, rows: readonly DepositRow[]): Promise<Deposit[]> {
  const { rows: steps } = await db.query<{ deposit_id: string; step: string; at: Date; detail: string | null }>(
    'SELECT deposit_id, step, at, detail FROM deposit_step WHERE deposit_id = ANY($1) ORDER BY step_id',
    [rows.map((row) => row.deposit_id)],
  );
  // A mismatch stays one in its row. What people made of it (server/corrections) is a step.
  const stateOf = (row: DepositRow): DepositState => {
    const last = row.state === 'mismatch' ? steps.findLast((step) => step.deposit_id === row.deposit_id)?.step : undefined;
    return last === 'credited' ? 'success' : last === 'sent-back' ? 'sent-back' : row.state;
  };
  return rows.map((row) => ({
    depositId: row.deposit_id,
    method: row.method,
    amount: koboToNaira(depositAmount(row)),
    currency: CURRENCY,
    state: stateOf(row),
    next: readInstruction(row),
    timeline: steps
      .filter((step) => step.deposit_id === row.deposit_id)
      .map(({ step, at, detail }) => ({ step, at: at.toISOString(), ...(detail === null ? {} : { detail }) })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    ...(row.state === 'held' && row.hold_reason !== null && { heldBecause: row.hold_reason }),
  }));
}

export async function toDeposit(db: Db, row: DepositRow): Promise<Deposit> {
  const [deposit] = await toDeposits(db, [row]);
  if (deposit === undefined) throw new Error('one row makes one deposit');
  return deposit;
}

export function depositAmount(row: Pick<DepositRow, 'amount'>): Kobo {
  return kobo(row.amount);
}
