import type { MoneyLeft } from '../../../core/contract/sessions';

/** The obstacle that the platform found. `left` is null for a platform that gives no figures. */
export interface InTheWay {
  readonly text: string;
  readonly obstacles: MoneyLeft | null;
}

interface WaysOut {
  readonly toRounds: boolean;
  readonly toWithdraw: boolean;
  readonly toDeposits: boolean;
}

/** Links to the page that ends each obstacle. Without figures the obstacle is money. */
export function waysOut(obstacles: MoneyLeft | null): WaysOut {
  if (obstacles === null) return { toRounds: false, toWithdraw: true, toDeposits: false };
  const { balance, held, closesBelow, openRounds = 0, openWithdrawals, pendingDeposits, suspense = 0 } = obstacles;
  return {
    toRounds: openRounds > 0,
    toWithdraw: balance >= closesBelow || held > 0 || openWithdrawals > 0,
    toDeposits: pendingDeposits > 0 || suspense > 0,
  };
}
