/** Paying in. */
import { getDeposit, getDepositOptions } from '../../core/contract/cashier';
import type { Deposit, DepositMethod } from '../../core/contract/cashier';
import type { AnswerOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { depositsShape } from '../../core/shapes/histories';
import { DEPOSITS_KIND, putInStoredList } from '../../data/list-snapshot';
import { database } from '../database';
import { submitIntent } from '../intents';
import type { IntentOutcome } from '../intents';
import { callAsPlayer, callOpen, currentIds } from '../platform';
import { pollNow } from '../sync-worker';
import { watchUntil } from '../watch';

export interface DepositRequest {
  readonly method: DepositMethod;
  /** Decimal naira. */
  readonly amount: number;
}

/**
 * Starts a deposit, exactly once. When `confirmed`, `answer.next` says what the player has to do (for a redirect: go
 * to its `url`). When `unknown`, `whenSettled(outcome.key)` resolves later; the intents store shows the state
 * meanwhile.
 */
export function startDeposit({ method, amount }: DepositRequest): Promise<IntentOutcome<Deposit>> {
  return submitIntent({ kind: 'deposit', gameId: null, body: { method, amount, currency: 'NGN' } });
}

export function loadDepositOptions(signal?: AbortSignal): Promise<Result<AnswerOf<typeof getDepositOptions>>> {
  return callOpen(getDepositOptions, { ...(signal && { signal }) });
}

export function loadDeposit(depositId: string, signal?: AbortSignal): Promise<Result<Deposit>> {
  return callAsPlayer(getDeposit, ({ userId }) => ({ params: { userId, depositId }, ...(signal && { signal }) }));
}

/**
 * Follows a deposit until its state is final, telling every answer (failures too) to `onAnswer`; asks every 2 s at
 * first, every 15 s later. Ends with the signal. When money came in, the balance is asked for at once.
 */
export function watchDeposit(
  depositId: string,
  onAnswer: (answer: Result<Deposit>) => void,
  signal: AbortSignal,
): Promise<void> {
  return watchUntil(async () => {
    const userId = currentIds()?.userId;
    const answer = await loadDeposit(depositId, signal);
    const isDone = answer.ok && answer.data.state !== 'pending';
    if (isDone && userId !== undefined) {
      const idOf = (deposit: Deposit) => deposit.depositId;
      void putInStoredList(database, { userId, kind: DEPOSITS_KIND, shape: depositsShape, item: answer.data, idOf });
    }
    if (signal.aborted) return true;
    onAnswer(answer);
    if (isDone && answer.data.state === 'success') void pollNow();
    return isDone;
  }, signal);
}
