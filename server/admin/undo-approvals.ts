/** Undoes the approvals of an admin who may not decide about money any more. */
import type { PoolClient } from 'pg';
import { revokeRelease, WITHDRAWAL_COLUMNS } from '../cashier';
import type { WithdrawalRow } from '../cashier';

/**
 * Undoes their approvals. Withdrawals that were released by one, and not handed to the bank yet, wait for a decision again.
 * Returns the ids of all withdrawals that lost an approval.
 */
export async function undoApprovals(tx: PoolClient, userId: string, at: Date): Promise<string[]> {
  const { rows } = await tx.query<WithdrawalRow>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawal w JOIN withdrawal_approval a USING (withdrawal_id)
     WHERE a.user_id = $1 AND (w.state = 'checking' OR (w.state = 'sending' AND w.gateway IS NULL))
     ORDER BY w.withdrawal_id FOR UPDATE OF w`,
    [userId],
  );
  for (const row of rows) if (row.state === 'sending') await revokeRelease(tx, row, at);
  return rows.map((row) => row.withdrawal_id);
}
