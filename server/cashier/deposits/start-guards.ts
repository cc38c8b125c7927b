/** Why a deposit is not started, apart from its method and amount. */
import type { PoolClient } from 'pg';
import type { Kobo } from '../../../src/core/money';
import { ProblemError } from '../../http/problem';
import { assertMayMove } from '../../ledger/guards';
import { assertWithinLimits } from '../../ledger/limits';
import type { CallerPlace } from '../../place/rules';
import type { DepositMethod } from './methods';

/** An equal deposit within this is most likely a second try at the same one. */
const REPEATED_WITHIN_MS = 10 * 60_000;

interface DepositAttempt {
  readonly userId: string;
  readonly method: DepositMethod;
  readonly amount: Kobo;
  readonly again?: true | undefined;
  readonly place: CallerPlace;
}

/**
 * Refuses an equal deposit (method and amount) within 10 minutes of one that did not fail, unless it is wanted. Holds the
 * player's row until the transaction ends, so of two at the same moment the second one sees the first.
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
    detail: 'Look whether that one is still under way before you pay again.',
  });
}

/**
 * Throws where protection, the place, or anything else about the player forbids a deposit of this amount. The caller holds
 * the player's row (`refuseRepeated`): of two at the same moment the second one counts the first.
 */
export async function assertMayPayIn(tx: PoolClient, { userId, amount, place }: DepositAttempt, at: Date): Promise<void> {
  const player = await assertMayMove(tx, userId, { purposes: ['deposit'], place }, at);
  await assertWithinLimits(tx, player, { userId, purpose: 'deposit', amount, at });
}

/** Whether an error of the guards or the limits says that the player may not pay in; else it is trouble of ours. */
export function isPayInRefusal(error: unknown): error is ProblemError {
  return error instanceof ProblemError && ([403, 451].includes(error.status) || error.code === 'nin-in-use');
}

/**
 * Whether the player may not pay in any more: of a start that is taken up later, with the place that it began with. What
 * was within the limits when it was asked for stays so. A payment that the gateway has begun all
 * the same stays known here: if it is made, people look at it.
 */
export async function isBarred(tx: PoolClient, userId: string, place: CallerPlace, now: Date): Promise<boolean> {
  try {
    await assertMayMove(tx, userId, { purposes: ['deposit'], place }, now);
    return false;
  } catch (error) {
    if (isPayInRefusal(error)) return true;
    throw error;
  }
}
