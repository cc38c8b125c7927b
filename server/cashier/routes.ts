/** Registers the cashier's calls, and the one that asks for the answer to a key. */
import { closeOperation, getOperation } from '../../src/core/contract/cashier';
import { ProblemError } from '../http/problem';
import type { Router } from '../http/router';
import { askOperation, closeKey } from '../ledger/operation';
import type { Platform } from '../platform';
import { registerCallbacks } from './deposits/callbacks';
import { registerDeposits } from './deposits/routes';
import type { WithdrawalWatch } from './payout-holds';
import { registerNotifications } from './notifications/receive-notification';
import { registerTransactions } from './statement/routes';
import { registerWithdrawals } from './withdrawals/routes';

export function registerCashier(router: Router, platform: Platform, watch: WithdrawalWatch): void {
  registerDeposits(router, platform);
  registerTransactions(router, platform);
  registerOperations(router, platform);
  registerWithdrawals(router, platform, watch);
  registerNotifications(router.app, platform);
  registerCallbacks(router, platform);
  for (const { embedded } of platform.gateways.all) embedded?.registerPages(router.app);
}

function registerOperations(router: Router, platform: Platform): void {
  router.on(getOperation, async ({ params }) => {
    const operation = await askOperation(platform, params.userId, params.key);
    if (operation === null) throw new ProblemError('not-found', 'This key was never used.');
    return operation;
    // Whoever waits for money asks this, also while more money calls come than can be served.
  }, { lane: 'check' });
  router.on(closeOperation, async ({ params }) => closeKey(platform, params.userId, params.key));
}
