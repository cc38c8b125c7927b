/** Finds what prevents closing an account: the player's money, here, on its way or in a draw. */
import type { MoneyLeft } from '../../src/core/contract/sessions';
import { CURRENCY } from '../../src/core/contract/primitives';
import { formatNaira, kobo, koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { DAY_MS } from '../../src/core/time';
import { MIN_LAST_WITHDRAWAL } from '../cashier';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

/** A balance from this amount on can be paid out, so the player must withdraw it first. */
export const CLOSES_BELOW = MIN_LAST_WITHDRAWAL;

/**
 * The provider of a framed game may still pay for a round that it has not settled. One that is silent for longer than this keeps
 * nobody in an account; a win that comes later all the same is an alert (`frame.paid-to-closed`).
 */
const FRAMED_ROUND_PATIENCE_MS = 30 * DAY_MS;

/**
 * A draw whose entries are frozen keeps a player in the account for this long: a prize is paid to a closed account, too, but its owner
 * could not sign in to take it out (`draw.paid-to-closed`).
 */
const DRAW_PATIENCE_MS = 7 * DAY_MS;

export interface RemainingMoney {
  readonly balance: Kobo;
  readonly held: Kobo;
  /** Money of deposits that arrived too late and wait for the player's choice, or are being sent back. */
  readonly suspense: Kobo;
  readonly pendingDeposits: number;
  readonly openWithdrawals: number;
  readonly openRounds: number;
  /** Draws with the player's entry that are being held: nobody knows yet whether a prize is theirs. */
  readonly openDraws: number;
  /** Money in bonus wallets is not the player's yet: it does not prevent closing, and is lost with the account. */
  readonly bonus: Kobo;
}

interface RemainingRow {
  balance: number;
  held: number;
  suspense: number;
  bonus: number;
  pending: number;
  open: number;
  rounds: number;
  draws: number;
}

/**
 * Reads the player's remaining money at `now`. The caller has locked the player's row, so that everything that began before is
 * visible and nothing new begins.
 */
export async function readRemainingMoney(db: Db, userId: string, now: Date): Promise<RemainingMoney> {
  const { rows } = await db.query<RemainingRow>(
    `SELECT
       (SELECT coalesce(sum(balance) FILTER (WHERE kind = 'real'), 0)::bigint FROM ledger_account WHERE user_id = $1) AS balance,
       (SELECT coalesce(sum(balance) FILTER (WHERE kind = 'held'), 0)::bigint FROM ledger_account WHERE user_id = $1) AS held,
       (SELECT coalesce(sum(balance) FILTER (WHERE kind = 'suspense'), 0)::bigint FROM ledger_account WHERE user_id = $1) AS suspense,
       (SELECT coalesce(sum(balance) FILTER (WHERE kind = 'bonus'), 0)::bigint FROM ledger_account WHERE user_id = $1) AS bonus,
       (SELECT count(*) FROM deposit WHERE user_id = $1 AND (state = 'pending'
          OR (claimed_at IS NOT NULL AND state IN ('failed', 'expired', 'cancelled') AND closes_at > $2))) AS pending,
       (SELECT count(*) FROM withdrawal WHERE user_id = $1 AND state IN ('checking', 'sending')) AS open,
       (SELECT count(*) FROM open_round WHERE user_id = $1)
         + (SELECT count(*) FROM frame_round WHERE user_id = $1 AND settled_at IS NULL AND returned < staked AND started_at > $3) AS rounds,
       (SELECT count(*) FROM draw_entry e JOIN draw d USING (draw_id)
        WHERE e.user_id = $1 AND e.bar IS NULL AND d.drawn_at IS NULL AND d.frozen_at > $4) AS draws`,
    [userId, now, new Date(now.getTime() - FRAMED_ROUND_PATIENCE_MS), new Date(now.getTime() - DRAW_PATIENCE_MS)],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a query of sums returned no row');
  return {
    balance: kobo(row.balance),
    held: kobo(row.held),
    suspense: kobo(row.suspense),
    bonus: kobo(row.bonus),
    pendingDeposits: row.pending,
    openWithdrawals: row.open,
    openRounds: row.rounds,
    openDraws: row.draws,
  };
}

/** Makes the refusal that lists all obstacles; null where there are none. Pure. */
export function closureRefusal(remaining: RemainingMoney): ProblemError | null {
  const obstacles = describeObstacles(remaining);
  if (obstacles.length === 0) return null;
  const words = [...obstacles, ...(remaining.bonus > 0 ? [`The ${formatWholeNaira(remaining.bonus)} in your bonuses is lost when you close the account.`] : [])];
  const current: MoneyLeft = {
    balance: koboToNaira(remaining.balance),
    held: koboToNaira(remaining.held),
    ...(remaining.suspense > 0 && { suspense: koboToNaira(remaining.suspense) }),
    currency: CURRENCY,
    pendingDeposits: remaining.pendingDeposits,
    openWithdrawals: remaining.openWithdrawals,
    openRounds: remaining.openRounds,
    ...(remaining.openDraws > 0 && { openDraws: remaining.openDraws }),
    closesBelow: koboToNaira(CLOSES_BELOW),
  };
  return new ProblemError('money-left', 'There is still money in your account, on its way, or in an unfinished round.', { detail: words.join(' '), current });
}

const formatWholeNaira = (amount: Kobo): string => formatNaira(amount, { whole: true });

function describeObstacles({ balance, held, suspense, pendingDeposits, openWithdrawals, openRounds, openDraws }: RemainingMoney): string[] {
  return [
    ...(openDraws > 0 ? ['You are in a draw that is being held: wait until it is over.'] : []),
    ...(openRounds === 1 ? ['One round is not finished: finish it first.'] : []),
    ...(openRounds > 1 ? [`${openRounds} rounds are not finished: finish them first.`] : []),
    ...(balance >= CLOSES_BELOW ? [`You still have ${formatWholeNaira(balance)}: withdraw it first.`] : []),
    ...(openWithdrawals > 0 || held > 0 ? [`${formatWholeNaira(held)} is on its way to your bank: wait until it has arrived.`] : []),
    ...(suspense > 0 ? [`${formatWholeNaira(suspense)} arrived too late for a deposit: send it back under Deposit, and wait until that is done. If it can’t be sent back, put it on your balance there and withdraw it.`] : []),
    ...(pendingDeposits === 1 ? ['One deposit is in progress: wait until it is credited or has expired.'] : []),
    ...(pendingDeposits > 1 ? [`${pendingDeposits} deposits are in progress: wait until they are credited or have expired.`] : []),
  ];
}
