import type { Pool } from 'pg';
import { kobo } from '../../../../../src/core/money';
import type { StatementLine } from '../../port';
import { stateAt } from './payment-rows';
import type { PaymentRow } from './payment-rows';

type Line = Pick<PaymentRow, 'reference' | 'amount' | 'paid_amount' | 'currency' | 'state' | 'settles_at'> & { readonly at: Date };

/**
 * Reads the statement's lines of payments that were decided or sent back from `from` (inclusive) to `to` (exclusive); a late payment counts when
 * it settles.
 */
export async function readStatement(pool: Pool, from: Date, to: Date): Promise<StatementLine[]> {
  const { rows } = await pool.query<Line & { sent_back: boolean }>(
    `SELECT reference, amount, paid_amount, currency, state, settles_at, coalesce(settles_at, decided_at) AS at, false AS sent_back
     FROM simulator_payment
     WHERE decided_at IS NOT NULL AND coalesce(settles_at, decided_at) >= $1 AND coalesce(settles_at, decided_at) < $2
     UNION ALL
     SELECT payment, amount, amount, currency, 'success', NULL, coalesce(settles_at, created_at), true FROM simulator_refund
     WHERE (state = 'success' OR settles_at IS NOT NULL) AND coalesce(settles_at, created_at) >= $1 AND coalesce(settles_at, created_at) < $2
     ORDER BY at, sent_back, reference`,
    [from, to],
  );
  return rows.map((row) => ({
    reference: row.reference,
    direction: 'in',
    amount: kobo(row.paid_amount ?? row.amount),
    currency: row.currency,
    state: row.sent_back ? 'reversed' : stateAt(row, to),
    at: row.at,
  }));
}
