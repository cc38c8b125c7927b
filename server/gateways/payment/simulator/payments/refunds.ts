import { kobo } from '../../../../../src/core/money';
import type { Db } from '../../../../ledger/accounts';
import { GatewayUnavailableError } from '../../port';
import type { RefundGateway, RefundRequest, VerifiedRefund } from '../../port';
import type { SimulatorDeps } from '../deps';
import { refundOutcome } from './outcomes';
import { paymentByReference, stateAt } from './payment-rows';

interface RefundRow {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: 'pending' | 'success' | 'failed';
  readonly settles_at: Date | null;
  readonly reason: string | null;
  readonly calls: number;
}

const COLUMNS = 'reference, amount, currency, state, settles_at, reason, calls';
const REFUSED = 'The payer’s bank does not take it back.';
const NOT_PAID = 'There is no such payment to send back.';

/** Creates the refunds of the simulator; the amount chooses the outcome (outcomes.ts). */
export function createSimulatorRefunds(deps: SimulatorDeps): RefundGateway {
  return {
    refund: (request) => refund(deps, request),
    verifyRefund: async ({ reference }) => toVerifiedRefund(reference, await refundByReference(deps.pool, reference), deps.now()),
  };
}

async function refund(deps: SimulatorDeps, request: RefundRequest): Promise<VerifiedRefund> {
  const now = deps.now();
  const payment = await paymentByReference(deps.pool, request.payment);
  const isPaid = payment !== null && stateAt(payment, now) === 'success' && payment.paid_amount === request.amount;
  const existing = await refundByReference(deps.pool, request.reference);
  if (existing === null && (!isPaid || (await hasOtherRefund(deps.pool, request.payment)))) {
    return { reference: request.reference, state: 'failed', amount: request.amount, currency: request.currency, reason: NOT_PAID };
  }
  const row = await storeRefund(deps.pool, request, now);
  if (row.calls === 1 && refundOutcome(request.amount) === 'answer-lost') throw new GatewayUnavailableError('simulated: no answer to the first call');
  return toVerifiedRefund(row.reference, row, now);
}

async function storeRefund(db: Db, { reference, payment, amount, currency }: RefundRequest, now: Date): Promise<RefundRow> {
  const effect = EFFECTS[refundOutcome(amount)];
  const { rows } = await db.query<RefundRow>(
    `INSERT INTO simulator_refund AS r (reference, payment, amount, currency, state, settles_at, reason, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (reference) DO UPDATE SET calls = r.calls + 1 RETURNING ${COLUMNS}`,
    [
      reference, payment, amount, currency, effect.state,
      effect.afterMs === undefined ? null : new Date(now.getTime() + effect.afterMs), effect.state === 'failed' ? REFUSED : null, now,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a refund was just stored');
  return row;
}

const EFFECTS: Readonly<Record<ReturnType<typeof refundOutcome>, { readonly state: RefundRow['state']; readonly afterMs?: number }>> = {
  done: { state: 'success' },
  'answer-lost': { state: 'success' },
  late: { state: 'pending', afterMs: 30_000 },
  failed: { state: 'failed' },
  never: { state: 'pending' },
};

async function refundByReference(db: Db, reference: string): Promise<RefundRow | null> {
  const { rows } = await db.query<RefundRow>(`SELECT ${COLUMNS} FROM simulator_refund WHERE reference = $1`, [reference]);
  return rows[0] ?? null;
}

/** Returns true where another refund of the payment is on its way, or done. */
async function hasOtherRefund(db: Db, payment: string): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM simulator_refund WHERE payment = $1 AND state <> 'failed'`, [payment]);
  return rowCount !== 0;
}

function toVerifiedRefund(reference: string, row: RefundRow | null, now: Date): VerifiedRefund {
  if (row === null) return { reference, state: 'unknown', amount: kobo(0), currency: 'NGN' };
  const isDone = row.state === 'pending' && row.settles_at !== null && row.settles_at <= now;
  return {
    reference: row.reference,
    state: isDone ? 'success' : row.state,
    amount: kobo(row.amount),
    currency: row.currency,
    ...(row.reason !== null && { reason: row.reason }),
  };
}
