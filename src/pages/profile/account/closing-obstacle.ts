import type { MoneyLeft } from '../../../core/contract/sessions';

/** Something that has to end before the account can be closed. `obstacles` is null for a platform that gives no figures. */
export interface ClosingObstacle {
  readonly text: string;
  readonly obstacles: MoneyLeft | null;
}

interface ObstacleLinks {
  readonly toRounds: boolean;
  readonly toWithdraw: boolean;
  readonly toDeposits: boolean;
}

/** The pages that end each obstacle. Without figures the obstacle is money. */
export function obstacleLinks(obstacles: MoneyLeft | null): ObstacleLinks {
  if (obstacles === null) return { toRounds: false, toWithdraw: true, toDeposits: false };
  const { balance, held, closesBelow, openRounds = 0, openWithdrawals, pendingDeposits, suspense = 0 } = obstacles;
  return {
    toRounds: openRounds > 0,
    toWithdraw: balance >= closesBelow || held > 0 || openWithdrawals > 0,
    toDeposits: pendingDeposits > 0 || suspense > 0,
  };
}
