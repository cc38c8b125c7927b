/** What is in the way of closing an account: money that is the player's, here or on its way. */
import type { MoneyLeft } from '../../src/core/contract/sessions';
import { CURRENCY } from '../../src/core/contract/primitives';
import { formatNaira, kobo, koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { MIN_LAST_WITHDRAWAL } from '../cashier';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

/** Whatever can be paid out is paid out first. */
export const CLOSES_BELOW = MIN_LAST_WITHDRAWAL;

export interface Left {
  readonly balance: Kobo;
  readonly held: Kobo;
  /** Deposits that came too late, held for the player's choice or on their way back. */
  readonly suspense: Kobo;
  readonly pendingDeposits: number;
  readonly openWithdrawals: number;
  readonly openRounds: number;
  /** Of bonus wallets: not the player's yet, so in nobody's way, and lost with the account. */
  readonly bonus: Kobo;
}

interface LeftRow {
  balance: number;
  held: number;
  suspense: number;
  bonus: number;
  pending: number;
  open: number;
  rounds: number;
}

/**
 * What is left of a player at `now`. To be read while the player's row is locked: nothing new begins then, and whatever
 * was being written before is there to be seen.
 */
export async function readLeft(db: Db, userId: string, now: Date): Promise<Left> {
  const { rows } = await db.query<LeftRow>(
    `SELECT
       (SELECT coalesce(sum(balance) FILTER (WHERE kind = 'real'), 0)::bigint FROM ledger_account WHERE user_id = $1) AS balance,
       (SELECT coalesce(sum(balance) FILTER (WHERE kind = 'held'), 0)::bigint FROM ledger_account WHERE user_id = $1) AS held,
       (SELECT coalesce(sum(balance) FILTER (WHERE kind = 'suspense'), 0)::bigint FROM ledger_account WHERE user_id = $1) AS suspense,
       (SELECT coalesce(sum(balance) FILTER (WHERE kind = 'bonus'), 0)::bigint FROM ledger_account WHERE user_id = $1) AS bonus,
       (SELECT count(*) FROM deposit WHERE user_id = $1 AND (state = 'pending'
          OR (claimed_at IS NOT NULL AND state IN ('failed', 'expired', 'cancelled') AND closes_at > $2))) AS pending,
       (SELECT count(*) FROM withdrawal WHERE user_id = $1 AND state IN ('checking', 'sending')) AS open,
       (SELECT count(*) FROM open_round WHERE user_id = $1) AS rounds`,
    [userId, now],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a look at sums gives one row');
  return {
    balance: kobo(row.balance),
    held: kobo(row.held),
    suspense: kobo(row.suspense),
    bonus: kobo(row.bonus),
    pendingDeposits: row.pending,
    openWithdrawals: row.open,
    openRounds: row.rounds,
  };
}

/** The refusal that says all of it, or null where nothing is in the way. Pure. */
export function refusalFor(left: Left): ProblemError | null {
  const inTheWay = wordsFor(left);
  if (inTheWay.length === 0) return null;
  const words = [...inTheWay, ...(left.bonus > 0 ? [`The ${naira(left.bonus)} in your bonuses is lost when you close the account.`] : [])];
  const current: MoneyLeft = {
    balance: koboToNaira(left.balance),
    held: koboToNaira(left.held),
    ...(left.suspense > 0 && { suspense: koboToNaira(left.suspense) }),
    currency: CURRENCY,
    pendingDeposits: left.pendingDeposits,
    openWithdrawals: left.openWithdrawals,
    openRounds: left.openRounds,
    closesBelow: koboToNaira(CLOSES_BELOW),
  };
  return new ProblemError('money-left', 'There is still money in the account, on its way, or in a round that is not finished.', { detail: words.join(' '), current });
}

const naira = (amount: Kobo): string => formatNaira(amount, { whole: true });

function wordsFor({ balance, held, suspense, pendingDeposits, openWithdrawals, openRounds }: Left): string[] {
  return [
    ...(openRounds === 1 ? ['One round is not finished: finish it first.'] : []),
    ...(openRounds > 1 ? [`${openRounds} rounds are not finished: finish them first.`] : []),
    ...(balance >= CLOSES_BELOW ? [`You still have ${naira(balance)}: withdraw it first.`] : []),
    ...(openWithdrawals > 0 || held > 0 ? [`${naira(held)} is on its way to your bank: wait until it has arrived.`] : []),
    ...(suspense > 0 ? [`${naira(suspense)} arrived too late for a deposit: under Deposit, have it sent back, and wait until that is done. If it can’t be sent back, put it on your balance there and withdraw it.`] : []),
    ...(pendingDeposits === 1 ? ['One deposit is not finished: wait until it is paid in or has run out.'] : []),
    ...(pendingDeposits > 1 ? [`${pendingDeposits} deposits are not finished: wait until they are paid in or have run out.`] : []),
  ];
}
