import type { PoolClient } from 'pg';
import { commitDoubtOf } from '../../../db/commit-doubt';
import { GatewayUnavailableError } from '../../../gateways';
import type { PayoutGateway, VerifiedPayout } from '../../../gateways';
import { ProblemError } from '../../../http/problem';
import { moneyTransaction } from '../../../ledger/operation';
import { measure } from '../../../measurements';
import type { Platform } from '../../../platform';
import { withGatewayDeadline } from '../../gateway-deadline';
import { decidePayout } from './decide-payout';
import type { PayoutDecision } from './decide-payout';
import { settleFailed, settlePaid } from '../state-changes';
import { addStep, lockWithdrawal, withdrawalAmount, withdrawalById } from '../withdrawal-rows';
import type { WithdrawalRow, WithdrawalState } from '../withdrawal-rows';

/** The reason why we ask the gateway, for the log. */
export type PayoutCause = 'notification' | 'page-view' | 'sweep';

/** This is shorter than the 8 s for which a page waits for the answer. */
const VERIFY_DEADLINE_MS = 5_000;
/** A page that shows a withdrawal makes us ask the gateway at most once in this time. */
export const CHECK_INTERVAL_MS = 5_000;

/**
 * Asks the gateway what became of a withdrawal that was sent and applies its answer, at most once even if several callers do so at the
 * same time. Returns the state afterwards. When the gateway does not answer, nothing changes. Throws a ProblemError
 * `money-unavailable` when the database can't be reached or money is turned off.
 */
export async function settleWithdrawal(platform: Platform, withdrawalId: string, cause: PayoutCause): Promise<WithdrawalState | null> {
  const row = await withdrawalById(platform.pool, withdrawalId);
  // After the end only a notification makes us ask again; before the first call no gateway knows the withdrawal.
  if (row === null || row.gateway === null || (row.state !== 'sending' && cause !== 'notification')) return row?.state ?? null;
  const payouts = findPayoutGateway(platform, row);
  const answer = payouts === null ? null : await askGateway(platform, row, cause, () => payouts.verifyPayout(row.reference), VERIFY_DEADLINE_MS);
  return answer === null ? row.state : applyAnswer(platform, row, answer, cause);
}

/** Settles a withdrawal for a page that shows it. A ProblemError is logged, and the withdrawal stays as it is. */
export async function settleWithdrawalIfPossible(platform: Platform, withdrawalId: string, cause: PayoutCause): Promise<void> {
  try {
    await settleWithdrawal(platform, withdrawalId, cause);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    platform.log('withdrawal.unsettled', { withdrawalId, cause, code: error.code });
  }
}

/** Finds the gateway of a withdrawal. Raises an alert and returns null when it is not configured any more. */
export function findPayoutGateway(platform: Platform, row: WithdrawalRow): PayoutGateway | null {
  const gateway = row.gateway === null ? null : platform.gateways.byName(row.gateway);
  if (gateway === null) platform.log('withdrawal.gateway-gone', { alert: true, withdrawalId: row.withdrawal_id, gateway: row.gateway });
  return gateway?.payouts ?? null;
}

/** Asks the gateway. Returns null when it does not answer in time, because the outcome is unknown then, not failed. */
export async function askGateway(
  platform: Platform,
  row: WithdrawalRow,
  cause: PayoutCause,
  call: () => Promise<VerifiedPayout>,
  deadlineMs: number,
): Promise<VerifiedPayout | null> {
  try {
    return await withGatewayDeadline(call(), deadlineMs);
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    measure('gateway.silent', { gateway: row.gateway ?? 'none', purpose: 'payout' });
    platform.log('withdrawal.gateway-silent', { withdrawalId: row.withdrawal_id, gateway: row.gateway, cause, why: error.message });
    return null;
  }
}

interface AppliedAnswer {
  readonly state: WithdrawalState;
  readonly decision: PayoutDecision;
  /** False for an alert that was raised before. */
  readonly isNew: boolean;
}

/** Applies a gateway's answer, logs it, and returns the state afterwards. */
export async function applyAnswer(
  platform: Platform,
  row: WithdrawalRow,
  answer: VerifiedPayout,
  cause: PayoutCause,
): Promise<WithdrawalState> {
  const appliedAnswer = await moneyTransaction(platform, (tx) => applyDecision(tx, platform.now(), row.withdrawal_id, answer));
  const { decision, state } = appliedAnswer;
  const details = { withdrawalId: row.withdrawal_id, gateway: row.gateway, cause, was: row.state, state, kobo: row.amount };
  if (decision.do === 'pay' || decision.do === 'give-back') platform.log('withdrawal.settled', details);
  // The operator must look at these: the money may not be where the ledger has it.
  if (decision.do === 'alert' && appliedAnswer.isNew) {
    platform.log('withdrawal.alert', { ...details, alert: true, what: decision.problem, saidState: answer.state, saidKobo: answer.amount });
  }
  return state;
}

async function applyDecision(tx: PoolClient, now: Date, withdrawalId: string, answer: VerifiedPayout): Promise<AppliedAnswer> {
  const row = await lockWithdrawal(tx, withdrawalId);
  if (row === null) throw new Error('the withdrawal is missing');
  const decision = decidePayout({ ...row, amount: withdrawalAmount(row) }, answer);
  switch (decision.do) {
    case 'nothing':
      return { state: row.state, decision, isNew: false };
    case 'sent':
      await markSent(tx, row, now);
      return { state: row.state, decision, isNew: false };
    case 'pay':
      await settlePaid(tx, row, now);
      return { state: 'paid', decision, isNew: true };
    case 'give-back':
      await settleFailed(tx, row, now, decision.reason);
      return { state: 'failed', decision, isNew: true };
    case 'alert':
      return { state: row.state, decision, isNew: await raiseAlert(tx, row, now, decision) };
  }
}

async function markSent(tx: PoolClient, row: WithdrawalRow, now: Date): Promise<void> {
  const before = await tx.query(`SELECT 1 FROM withdrawal_step WHERE withdrawal_id = $1 AND step = 'sent'`, [row.withdrawal_id]);
  if (before.rowCount !== 0) return;
  await addStep(tx, row, 'sent', now);
  await tx.query('UPDATE withdrawal SET updated_at = $2 WHERE withdrawal_id = $1', [row.withdrawal_id, now]);
}

async function raiseAlert(tx: PoolClient, row: WithdrawalRow, now: Date, decision: PayoutDecision & { do: 'alert' }): Promise<boolean> {
  if (row.alert === decision.problem) return false;
  await tx.query('UPDATE withdrawal SET alert = $2, updated_at = $3 WHERE withdrawal_id = $1', [row.withdrawal_id, decision.problem, now]);
  if (decision.reversed === true) {
    await addStep(tx, row, 'reversed', now, 'Your bank sent the money back after it was paid. Our team is looking at it.');
  }
  return true;
}

/**
 * Reserves a check of a withdrawal on its way. Returns false when one was made within the last `intervalMs`, so that pages that poll do
 * not flood the gateway.
 */
export async function reserveCheck(platform: Pick<Platform, 'pool' | 'now'>, withdrawalId: string, intervalMs: number): Promise<boolean> {
  // A write would wait as long as the doubt lasts, and so would each further one.
  if (commitDoubtOf(platform.pool) !== null) return false;
  const now = platform.now();
  const { rowCount } = await platform.pool.query(
    `UPDATE withdrawal SET checked_at = $2
     WHERE withdrawal_id = $1 AND state = 'sending' AND gateway IS NOT NULL AND (checked_at IS NULL OR checked_at <= $3)`,
    [withdrawalId, now, new Date(now.getTime() - intervalMs)],
  );
  return rowCount === 1;
}
