import type { PoolClient } from 'pg';
import { insertRow } from '../../../../db/statement';
import type { Db } from '../../../../ledger/accounts';
import type { DepositStartRequest } from '../../port';
import { isPaymentReference } from '../../references';
import { effectOf } from './outcomes';
import type { Outcome } from './outcomes';

export interface PaymentRow {
  readonly reference: string;
  readonly method: string;
  /** Kobo. */
  readonly amount: number;
  readonly paid_amount: number | null;
  readonly currency: string;
  readonly outcome: Outcome | null;
  readonly state: 'pending' | 'success' | 'failed' | 'cancelled';
  readonly settles_at: Date | null;
  readonly return_success: string;
  readonly return_cancel: string;
  readonly return_failure: string;
  readonly starts: number;
  /** An account number or the digits of a USSD code; null where the payer has a page. */
  readonly pay_to: string | null;
  readonly bank_code: string | null;
}

const COLUMNS = `reference, method, amount, paid_amount, currency, outcome, state, settles_at,
  return_success, return_cancel, return_failure, starts, pay_to, bank_code`;

/** Stores a payment. A repeated reference only counts the start and changes nothing else. */
export async function storePayment(tx: Db, request: DepositStartRequest, payTo: string | null, now: Date): Promise<PaymentRow> {
  const { success, cancel, failure } = request.returnUrls;
  const { rows } = await tx.query<PaymentRow>(insertRow('simulator_payment AS p', {
    reference: request.reference,
    method: request.method,
    amount: request.amount,
    currency: request.currency,
    state: 'pending',
    return_success: success,
    return_cancel: cancel,
    return_failure: failure,
    created_at: now,
    pay_to: payTo,
    bank_code: request.bankCode ?? null,
  }, { ending: `ON CONFLICT (reference) DO UPDATE SET starts = p.starts + 1 RETURNING ${COLUMNS}` }));
  const row = rows[0];
  if (row === undefined) throw new Error('a payment was just stored');
  return row;
}

export async function paymentByReference(db: Db, reference: string): Promise<PaymentRow | null> {
  if (!isPaymentReference(reference)) return null;
  const { rows } = await db.query<PaymentRow>(`SELECT ${COLUMNS} FROM simulator_payment WHERE reference = $1`, [reference]);
  return rows[0] ?? null;
}

/** Finds the payment of an account number or a USSD code, in any notation. */
export async function paymentByPayTo(db: Db, payTo: string): Promise<PaymentRow | null> {
  const digits = payTo.replace(/\D/g, '');
  const { rows } = await db.query<PaymentRow>(`SELECT ${COLUMNS} FROM simulator_payment WHERE pay_to = $1`, [digits]);
  return rows[0] ?? null;
}

/** Stores the payer's choice, of which only the first counts, and queues its notifications. */
export async function decidePayment(tx: PoolClient, payment: PaymentRow, outcome: Outcome, now: Date): Promise<void> {
  const effect = effectOf(outcome);
  const settlesAt = effect.settlesAfterMs === null ? null : new Date(now.getTime() + effect.settlesAfterMs);
  const isPaid = effect.state === 'success' || settlesAt !== null;
  const { rowCount } = await tx.query(
    `UPDATE simulator_payment SET outcome = $2, state = $3, settles_at = $4, paid_amount = $5, decided_at = $6
     WHERE reference = $1 AND outcome IS NULL`,
    [payment.reference, outcome, effect.state, settlesAt, isPaid ? payment.amount - effect.shortfall : null, now],
  );
  if (rowCount !== 1) return;
  const finalState = settlesAt === null ? effect.state : 'success';
  const body = notificationBody({ ...payment, paid_amount: isPaid ? payment.amount - effect.shortfall : null }, finalState);
  for (let count = 0; count < effect.notifications; count += 1) {
    await queueNotification(tx, payment.reference, body, settlesAt ?? now);
  }
}

/** Lets the payment succeed by itself at `at`. */
export async function approveLater(tx: PoolClient, payment: PaymentRow, at: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE simulator_payment SET outcome = 'late', settles_at = $2, paid_amount = amount, decided_at = $2 WHERE reference = $1 AND outcome IS NULL`,
    [payment.reference, at],
  );
  if (rowCount === 1) {
    await queueNotification(tx, payment.reference, notificationBody({ ...payment, paid_amount: payment.amount }, 'success'), at);
  }
}

/** Returns the payment's state at `now`: a late payment has become a success once its time has come. */
export function stateAt(payment: Pick<PaymentRow, 'state' | 'settles_at'>, now: Date): PaymentRow['state'] {
  return payment.state === 'pending' && payment.settles_at !== null && payment.settles_at <= now ? 'success' : payment.state;
}

function notificationBody(payment: PaymentRow, state: string): string {
  const { reference, amount, paid_amount: paid, currency } = payment;
  return JSON.stringify({ event: `payment.${state}`, data: { reference, amount: paid ?? amount, currency, state } });
}

async function queueNotification(tx: PoolClient, reference: string, body: string, dueAt: Date): Promise<void> {
  await tx.query('INSERT INTO simulator_notification (reference, body, due_at) VALUES ($1, $2, $3)', [reference, body, dueAt]);
}
