/** The public interface of `cashier`: deposits, withdrawals and what a player reads of them. */
export { withGatewayDeadline } from './gateway-deadline';
export { CASHIER_INVARIANTS } from './invariants';
export { findLiveMoneyConflict } from './live-money';
export { readStatementCsv } from './reconcile/statement-csv';
export { startReconciliation } from './reconcile/daily-reconciliation';
export { reconcile } from './reconcile/reconcile';
export { differenceTable } from './reconcile/difference-table';
export { startDepositSweep } from './deposits/sweep-deposits';
export { registerCashier } from './routes';
export { registerStatement } from './statement/routes';
export { createGateways, loopbackUrl } from './gateways';
export { parseWithdrawalCursor, formatWithdrawalCursor } from './withdrawals/withdrawal-cursor';
export { settleRefused, releaseWithdrawal, revokeRelease } from './withdrawals/state-changes';
export { startPayoutSweep } from './withdrawals/payouts/sweep-payouts';
export { MIN_LAST_WITHDRAWAL } from './withdrawals/amount-rules';
export { WITHDRAWAL_COLUMNS, lockWithdrawal, toWithdrawals } from './withdrawals/withdrawal-rows';
export type { WithdrawalPage, WithdrawalPosition, WithdrawalRow } from './withdrawals/withdrawal-rows';
