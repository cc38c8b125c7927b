/**
 * Sends released withdrawals and asks the gateway about them, with growing pauses, until it gives a final answer. Several processes
 * may sweep at once; only one of them handles each withdrawal, which keeps its reference.
 */
import { brand } from '../../../../src/core/brand';
import { alertFor } from '../../../alert-for';
import { isUnavailable } from '../../../db/errors';
import { transaction } from '../../../db/transaction';
import type { PayoutGateway, VerifiedPayout } from '../../../gateways';
import { ProblemError } from '../../../http/problem';
import { readMoneySwitch } from '../../../ledger/money-switch';
import type { Platform } from '../../../platform';
import { isHeldSql } from '../../payout-holds';
import { IS_HELD_FOR_LOST, readPayoutSwitch } from '../../payout-switch';
import { applyAnswer, askGateway, findPayoutGateway } from './settle-withdrawal';
import { WITHDRAWAL_COLUMNS, openPayeeNumber, withdrawalAmount } from '../withdrawal-rows';
import type { WithdrawalRow } from '../withdrawal-rows';
import { startSweep } from '../../../sweep';
import type { StopJob } from '../../../sweep';

const SWEEP_INTERVAL_MS = 2_000;
const BATCH = 10;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 30 * 60_000;
/** This is less than the first pause, so a call ends before another process can take the withdrawal. */
const SEND_DEADLINE_MS = 15_000;
const VERIFY_DEADLINE_MS = 5_000;
/** After this many checks, which take some hours, an alert tells the operator. */
const STUCK_AFTER_CHECKS = 12;

/** Returns the pause after `checks` checks of a withdrawal, in ms. */
export function payoutPauseMs(checks: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(checks, 10));
}

interface DueWithdrawal extends WithdrawalRow {
  readonly checks: number;
  /** After an earlier call the gateway may know the payout, so we verify before we call again. */
  readonly was_called: boolean;
  /** Nothing is sent to this player until people have settled a payout that a restore lost, or while payouts are held for a check. */
  readonly is_held: boolean;
}

const IS_HELD = `(${IS_HELD_FOR_LOST} OR ${isHeldSql('$1')})`;

interface DueWithdrawals {
  readonly rows: readonly DueWithdrawal[];
  /** False while payouts are off: then the gateway is asked, and nothing is sent. */
  readonly maySend: boolean;
}

/**
 * Takes the withdrawals that are due. The gateway and the time of the next check are committed before the call, so a crash costs only
 * one pause. In a restored database a withdrawal from before the restore counts as called, because it may have been sent after the backup;
 * while payouts are off, only such withdrawals are taken.
 */
async function takeDueWithdrawals(platform: Platform): Promise<DueWithdrawals> {
  const now = platform.now();
  const { name } = platform.gateways.forPayouts;
  return transaction(platform.pool, async (tx) => {
    const { isOn, restoredAt } = await readPayoutSwitch(tx);
    const { rows } = await tx.query<DueWithdrawal>(
      `SELECT ${WITHDRAWAL_COLUMNS}, w.checks, w.gateway IS NOT NULL OR coalesce(w.created_at <= $2, false) AS was_called, ${IS_HELD} AS is_held
       FROM withdrawal w
       WHERE w.state = 'sending' AND w.check_after <= $1 AND ($3 AND NOT ${IS_HELD} OR w.created_at <= $2)
       ORDER BY w.check_after LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [now, restoredAt, isOn],
    );
    for (const row of rows) {
      await tx.query('UPDATE withdrawal SET checks = checks + 1, check_after = $2, gateway = coalesce(gateway, $3) WHERE withdrawal_id = $1', [
        row.withdrawal_id, new Date(now.getTime() + payoutPauseMs(row.checks)), name,
      ]);
    }
    return { rows: rows.map((row) => ({ ...row, gateway: row.gateway ?? name })), maySend: isOn };
  });
}

/**
 * Runs one round of the sweep and returns how many withdrawals were due. An error with one of them is logged and does not stop the
 * others. While money is turned off nothing is sent, because an error in the ledger must not become a real payment, and while payouts are off
 * (`payout-switch.ts`), because it may have been sent already.
 */
export async function sweepPayouts(platform: Platform): Promise<number> {
  if (!(await readMoneySwitch(platform.pool)).isOpen) return 0;
  const { rows, maySend } = await takeDueWithdrawals(platform);
  await Promise.all(rows.map((row) => processWithdrawal(platform, row, maySend && !row.is_held)));
  return rows.length;
}

async function processWithdrawal(platform: Platform, row: DueWithdrawal, maySend: boolean): Promise<void> {
  const { withdrawal_id: withdrawalId } = row;
  if (row.checks === STUCK_AFTER_CHECKS) platform.log('withdrawal.stuck', { alert: true, withdrawalId, gateway: row.gateway, checks: row.checks });
  try {
    const payouts = findPayoutGateway(platform, row);
    const answer = payouts === null ? null : await sendOrVerify(platform, row, payouts, maySend);
    if (answer !== null) await applyAnswer(platform, row, answer, 'sweep');
  } catch (error) {
    if (isUnavailable(error)) throw error;
    platform.log('withdrawal.sweep-failed', { withdrawalId, code: error instanceof ProblemError ? error.code : String(error), ...alertFor(error) });
  }
}

async function sendOrVerify(
  platform: Platform,
  row: DueWithdrawal,
  payouts: PayoutGateway,
  maySend: boolean,
): Promise<VerifiedPayout | null> {
  const send = async () => {
    const request = toPayoutRequest(row, await openPayeeNumber(platform.fieldKeys, row));
    return askGateway(platform, row, 'sweep', () => payouts.payOut(request), SEND_DEADLINE_MS);
  };
  if (maySend && !row.was_called) return send();
  const answer = await askGateway(platform, row, 'sweep', () => payouts.verifyPayout(row.reference), VERIFY_DEADLINE_MS);
  return maySend && answer?.state === 'unknown' ? send() : answer;
}

function toPayoutRequest(row: WithdrawalRow, accountNumber: string): Parameters<PayoutGateway['payOut']>[0] {
  return {
    reference: row.reference,
    amount: withdrawalAmount(row),
    currency: row.currency,
    bankCode: row.bank_code,
    accountNumber,
    accountName: row.account_name,
    narration: `${brand.name} withdrawal`,
  };
}

/** Sweeps until the returned function is called. Rounds do not overlap. */
export function startPayoutSweep(platform: Platform, { intervalMs = SWEEP_INTERVAL_MS } = {}): StopJob {
  return startSweep(platform, { failureEvent: 'withdrawal.sweep-failed', intervalMs, run: () => sweepPayouts(platform) });
}
