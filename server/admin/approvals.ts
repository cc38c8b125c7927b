/** What people decide about withdrawals: four eyes, one decision, and a line in the audit trail for each step. */
import type { PoolClient } from 'pg';
import type { AdminWithdrawal } from '../../src/core/contract/approvals';
import { endRefused, release } from '../cashier/withdrawals/end';
import { lockWithdrawal } from '../cashier/withdrawals/withdrawal-rows';
import type { WithdrawalRow } from '../cashier/withdrawals/withdrawal-rows';
import { ProblemError } from '../http/problem';
import { moneyTransaction } from '../ledger/operation';
import type { Platform } from '../platform';
import { approversOf, insertApproval, toAdminWithdrawals } from './approval-rows';
import { writeAudit } from './audit';

export interface Decider {
  readonly adminId: string;
  readonly withdrawalId: string;
}

type Deps = Pick<Platform, 'pool' | 'now' | 'log'>;

/**
 * Notes an admin's approval; the last one that is needed sends the withdrawal on its way. The same admin's again changes
 * nothing, also when it was decided meanwhile: the first answer may have been lost. Throws `not-found`, `own-request`,
 * and `conflict` for one that is decided.
 */
export async function approveWithdrawal(platform: Deps, { adminId, withdrawalId }: Decider): Promise<AdminWithdrawal> {
  return moneyTransaction(platform, async (tx) => {
    const row = await lock(tx, adminId, withdrawalId);
    const before = await approversOf(tx, withdrawalId);
    const again = before.includes(adminId);
    if (row.state !== 'checking' && !(again && row.state !== 'refused')) throw decided(row);
    if (!again) await approve(tx, row, { adminId, before, at: platform.now() });
    return tell(tx, adminId, withdrawalId);
  });
}

interface Approving {
  readonly adminId: string;
  readonly before: readonly string[];
  readonly at: Date;
}

async function approve(tx: PoolClient, row: WithdrawalRow, { adminId, before, at }: Approving): Promise<void> {
  await insertApproval(tx, row.withdrawal_id, adminId, at);
  const approvals = before.length + 1;
  const isEnough = approvals >= row.approvals_needed;
  if (isEnough) await release(tx, row, at);
  await writeAudit(tx, {
    at,
    userId: adminId,
    action: 'withdrawal-approved',
    subject: row.withdrawal_id,
    before: { state: row.state, approvals: before.length },
    after: { state: isEnough ? 'sending' : row.state, approvals, needed: row.approvals_needed },
  });
}

/**
 * Refuses a withdrawal and gives the money back in the same transaction. The same admin's refusal again changes nothing.
 * Throws `not-found`, `own-request`, and `conflict` for one that is decided, or that this admin approved.
 */
export async function refuseWithdrawal(platform: Deps, { adminId, withdrawalId }: Decider, reason: string): Promise<AdminWithdrawal> {
  return moneyTransaction(platform, async (tx) => {
    const row = await lock(tx, adminId, withdrawalId);
    if (row.state !== 'checking' && row.refused_by !== adminId) throw decided(row);
    if (row.state === 'checking') {
      if ((await approversOf(tx, withdrawalId)).includes(adminId)) {
        throw new ProblemError('conflict', 'You have approved this withdrawal already. Ask somebody else to refuse it.');
      }
      const at = platform.now();
      await endRefused(tx, row, at, { adminId, reason });
      await writeAudit(tx, {
        at, userId: adminId, action: 'withdrawal-refused', subject: withdrawalId,
        before: { state: row.state }, after: { state: 'refused', reason },
      });
    }
    return tell(tx, adminId, withdrawalId);
  });
}

/** Its row until the transaction ends: whoever else decides on it waits, and sees what was decided. */
async function lock(tx: PoolClient, adminId: string, withdrawalId: string): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, withdrawalId);
  // Those that rules let through are not for people to decide on.
  if (row === null || row.approvals_needed === 0) throw new ProblemError('not-found', 'There is no such withdrawal.');
  if (row.user_id === adminId) throw new ProblemError('own-request', 'This withdrawal is your own. Others decide on it.');
  return row;
}

function decided({ state }: WithdrawalRow): ProblemError {
  return new ProblemError('conflict', 'This withdrawal is decided already.', { reason: state });
}

async function tell(tx: PoolClient, adminId: string, withdrawalId: string): Promise<AdminWithdrawal> {
  const row = await lockWithdrawal(tx, withdrawalId);
  const [told] = row === null ? [] : await toAdminWithdrawals(tx, [row], adminId);
  if (told === undefined) throw new Error('a withdrawal stays');
  return told;
}
