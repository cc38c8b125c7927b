/** Loads the withdrawals that wait for admins, and approves or refuses them. */
import { approveWithdrawal, listApprovals, refuseWithdrawal } from '../../core/contract/approvals';
import type { AdminWithdrawal } from '../../core/contract/approvals';
import type { AnswerOf, QueryOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAtDesk } from './desk-call';

export type ApprovalsQuery = QueryOf<typeof listApprovals>;
export type ApprovalsPage = AnswerOf<typeof listApprovals>;

/** Never answered from a cache, because somebody decides by it. */
export function loadApprovals(query: ApprovalsQuery, signal: AbortSignal): Promise<Result<ApprovalsPage>> {
  return callAtDesk(listApprovals, () => ({ query, signal, noStore: true }));
}

/** A second approval by the same admin changes nothing, so it may be sent again when its answer was lost. */
export function approve(withdrawalId: string): Promise<Result<AdminWithdrawal>> {
  return callAtDesk(approveWithdrawal, () => ({ params: { withdrawalId } }));
}

/** The player sees `reason`, and has the money back at once. */
export function refuse(withdrawalId: string, reason: string): Promise<Result<AdminWithdrawal>> {
  return callAtDesk(refuseWithdrawal, () => ({ params: { withdrawalId }, body: { reason } }));
}
