/** Holds payments that may not be credited now, because they came late or for a second account, until the player chooses. */
import type { PoolClient } from 'pg';
import type { ProblemCode } from '../../../src/core/contract/problem';
import { onDepositEnded } from '../../bonuses';
import { assertMayMove } from '../../ledger/guards';
import { assertWithinLimits } from '../../ledger/limits';
import { post } from '../../ledger/post';
import { parseState } from '../../place/caller-location';
import type { Platform } from '../../platform';
import { addStep, depositAmount } from '../deposits/deposit-rows';
import type { DepositRow } from '../deposits/deposit-rows';
import { isPayInRefusal } from '../deposits/start-guards';

/** The problem code for which a payment is held, and its text for the timeline. */
export interface HoldReason {
  readonly code: ProblemCode;
  readonly detail: string;
}

/**
 * Returns true where the account became a second one of its person after the deposit was started; then the payment is held even if it is in
 * time. Locks the player's row as `findHoldReason` does.
 */
export async function isSecondAccount(tx: PoolClient, userId: string): Promise<boolean> {
  const { rows } = await tx.query<{ is_second: boolean }>('SELECT is_second FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  return rows[0]?.is_second === true;
}

/**
 * Finds the reason why a late payment may not be credited at `now`; null where it may. It checks protection, the place of the
 * request, and the limits as for a new deposit. Locks the player's row until the transaction ends, so of two simultaneous payments,
 * or of a payment and a new start, the second sees the first.
 * Throws a ProblemError `money-unavailable` while money is turned off: then nothing is decided.
 */
export async function findHoldReason(tx: PoolClient, platform: Pick<Platform, 'places'>, row: DepositRow, now: Date): Promise<HoldReason | null> {
  const { user_id: userId } = row;
  await tx.query('SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  const place = platform.places.ofLocation({ country: row.country, state: parseState(row.region ?? '') });
  try {
    const player = await assertMayMove(tx, userId, { purposes: ['deposit'], place }, now);
    await assertWithinLimits(tx, player, { userId, purpose: 'deposit', amount: depositAmount(row), at: now, isPaid: true });
    return null;
  } catch (error) {
    if (!isPayInRefusal(error)) throw error;
    return { code: error.code, detail: holdDetail(error.code) };
  }
}

function holdDetail(code: ProblemCode): string {
  if (code === 'limit-exceeded') return 'The payment arrived late and is above your deposit limit. Choose what happens to it.';
  if (code === 'nin-in-use') return 'You have another account with us, and this one takes no deposits. You can have it sent back.';
  return 'The payment arrived late, when you could not deposit. Choose what happens to it.';
}

/** Posts the payment to the player's suspense account. The caller holds the deposit's row. */
export async function holdDeposit(tx: PoolClient, row: DepositRow, { code, detail }: HoldReason, now: Date): Promise<void> {
  const { deposit_id: depositId, user_id: userId } = row;
  const { transactionId } = await post(tx, {
    userId,
    kind: 'deposit-hold',
    reference: depositId,
    at: now,
    moves: [{ kind: 'deposit-held', from: 'gateway', to: 'suspense', amount: depositAmount(row) }],
  });
  await tx.query(
    `UPDATE deposit SET state = 'held', updated_at = $2, hold_transaction = $3, hold_reason = $4 WHERE deposit_id = $1`,
    [depositId, now, transactionId, code],
  );
  await addStep(tx, depositId, 'checked', now);
  await addStep(tx, depositId, 'held', now, detail);
  await onDepositEnded(tx, { userId, depositId, at: now });
}
