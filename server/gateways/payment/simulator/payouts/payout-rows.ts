import type { PoolClient } from 'pg';
import { kobo } from '../../../../../src/core/money';
import { insertRow } from '../../../../db/statement';
import type { Db } from '../../../../ledger/accounts';
import type { PayoutRequest, StatementLine, VerifiedPayout } from '../../port';
import { payoutEffectOf, payoutOutcomeOf } from './payout-outcomes';
import type { PayoutEffect, PayoutState } from './payout-outcomes';

export interface PayoutRow {
  readonly reference: string;
  readonly account_number: string;
  /** Kobo. */
  readonly amount: number;
  readonly currency: string;
  readonly state: PayoutState;
  readonly then_state: Exclude<PayoutState, 'pending'> | null;
  readonly then_at: Date | null;
  readonly reason: string | null;
  readonly calls: number;
  readonly created_at: Date;
}

const COLUMNS = 'reference, account_number, amount, currency, state, then_state, then_at, reason, calls, created_at';

/** Stores a payout and queues its notifications. A repeated reference only counts the call and changes nothing else. */
export async function storePayout(tx: PoolClient, request: PayoutRequest, now: Date): Promise<PayoutRow> {
  const effect = payoutEffectOf(payoutOutcomeOf(request.accountNumber));
  const thenAt = effect.later === undefined ? null : new Date(now.getTime() + effect.later.afterMs);
  const { rows } = await tx.query<PayoutRow>(insertRow('simulator_payout AS p', {
    reference: request.reference,
    bank_code: request.bankCode,
    // The last two digits choose what becomes of the payout, and nobody needs the others.
    account_number: request.accountNumber.slice(-2),
    account_name: request.accountName,
    amount: request.amount,
    currency: request.currency,
    state: effect.state,
    then_state: effect.later?.state ?? null,
    then_at: thenAt,
    reason: effect.reason ?? null,
    created_at: now,
  }, { ending: `ON CONFLICT (reference) DO UPDATE SET calls = p.calls + 1 RETURNING ${COLUMNS}` }));
  const row = rows[0];
  if (row === undefined) throw new Error('a payout was just stored');
  if (isFirstArrival(row)) await queueNotifications(tx, row, effect, now);
  return row;
}

/** Returns true for the first call that arrives; where the first call is lost, that is the second one. */
function isFirstArrival(row: PayoutRow): boolean {
  return row.calls === (isCallLost(row) ? 2 : 1);
}

function isCallLost({ account_number: accountNumber }: PayoutRow): boolean {
  return payoutOutcomeOf(accountNumber) === 'call-lost';
}

async function queueNotifications(tx: PoolClient, row: PayoutRow, { state, later, notifications }: PayoutEffect, now: Date): Promise<void> {
  const finalStates: [PayoutState, Date][] = state === 'pending' ? [] : [[state, now]];
  if (later !== undefined) finalStates.push([later.state, row.then_at ?? now]);
  for (const [finalState, dueAt] of finalStates) {
    const { reference, amount, currency } = row;
    const body = JSON.stringify({ event: `transfer.${finalState}`, data: { reference, amount, currency, state: finalState } });
    for (let count = 0; count < notifications; count += 1) {
      await tx.query('INSERT INTO simulator_notification (reference, body, due_at) VALUES ($1, $2, $3)', [reference, body, dueAt]);
    }
  }
}

export async function payoutByReference(db: Db, reference: string): Promise<PayoutRow | null> {
  const { rows } = await db.query<PayoutRow>(`SELECT ${COLUMNS} FROM simulator_payout WHERE reference = $1`, [reference]);
  return rows[0] ?? null;
}

/** Returns the payout's state at `now`. */
export function payoutStateAt(row: PayoutRow, now: Date): PayoutState {
  return row.then_state !== null && row.then_at !== null && row.then_at <= now ? row.then_state : row.state;
}

/** Makes the simulator's answer about a payout; `unknown` for one that never arrived. */
export function toVerifiedPayout(reference: string, row: PayoutRow | null, now: Date): VerifiedPayout {
  if (row === null || (isCallLost(row) && row.calls === 1)) return { reference, state: 'unknown', amount: kobo(0), currency: 'NGN' };
  const state = payoutStateAt(row, now);
  const isFailure = state === 'failed' || state === 'reversed';
  return {
    reference: row.reference,
    state,
    amount: kobo(row.amount),
    currency: row.currency,
    ...(isFailure && row.reason !== null && { reason: row.reason }),
  };
}

/** A payout with one of its final states, and the time of that state. */
interface StatementRow extends PayoutRow {
  readonly line_state: PayoutState;
  readonly at: Date;
}

/**
 * Reads the statement's lines of payouts from `from` (inclusive) to `to` (exclusive) that have happened by `now`. A payout that was paid
 * and sent back later has two lines.
 */
export async function payoutStatement(db: Db, from: Date, to: Date, now: Date): Promise<StatementLine[]> {
  const { rows } = await db.query<StatementRow>(
    `SELECT ${COLUMNS}, line_state, at FROM simulator_payout p
     CROSS JOIN LATERAL (VALUES (p.state, p.created_at), (p.then_state, p.then_at)) AS line (line_state, at)
     WHERE line_state <> 'pending' AND at >= $1 AND at < $2 AND at <= $3 ORDER BY at, reference`,
    [from, to, now],
  );
  return rows
    .filter((row) => !isCallLost(row) || row.calls > 1)
    .map(({ reference, amount, currency, line_state: state, at }) => ({ reference, direction: 'out', amount: kobo(amount), currency, state, at }));
}

/** Reads the holder of an account that was opened on the bank's page; null for any other. */
export async function readHolder(db: Db, accountNumber: string): Promise<string | null> {
  const { rows } = await db.query<{ holder: string }>('SELECT holder FROM simulator_account WHERE account_number = $1', [accountNumber]);
  return rows[0]?.holder ?? null;
}

/** Opens an account at the simulated bank, or changes its holder. */
export async function setHolder(db: Db, accountNumber: string, holder: string, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO simulator_account (account_number, holder, opened_at) VALUES ($1, $2, $3)
     ON CONFLICT (account_number) DO UPDATE SET holder = $2, opened_at = $3`,
    [accountNumber, holder, now],
  );
}
