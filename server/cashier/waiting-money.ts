/** Reads how much money waits in the cashier, in how many payments, and since when, for those who watch the platform. */
import type { Db } from '../ledger/accounts';

/**
 * `checking` and `sending` are withdrawals: until people or rules have decided, and until the bank has paid. `pending` are deposits whose
 * payment has not come, `held` payments that came too late and wait for their player's choice or are on their way back.
 */
export type WaitingStep = 'checking' | 'sending' | 'pending' | 'held';

export interface WaitingMoney {
  readonly step: WaitingStep;
  readonly count: number;
  readonly kobo: number;
  readonly oldestAt: Date | null;
}

const COLUMNS = `count(*)::int AS count, coalesce(sum(amount), 0)::bigint AS kobo`;

/** Each part reads what waits alone, from a partial index, so that it costs the same however many payments have ended. */
export const WAITING_MONEY = `
  SELECT 'checking' AS step, ${COLUMNS}, min(created_at) AS "oldestAt" FROM withdrawal WHERE state = 'checking'
  UNION ALL SELECT 'sending', ${COLUMNS}, min(created_at) FROM withdrawal WHERE state = 'sending'
  UNION ALL SELECT 'pending', ${COLUMNS}, min(created_at) FROM deposit WHERE state = 'pending'
  UNION ALL SELECT 'held', ${COLUMNS}, min(updated_at) FROM deposit WHERE state IN ('held', 'returning')`;

export async function readWaitingMoney(db: Db): Promise<readonly WaitingMoney[]> {
  const { rows } = await db.query<WaitingMoney>(WAITING_MONEY);
  return rows;
}
