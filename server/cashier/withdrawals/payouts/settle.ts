import type { PoolClient } from 'pg';
import { GatewayUnavailableError } from '../../../gateways';
import type { PayoutGateway, VerifiedPayout } from '../../../gateways';
import { ProblemError } from '../../../http/problem';
import { moneyTransaction } from '../../../ledger/operation';
import type { Platform } from '../../../platform';
import { withDeadline } from '../../deadline';
import { decidePayout } from './decide';
import type { PayoutDecision } from './decide';
import { settleFailed, settlePaid } from '../state-changes';
import { addStep, lockWithdrawal, withdrawalAmount, withdrawalById } from '../withdrawal-rows';
import type { WithdrawalRow, WithdrawalState } from '../withdrawal-rows';

/** Why the gateway was asked; told in the log. */
export type PayoutCause = 'notification' | 'look' | 'sweep';

/** Shorter than the 8 s a page waits for the answer. */
const VERIFY_DEADLINE_MS = 5_000;
/** How often one withdrawal may make us ask the gateway because somebody looks at it. */
export const CHECK_INTERVAL_MS = 5_000;

/**
 * Asks the gateway what became of a withdrawal that was sent, and acts on it, at most once whoever else does the same.
 * Answers the state afterwards. When the gateway can't be asked nothing changes. Throws a ProblemError
 * `money-unavailable` when the database can't be reached or money is turned off.
 */
export async function settleWithdrawal(platform: Platform, withdrawalId: string, cause: PayoutCause): Promise<WithdrawalState | null> {
  const row = await withdrawalById(platform.pool, withdrawalId);
  // After its end only a notification can bring news; before the first call there is nobody to ask.
  if (row === null || row.gateway === null || (row.state !== 'sending' && cause !== 'notification')) return row?.state ?? null;
  const payouts = findPayoutGateway(platform, row);
  const answer = payouts === null ? null : await askGateway(platform, row, cause, () => payouts.verifyPayout(row.reference), VERIFY_DEADLINE_MS);
  return answer === null ? row.state : applyAnswer(platform, row, answer, cause);
}

/** The same for somebody who looks: what can't be found out now is logged, and stays as it is. */
export async function settleIfPossible(platform: Platform, withdrawalId: string, cause: PayoutCause): Promise<void> {
  try {
    await settleWithdrawal(platform, withdrawalId, cause);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    platform.log('withdrawal.unsettled', { withdrawalId, cause, code: error.code });
  }
}

/** The gateway that a withdrawal is sent through; null, and an alert, when it is not in use any more. */
export function findPayoutGateway(platform: Platform, row: WithdrawalRow): PayoutGateway | null {
  const gateway = row.gateway === null ? null : platform.gateways.byName(row.gateway);
  if (gateway === null) platform.log('withdrawal.gateway-gone', { alert: true, withdrawalId: row.withdrawal_id, gateway: row.gateway });
  return gateway?.payouts ?? null;
}

/** What the gateway says; null when it says nothing in time: not known, never failed. */
export async function askGateway(
  platform: Platform,
  row: WithdrawalRow,
  cause: PayoutCause,
  call: () => Promise<VerifiedPayout>,
  deadlineMs: number,
): Promise<VerifiedPayout | null> {
  try {
    return await withDeadline(call(), deadlineMs);
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    platform.log('withdrawal.gateway-silent', { withdrawalId: row.withdrawal_id, gateway: row.gateway, cause, why: error.message });
    return null;
  }
}

interface AppliedAnswer {
  readonly state: WithdrawalState;
  readonly decision: PayoutDecision;
  /** An alert that was there before is not raised again. */
  readonly isNew: boolean;
}

/** Acts on a gateway's answer, and tells the log what it did. The state afterwards. */
export async function applyAnswer(
  platform: Platform,
  row: WithdrawalRow,
  answer: VerifiedPayout,
  cause: PayoutCause,
): Promise<WithdrawalState> {
  const applied = await moneyTransaction(platform, (tx) => applyDecision(tx, platform.now(), row.withdrawal_id, answer));
  const { decision, state } = applied;
  const details = { withdrawalId: row.withdrawal_id, gateway: row.gateway, cause, was: row.state, state, kobo: row.amount };
  if (decision.do === 'pay' || decision.do === 'give-back') platform.log('withdrawal.settled', details);
  // Whoever runs the platform must look at these: the money may be where the ledger does not have it.
  if (decision.do === 'alert' && applied.isNew) {
    platform.log('withdrawal.alert', { ...details, alert: true, what: decision.problem, saidState: answer.state, saidKobo: answer.amount });
  }
  return state;
}

async function applyDecision(tx: PoolClient, now: Date, withdrawalId: string, answer: VerifiedPayout): Promise<AppliedAnswer> {
  const row = await lockWithdrawal(tx, withdrawalId);
  if (row === null) throw new Error('a withdrawal stays');
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
 * Takes the right to ask the gateway about a withdrawal on its way, unless it was asked within the last `intervalMs`:
 * however often a page looks, the gateway is not hammered.
 */
export async function reserveCheck(platform: Pick<Platform, 'pool' | 'now'>, withdrawalId: string, intervalMs: number): Promise<boolean> {
  const now = platform.now();
  const { rowCount } = await platform.pool.query(
    `UPDATE withdrawal SET checked_at = $2
     WHERE withdrawal_id = $1 AND state = 'sending' AND gateway IS NOT NULL AND (checked_at IS NULL OR checked_at <= $3)`,
    [withdrawalId, now, new Date(now.getTime() - intervalMs)],
  );
  return rowCount === 1;
}
