import type { Pool } from 'pg';
import { kobo } from '../../../../src/core/money';
import type { StatementLine } from '../port';
import { stateAt } from './payments';
import type { PaymentRow } from './payments';

type Line = Pick<PaymentRow, 'reference' | 'amount' | 'paid_amount' | 'currency' | 'state' | 'settles_at'> & { readonly at: Date };

/** The simulator's books of payments: what was decided (a late one: what came of it) in the time. */
export async function readStatement(pool: Pool, from: Date, to: Date): Promise<StatementLine[]> {
  const { rows } = await pool.query<Line>(
    `SELECT reference, amount, paid_amount, currency, state, settles_at, coalesce(settles_at, decided_at) AS at
     FROM simulator_payment
     WHERE decided_at IS NOT NULL AND coalesce(settles_at, decided_at) >= $1 AND coalesce(settles_at, decided_at) < $2
     ORDER BY at, reference`,
    [from, to],
  );
  return rows.map((row) => ({
    reference: row.reference,
    direction: 'in',
    amount: kobo(row.paid_amount ?? row.amount),
    currency: row.currency,
    state: stateAt(row, to),
    at: row.at,
  }));
}
