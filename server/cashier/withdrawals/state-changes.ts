/** The changes of a withdrawal's state. Each runs in the caller's transaction, which holds the withdrawal's row. */
import type { PoolClient } from 'pg';
import { kobo } from '../../../src/core/money';
import { post } from '../../ledger/post';
import type { Posting } from '../../ledger/post';
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
  await addStep(tx, row, 'again', at, 'Our team is checking it once more before it is sent.');
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
  await addStep(tx, row, 'returned', at);
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
  await addStep(tx, row, 'returned', at);
}

async function returnMoney(tx: PoolClient, row: WithdrawalRow, at: Date): Promise<string> {
  const { transactionId } = await post(tx, {
    ...postingBase(row, at),
    kind: 'withdrawal-return',
    unplayedBack: kobo(row.unplayed),
    moves: [{ kind: 'withdrawal-return', from: 'held', to: 'real', amount: withdrawalAmount(row) }],
  });
  return transactionId;
}

function postingBase(row: WithdrawalRow, at: Date): Pick<Posting, 'userId' | 'reference' | 'at'> {
  return { userId: row.user_id, reference: row.withdrawal_id, at };
}
