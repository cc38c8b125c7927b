/** Changes the state of a withdrawal. Each function runs in the caller's transaction, which holds the withdrawal's row. */
import type { PoolClient } from 'pg';
import { kobo } from '../../../src/core/money';
import { returnEndedBonuses } from '../../bonuses';
import { afterCommit } from '../../db/after-commit';
import { post } from '../../ledger/post';
import type { Posting } from '../../ledger/post';
import { measure } from '../../measurements';
import { markUsed } from './bank-accounts/bank-account-rows';
import { addStep, withdrawalAmount } from './withdrawal-rows';
import type { WithdrawalRow } from './withdrawal-rows';

/** Releases a withdrawal that is approved: the sweep sends it from now on. */
export async function releaseWithdrawal(tx: PoolClient, row: WithdrawalRow, at: Date): Promise<void> {
  await tx.query(
    `UPDATE withdrawal SET state = 'sending', decided_at = $2, check_after = $2, updated_at = $2 WHERE withdrawal_id = $1`,
    [row.withdrawal_id, at],
  );
  await addStep(tx, row, 'checked', at);
}

/** Revokes the release, because an approval does not count any more and nothing was sent yet. Staff decide again. */
export async function revokeRelease(tx: PoolClient, row: WithdrawalRow, at: Date): Promise<void> {
  await tx.query(
    `UPDATE withdrawal SET state = 'checking', decided_at = NULL, check_after = NULL, updated_at = $2 WHERE withdrawal_id = $1`,
    [row.withdrawal_id, at],
  );
  await addStep(tx, row, 'again', at, 'Our team is checking this withdrawal once more before we send it.');
}

/** Books a paid withdrawal: held → gateway. */
export async function settlePaid(tx: PoolClient, row: WithdrawalRow, at: Date): Promise<void> {
  const { transactionId } = await post(tx, {
    ...postingBase(row, at),
    kind: 'payout',
    moves: [{ kind: 'withdrawal', from: 'held', to: 'gateway', amount: withdrawalAmount(row) }],
  });
  await tx.query(
    `UPDATE withdrawal SET state = 'paid', end_transaction = $3, check_after = NULL, updated_at = $2 WHERE withdrawal_id = $1`,
    [row.withdrawal_id, at, transactionId],
  );
  await addStep(tx, row, 'sent', at);
  await addStep(tx, row, 'paid', at);
  await markUsed(tx, row.user_id, row.bank_account_id, at);
  measureEnd(tx, row, at, 'paid');
}

/** Returns the money to the player with the bank's reason. */
export async function settleFailed(tx: PoolClient, row: WithdrawalRow, at: Date, reason: string): Promise<void> {
  const transactionId = await returnMoney(tx, row, at);
  await tx.query(
    `UPDATE withdrawal SET state = 'failed', end_transaction = $3, reason = $4, check_after = NULL, updated_at = $2
     WHERE withdrawal_id = $1`,
    [row.withdrawal_id, at, transactionId, reason],
  );
  await addStep(tx, row, 'failed', at, reason);
  measureEnd(tx, row, at, 'failed');
  await addReturned(tx, row, at);
}

/** Returns the money to the player with the reason of the staff who refused the withdrawal. */
export async function settleRefused(
  tx: PoolClient,
  row: WithdrawalRow,
  at: Date,
  { adminId, reason }: { readonly adminId: string; readonly reason: string },
): Promise<void> {
  const transactionId = await returnMoney(tx, row, at);
  await tx.query(
    `UPDATE withdrawal SET state = 'refused', end_transaction = $3, reason = $4, refused_by = $5, decided_at = $2, updated_at = $2
     WHERE withdrawal_id = $1`,
    [row.withdrawal_id, at, transactionId, reason, adminId],
  );
  await addStep(tx, row, 'refused', at, reason);
  measureEnd(tx, row, at, 'refused');
  await addReturned(tx, row, at);
}

/**
 * Adds the last step, which says what became of the bonuses that ended with the withdrawal. The caller has written its end, so
 * that they can come back.
 */
async function addReturned(tx: PoolClient, row: WithdrawalRow, at: Date): Promise<void> {
  const bonusWords = await returnEndedBonuses(tx, row.user_id, at);
  await addStep(tx, row, 'returned', at, bonusWords ?? undefined);
}

async function returnMoney(tx: PoolClient, row: WithdrawalRow, at: Date): Promise<string> {
  await cancelClosing(tx, row);
  const { transactionId } = await post(tx, {
    ...postingBase(row, at),
    kind: 'withdrawal-return',
    unplayedReturned: kobo(row.unplayed),
    moves: [{ kind: 'withdrawal-return', from: 'held', to: 'real', amount: withdrawalAmount(row) }],
  });
  return transactionId;
}

/**
 * Cancels the closing of the account where no other withdrawal that asked for it is under way or paid. We recognise the withdrawal that began
 * the closing by its time, and later ones by their reason. This locks the player's row before the money, as postings do.
 */
async function cancelClosing(tx: PoolClient, row: WithdrawalRow): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM player WHERE user_id = $1 AND closed_at IS NULL AND closing_at IS NOT NULL AND ($2 = 'closing' OR closing_at = $3) FOR NO KEY UPDATE`,
    [row.user_id, row.unplayed_reason, row.created_at],
  );
  if (rowCount === 0) return;
  // This runs under the lock, so that of two payouts that are returned at once the second one sees the first one's end.
  await tx.query(
    `UPDATE player p SET closing_at = NULL, version = version + 1 WHERE user_id = $1 AND NOT EXISTS (
       SELECT FROM withdrawal w WHERE w.user_id = p.user_id AND w.withdrawal_id <> $2 AND w.state IN ('checking', 'sending', 'paid')
         AND (w.unplayed_reason = 'closing' OR w.created_at = p.closing_at))`,
    [row.user_id, row.withdrawal_id],
  );
}

function measureEnd(tx: PoolClient, row: WithdrawalRow, at: Date, outcome: string): void {
  const seconds = (at.getTime() - row.created_at.getTime()) / 1_000;
  // Nothing was sent of one that was refused, so it has no gateway.
  afterCommit(tx, () => measure('payout.ended', { gateway: row.gateway ?? 'none', outcome, seconds }));
}

function postingBase(row: WithdrawalRow, at: Date): Pick<Posting, 'userId' | 'reference' | 'at'> {
  return { userId: row.user_id, reference: row.withdrawal_id, at };
}
