/**
 * Withdrawals that are decided are sent, and asked about with growing pauses, until the gateway has said what became of
 * them. Any number of processes may sweep; a withdrawal is in one hand at a time, and always has the same reference.
 */
import { brand } from '../../../../src/core/brand';
import { alertFor } from '../../../alert-for';
import { isUnavailable } from '../../../db/errors';
import { transaction } from '../../../db/transaction';
import type { PayoutGateway, VerifiedPayout } from '../../../gateways';
import { ProblemError } from '../../../http/problem';
import { readMoneySwitch } from '../../../ledger/money-switch';
import type { Platform } from '../../../platform';
import { applyAnswer, askGateway, findPayoutGateway } from './settle';
import { WITHDRAWAL_COLUMNS, withdrawalAmount } from '../withdrawal-rows';
import type { WithdrawalRow } from '../withdrawal-rows';
import { startSweep } from '../../../sweep';

const SWEEP_INTERVAL_MS = 2_000;
const BATCH = 10;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 30 * 60_000;
/** Less than the first pause: a call is over before anybody else can take the withdrawal up. */
const SEND_DEADLINE_MS = 15_000;
const VERIFY_DEADLINE_MS = 5_000;
/** After so many, some hours, people are told. */
const STUCK_AFTER_CHECKS = 12;

/** How long to leave a withdrawal alone that was taken up `checks` times before, in ms. */
export function payoutPauseMs(checks: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(checks, 10));
}

interface DueWithdrawal extends WithdrawalRow {
  readonly checks: number;
  /** The gateway may have heard of it: it is asked before it is called again. */
  readonly was_called: boolean;
}

/**
 * Takes withdrawals that are due. What is about to happen is committed first: through which gateway, and when it is the
 * next one's turn. A crash in the middle costs a pause, no more.
 */
async function takeDueWithdrawals(platform: Platform): Promise<DueWithdrawal[]> {
  const now = platform.now();
  const { name } = platform.gateways.forPayouts;
  return transaction(platform.pool, async (tx) => {
    const { rows } = await tx.query<DueWithdrawal>(
      `SELECT ${WITHDRAWAL_COLUMNS}, w.checks, w.gateway IS NOT NULL AS was_called FROM withdrawal w
       WHERE w.state = 'sending' AND w.check_after <= $1
       ORDER BY w.check_after LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [now],
    );
    for (const row of rows) {
      await tx.query('UPDATE withdrawal SET checks = checks + 1, check_after = $2, gateway = coalesce(gateway, $3) WHERE withdrawal_id = $1', [
        row.withdrawal_id, new Date(now.getTime() + payoutPauseMs(row.checks)), name,
      ]);
    }
    return rows.map((row) => ({ ...row, gateway: row.gateway ?? name }));
  });
}

/**
 * One round of the sweep; returns how many withdrawals were due. Trouble with one of them is logged and leaves the
 * others. While money is turned off nothing is sent: what is wrong with the ledger must not leave the house.
 */
export async function sweepPayouts(platform: Platform): Promise<number> {
  if (!(await readMoneySwitch(platform.pool)).open) return 0;
  const due = await takeDueWithdrawals(platform);
  await Promise.all(due.map((row) => processWithdrawal(platform, row)));
  return due.length;
}

async function processWithdrawal(platform: Platform, row: DueWithdrawal): Promise<void> {
  const { withdrawal_id: withdrawalId } = row;
  if (row.checks === STUCK_AFTER_CHECKS) platform.log('withdrawal.stuck', { alert: true, withdrawalId, gateway: row.gateway, checks: row.checks });
  try {
    const payouts = findPayoutGateway(platform, row);
    const answer = payouts === null ? null : await sendOrVerify(platform, row, payouts);
    if (answer !== null) await applyAnswer(platform, row, answer, 'sweep');
  } catch (error) {
    if (isUnavailable(error)) throw error;
    platform.log('withdrawal.sweep-failed', { withdrawalId, code: error instanceof ProblemError ? error.code : String(error), ...alertFor(error) });
  }
}

async function sendOrVerify(platform: Platform, row: DueWithdrawal, payouts: PayoutGateway): Promise<VerifiedPayout | null> {
  const send = () => askGateway(platform, row, 'sweep', () => payouts.payOut(toPayoutRequest(row)), SEND_DEADLINE_MS);
  if (!row.was_called) return send();
  const answer = await askGateway(platform, row, 'sweep', () => payouts.verifyPayout(row.reference), VERIFY_DEADLINE_MS);
  return answer?.state === 'unknown' ? send() : answer;
}

function toPayoutRequest(row: WithdrawalRow): Parameters<PayoutGateway['payOut']>[0] {
  return {
    reference: row.reference,
    amount: withdrawalAmount(row),
    currency: row.currency,
    bankCode: row.bank_code,
    accountNumber: row.account_number,
    accountName: row.account_name,
    narration: `${brand.name} withdrawal`,
  };
}

/** Sweeps until the returned function is called. A round that is not done delays the next. */
export function startPayoutSweep(platform: Platform, { intervalMs = SWEEP_INTERVAL_MS } = {}): () => void {
  return startSweep(platform, { failureEvent: 'withdrawal.sweep-failed', intervalMs, round: () => sweepPayouts(platform) });
}
