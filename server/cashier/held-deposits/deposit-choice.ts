/** The player's choice about a held deposit: credit it, or send it back. */
import type { PoolClient } from 'pg';
import type { DepositChoice } from '../../../src/core/contract/cashier';
import { onDepositCredited } from '../../bonuses';
import { ProblemError } from '../../http/problem';
import type { RawAnswer } from '../../http/router';
import { runOperation } from '../../ledger/operation';
import { post } from '../../ledger/post';
import type { CallerPlace } from '../../place/rules';
import type { Platform } from '../../platform';
import { addStep, depositAmount, depositById, lockDeposit, setState, toDeposit } from '../deposits/deposit-rows';
import type { DepositRow } from '../deposits/deposit-rows';
import { assertMayCredit } from './credit-guards';
import { requestReturn } from './return-rows';

export const CHOICE_OPERATION = 'deposit-choice';

export interface ChoiceRequest {
  readonly userId: string;
  readonly key: string;
  readonly depositId: string;
  readonly choice: DepositChoice;
  readonly place: CallerPlace;
}

/**
 * Credits a held deposit, or begins to send it back, at most once for a key. Answers 200 with the deposit, or the refusal:
 * `not-found`, `conflict` where it is not held (any more), and the refusals of credit-guards.ts. A return that fails later
 * makes the deposit held again. Throws as `runOperation` does.
 */
export async function applyChoice(platform: Platform, request: ChoiceRequest): Promise<RawAnswer> {
  const { userId, key, depositId, choice } = request;
  return runOperation(platform, { userId, key, kind: CHOICE_OPERATION, body: { depositId, choice } }, async (tx) => {
    const row = await lockDeposit(tx, depositId);
    if (row === null || row.user_id !== userId) throw new ProblemError('not-found', 'There is no such deposit.');
    if (row.state !== 'held') throw new ProblemError('conflict', 'This deposit is not held any more.', { detail: 'See what became of it.' });
    if (choice === 'credit') await creditHeld(tx, platform, row, request);
    else await requestReturn(tx, platform, row, { key, at: platform.now() });
    const after = await depositById(tx, depositId);
    if (after === null) throw new Error('the deposit is missing');
    return { status: 200, body: await toDeposit(tx, after) };
  });
}

async function creditHeld(tx: PoolClient, platform: Platform, row: DepositRow, { userId, key, depositId, place }: ChoiceRequest): Promise<void> {
  const now = platform.now();
  const amount = depositAmount(row);
  // With this lock the second of two simultaneous choices, or of a choice and a new start, sees the first.
  await tx.query('SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  const purpose = await assertMayCredit(tx, row, { place, at: now });
  const { transactionId } = await post(tx, {
    userId,
    kind: 'deposit',
    reference: depositId,
    operationKey: key,
    at: now,
    moves: [{ kind: 'deposit', from: 'suspense', to: 'real', amount }],
  });
  await setState(tx, depositId, 'success', now, transactionId);
  await addStep(tx, depositId, 'credited', now);
  if (purpose === 'deposit') await onDepositCredited(tx, { userId, depositId, amount, at: now });
}
