/** Checks the rules that can refuse the start of a deposit, apart from its method and amount. */
import type { PoolClient } from 'pg';
import type { Kobo } from '../../../src/core/money';
import { ProblemError } from '../../http/problem';
import { assertMayMove } from '../../ledger/guards';
import { assertWithinLimits } from '../../ledger/limits';
import type { CallerPlace } from '../../place/rules';
import type { DepositMethod } from './deposit-methods';

/** An equal deposit within this time is most likely a repeated try of the same one. */
const REPEATED_WITHIN_MS = 10 * 60_000;

interface DepositAttempt {
  readonly userId: string;
  readonly method: DepositMethod;
  readonly amount: Kobo;
  readonly again?: true | undefined;
  readonly place: CallerPlace;
}

/**
 * Throws `repeated-deposit` for an equal deposit (method and amount) within 10 minutes of one that did not fail, unless the player
 * confirmed it with `again`. Locks the player's row until the transaction ends, so of two simultaneous starts the second sees the first.
 */
export async function refuseRepeatedDeposit(tx: PoolClient, { userId, method, amount, again }: DepositAttempt, now: Date): Promise<void> {
  await tx.query('SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  if (again === true) return;
  const { rowCount } = await tx.query(
    `SELECT FROM deposit
     WHERE user_id = $1 AND method = $2 AND amount = $3 AND created_at > $4 AND state IN ('pending', 'success', 'mismatch') LIMIT 1`,
    [userId, method, amount, new Date(now.getTime() - REPEATED_WITHIN_MS)],
  );
  if (rowCount === 0) return;
  throw new ProblemError('repeated-deposit', 'You started the same deposit a moment ago.', {
    detail: 'Check whether it is still in progress before you pay again.',
  });
}

/**
 * Throws where protection, the place, or anything else about the player forbids a deposit of this amount. The caller holds the
 * player's row (`refuseRepeatedDeposit`), so of two simultaneous starts the second counts the first.
 */
export async function assertMayPayIn(tx: PoolClient, { userId, amount, place }: DepositAttempt, at: Date): Promise<void> {
  const player = await assertMayMove(tx, userId, { purposes: ['deposit'], place }, at);
  await assertWithinLimits(tx, player, { userId, purpose: 'deposit', amount, at });
}

/** Returns true for an error by which the guards or the limits say that the player may not pay in; any other error is a failure of ours. */
export function isPayInRefusal(error: unknown): error is ProblemError {
  return error instanceof ProblemError && ([403, 451].includes(error.status) || error.code === 'nin-in-use');
}

/**
 * Returns true where the player may not pay in any more. A resumed start calls this, with the place of its first request. The limits
 * are not checked again, because a deposit that was within them stays so. If the gateway began the payment before and it is made, staff
 * look at it.
 */
export async function isDepositForbidden(tx: PoolClient, userId: string, place: CallerPlace, now: Date): Promise<boolean> {
  try {
    await assertMayMove(tx, userId, { purposes: ['deposit'], place }, now);
    return false;
  } catch (error) {
    if (isPayInRefusal(error)) return true;
    throw error;
  }
}
