/** Starts deposits and follows them. */
import { isUnderWay } from '../../core/deposit-claim';
import { claimDeposit as claimCall, getDeposit, getDepositOptions, listDeposits } from '../../core/contract/cashier';
import type { createDeposit, Deposit, DepositChoice } from '../../core/contract/cashier';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import type { Intent } from '../../core/intent';
import { DEPOSITS_KIND, putInStoredList } from '../../data/list-snapshot';
import { callAsPlayer, callOpen, database, now } from '../index';
import { currentIds } from '../session/ids';
import { pollNow } from './sync';
import { submitIntent } from './intents';
import type { IntentOutcome } from '../money/intents';
import { watchUntil } from '../page/pause';

/** `amount` in decimal naira. */
export type DepositRequest = Omit<BodyOf<typeof createDeposit>, 'currency'>;

/**
 * Starts a deposit, exactly once. When `confirmed`, `answer.next` says what the player has to do (for a redirect: go
 * to its `url`). When `unknown`, the intents store shows the state of `outcome.key`, and its end.
 */
export function startDeposit(request: DepositRequest): Promise<IntentOutcome<Deposit>> {
  return submitIntent({ kind: 'deposit', gameId: null, body: { ...request, currency: 'NGN' } });
}

/** The deposit that a confirmed intent was answered with; null for anything else. */
export function depositOf(intent: Intent): Deposit | null {
  return intent.kind === 'deposit' && intent.state === 'confirmed' ? intent.answer : null;
}

/** "I was debited": gives the platform the bank's reference, so that it asks the bank. Moves no money, so it may be sent again. */
export function claimDeposit(depositId: string, bankReference: string): Promise<Result<Deposit>> {
  return callAsPlayer(claimCall, ({ userId }) => ({ params: { userId, depositId }, body: { bankReference } }));
}

/** Puts a held deposit on the balance, or has it sent back, exactly once; see `submitIntent`. */
export function chooseForDeposit({ depositId, amount }: Pick<Deposit, 'depositId' | 'amount'>, choice: DepositChoice): Promise<IntentOutcome<Deposit>> {
  return submitIntent({ kind: 'choice', gameId: depositId, body: { choice, ...(choice === 'credit' && { amount }) } });
}

export function loadDepositOptions(signal?: AbortSignal): Promise<Result<AnswerOf<typeof getDepositOptions>>> {
  return callOpen(getDepositOptions, { ...(signal && { signal }) });
}

export function loadDeposit(depositId: string, signal?: AbortSignal): Promise<Result<Deposit>> {
  return callAsPlayer(getDeposit, ({ userId }) => ({ params: { userId, depositId }, ...(signal && { signal }) }));
}

/**
 * Follows a deposit until its state is final, and gives every answer, failures too, to `onAnswer`. Asks every 2 s at first and every
 * 15 s later, until the signal ends. When money came in, the balance is asked for at once.
 */
export function watchDeposit(
  depositId: string,
  onAnswer: (answer: Result<Deposit>) => void,
  signal: AbortSignal,
): Promise<void> {
  return watchUntil(async () => {
    const userId = currentIds()?.userId;
    const answer = await loadDeposit(depositId, signal);
    const isDone = answer.ok && !isUnderWay(answer.data, now());
    if (isDone && userId !== undefined) {
      const idOf = (deposit: Deposit) => deposit.depositId;
      void putInStoredList(database, { userId, kind: DEPOSITS_KIND, shape: listDeposits.answer, item: answer.data, idOf });
    }
    if (signal.aborted) return true;
    onAnswer(answer);
    if (isDone && answer.data.state === 'success') void pollNow();
    return isDone;
  }, signal);
}
