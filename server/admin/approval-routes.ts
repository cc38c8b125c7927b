import * as contract from '../../src/core/contract/approvals';
import { readDevice } from '../accounts';
import { parseWithdrawalCursor, formatWithdrawalCursor } from '../cashier';
import { countPersons, createDecisionContext } from '../four-eyes';
import { forReads } from '../foundation';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { toAdminWithdrawals } from './admin-withdrawals';
import { listDecidedWithdrawals, listWaitingWithdrawals } from './approval-rows';
import { approveWithdrawal, refuseWithdrawal } from './approvals';

const DEFAULT_PAGE = 30;

/** Registers the calls of the queue of withdrawals that people decide on. */
export function registerApprovals(router: Router, platform: Platform): void {
  const reads = forReads(platform);
  const { pool } = reads;

  router.on(contract.listApprovals, async ({ query, caller }) => {
    const isDecided = query.state === 'decided';
    const listPage = isDecided ? listDecidedWithdrawals : listWaitingWithdrawals;
    const { rows, hasMore } = await listPage(pool, parseWithdrawalCursor(query.cursor), query.limit ?? DEFAULT_PAGE);
    const last = rows.at(-1);
    const place = isDecided ? last?.decided_at : last?.created_at;
    return {
      items: await toAdminWithdrawals(pool, rows, createDecisionContext(reads, caller.userId)),
      persons: await countPersons(pool),
      next: hasMore && last !== undefined && place ? formatWithdrawalCursor(place, last) : null,
    };
  });

  router.on(contract.approveWithdrawal, ({ params, caller, request }) =>
    approveWithdrawal(platform, { ...toDecider(params, caller), browser: readDevice(request) }));

  router.on(contract.refuseWithdrawal, ({ params, body, caller }) => refuseWithdrawal(platform, toDecider(params, caller), body.reason));
}

function toDecider({ withdrawalId }: { readonly withdrawalId: string }, { userId }: { readonly userId: string }) {
  return { withdrawalId, adminId: userId };
}
