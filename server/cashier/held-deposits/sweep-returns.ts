/**
 * Sends held deposits back and asks the gateway about them, with growing pauses, until it gives a final answer. Several
 * processes may sweep at once; only one of them handles each return, which keeps its reference.
 */
import type { PoolClient } from 'pg';
import { isUnavailable } from '../../db/errors';
import { transaction } from '../../db/transaction';
import { GatewayUnavailableError } from '../../gateways';
import type { PaymentGateway, RefundRequest, VerifiedRefund } from '../../gateways';
import { ProblemError } from '../../http/problem';
import { readMoneySwitch } from '../../ledger/money-switch';
import { moneyTransaction } from '../../ledger/operation';
import { post } from '../../ledger/post';
import { toOneLine } from '../../one-line';
import type { Platform } from '../../platform';
import { withGatewayDeadline } from '../gateway-deadline';
import { addStep, depositAmount, depositById, lockDeposit, setState } from '../deposits/deposit-rows';
import type { DepositRow } from '../deposits/deposit-rows';
import { readPayoutSwitch } from '../payout-switch';
import { lockDueReturns, endReturn, lockReturn, markReturnSent } from './return-rows';
import type { ReturnRow } from './return-rows';

const BATCH = 10;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 30 * 60_000;
/** This is less than the first pause, so a call ends before another process can take the return. */
const CALL_DEADLINE_MS = 15_000;
/** After this many checks, which take some hours, an alert tells the operator. */
const STUCK_AFTER_CHECKS = 12;
const GATEWAY_GONE = 'We no longer use the payment service that it came through.';
/** A longer reason of a gateway is cut, so that it fits on a page. */
const MAX_REASON_LENGTH = 200;

/** Makes the return of a deposit due at once, because a notification about it came. */
export async function checkReturnSoon(platform: Pick<Platform, 'pool' | 'now'>, depositId: string): Promise<void> {
  await platform.pool.query(
    `UPDATE deposit_return SET check_after = least(check_after, $2) WHERE deposit_id = $1 AND state IN ('asked', 'sent')`,
    [depositId, platform.now()],
  );
}

/** Returns the pause after `checks` checks of a return, in ms. */
export function returnPauseMs(checks: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(checks, 10));
}

interface DueReturn extends ReturnRow {
  /** After an earlier call the gateway may know the refund; so it may of a return that is older than the last restore of the database. */
  readonly wasCalled: boolean;
}

/**
 * Runs one round and returns how many returns were due. An error with one of them is logged and does not stop the others. While money
 * is turned off nothing is sent, because an error in the ledger must not become a real payment, and none while payouts are off
 * (`payout-switch.ts`).
 */
export async function sweepReturns(platform: Platform): Promise<number> {
  if (!(await readMoneySwitch(platform.pool)).isOpen) return 0;
  const now = platform.now();
  const due = await transaction(platform.pool, async (tx) => {
    const { isOn, restoredAt } = await readPayoutSwitch(tx);
    const rows = isOn ? await lockDueReturns(tx, now, BATCH) : [];
    for (const { return_id: returnId, checks } of rows) await markReturnSent(tx, returnId, now, new Date(now.getTime() + returnPauseMs(checks)));
    return rows.map((row) => ({ ...row, wasCalled: row.state !== 'asked' || (restoredAt !== null && row.created_at <= restoredAt) }));
  });
  for (const row of due) await processReturn(platform, row);
  return due.length;
}

async function processReturn(platform: Platform, row: DueReturn): Promise<void> {
  const { return_id: returnId, deposit_id: depositId, checks } = row;
  if (checks === STUCK_AFTER_CHECKS) platform.log('deposit-return.stuck', { alert: true, depositId, returnId, checks });
  try {
    const deposit = await depositById(platform.pool, depositId);
    if (deposit === null) throw new Error('the deposit is missing');
    const answer = await askGateway(platform, deposit, row);
    if (answer !== null) await settleReturn(platform, row, answer);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    platform.log('deposit-return.sweep-failed', { depositId, returnId, code: error instanceof ProblemError ? error.code : String(error) });
  }
}

/** Asks the gateway. Returns null when it does not answer in time, because the outcome is unknown then, not failed. */
async function askGateway(platform: Platform, deposit: DepositRow, row: DueReturn): Promise<VerifiedRefund | null> {
  const { reference, wasCalled } = row;
  const request: RefundRequest = { reference, payment: deposit.reference, amount: depositAmount(deposit), currency: deposit.currency };
  const gateway = platform.gateways.byName(deposit.gateway);
  if (gateway === null) {
    // If the gateway was called before, the money may have gone back, so staff have to find out.
    platform.log('deposit-return.gateway-gone', { alert: true, depositId: deposit.deposit_id, gateway: deposit.gateway });
    return wasCalled ? null : { ...request, state: 'failed', reason: GATEWAY_GONE };
  }
  try {
    return await withGatewayDeadline(sendOrVerify(gateway, request, wasCalled), CALL_DEADLINE_MS);
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    platform.log('deposit-return.gateway-silent', { depositId: deposit.deposit_id, gateway: deposit.gateway, why: error.message });
    return null;
  }
}

/** After an earlier call (`wasCalled`) the gateway may know the refund, so we verify before we call again. */
async function sendOrVerify({ refunds }: PaymentGateway, request: RefundRequest, wasCalled: boolean): Promise<VerifiedRefund> {
  if (!wasCalled) return refunds.refund(request);
  const answer = await refunds.verifyRefund(request);
  return answer.state === 'unknown' ? refunds.refund(request) : answer;
}

async function settleReturn(platform: Platform, row: ReturnRow, answer: VerifiedRefund): Promise<void> {
  const result = await moneyTransaction(platform, (tx) => applyAnswer(tx, platform.now(), row, answer));
  if (result === null) return;
  const details = { depositId: row.deposit_id, returnId: row.return_id, did: result };
  // A player's money could not be returned, or only in part, so staff have to look.
  const needsStaff = result === 'odd' || result === 'failed';
  platform.log('deposit-return.settled', { ...details, ...(needsStaff && { alert: true, saidState: answer.state, saidKobo: answer.amount }) });
}

/** `odd`: the gateway answered about another reference, amount or currency. */
type ReturnResult = 'sent-back' | 'failed' | 'odd';

async function applyAnswer(tx: PoolClient, now: Date, dueReturn: ReturnRow, answer: VerifiedRefund): Promise<ReturnResult | null> {
  const { return_id: returnId, deposit_id: depositId } = dueReturn;
  const deposit = await lockDeposit(tx, depositId);
  const row = await lockReturn(tx, returnId);
  if (deposit === null) throw new Error('the deposit is missing');
  // Another process has ended the return meanwhile.
  if (row.state === 'done' || row.state === 'failed') return null;
  if (answer.state === 'success') {
    const isWhole = answer.reference === row.reference && answer.amount === depositAmount(deposit) && answer.currency === deposit.currency;
    if (!isWhole) return 'odd';
    await bookReturn(tx, deposit, row, now);
    return 'sent-back';
  }
  if (answer.state !== 'failed') return null;
  const reason = toOneLine(answer.reason ?? '', MAX_REASON_LENGTH) || 'The payment service could not send it back.';
  await endReturn(tx, returnId, now, { state: 'failed', reason });
  await setState(tx, depositId, 'held', now, null);
  await addStep(tx, depositId, 'return-failed', now, reason);
  return 'failed';
}

async function bookReturn(tx: PoolClient, deposit: DepositRow, row: ReturnRow, now: Date): Promise<void> {
  const { deposit_id: depositId, user_id: userId } = deposit;
  const { transactionId } = await post(tx, {
    userId,
    kind: 'deposit-return',
    reference: depositId,
    at: now,
    moves: [{ kind: 'deposit-returned', from: 'suspense', to: 'gateway', amount: depositAmount(deposit) }],
  });
  await endReturn(tx, row.return_id, now, { state: 'done', transactionId });
  await tx.query(`UPDATE deposit SET state = 'sent-back', sent_back_at = $2, updated_at = $2 WHERE deposit_id = $1`, [depositId, now]);
  await addStep(tx, depositId, 'sent-back', now);
}
