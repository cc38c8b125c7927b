/** Requests withdrawals and follows them. An account number goes to the platform and is stored nowhere here. */
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import { addBankAccount as addCall, createWithdrawal, enquireAccount as enquireCall, getWithdrawal, getWithdrawalOptions, listBankAccounts, listWithdrawals, removeBankAccount as removeCall } from '../../core/contract/withdrawals';
import type { BankAccount, Withdrawal, WithdrawalOptions } from '../../core/contract/withdrawals';
import type { Result } from '../../core/errors';
import { WITHDRAWALS_KIND, putInStoredList } from '../../data/list-snapshot';
import type { Snapshot } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { callAsPlayer, database } from '../index';
import { currentIds } from '../session/ids';
import { pollNow } from './sync';
import { submitIntent } from './intents';
import type { IntentOutcome } from '../money/intents';
import { watchUntil } from '../page/pause';

export type AccountPlace = BodyOf<typeof enquireCall>;
export type AccountHolder = AnswerOf<typeof enquireCall>;
export type WithdrawalsPage = AnswerOf<typeof listWithdrawals>;
export type WithdrawalRequest = Omit<BodyOf<typeof createWithdrawal>, 'currency'>;

/** Returns true if the money is still held, or on its way to the bank. */
export const isUnderWay = ({ state }: Pick<Withdrawal, 'state'>): boolean => state === 'checking' || state === 'sending';

/** Loads the amounts that may be paid out now; never from a store, since they change with every request. */
export function loadWithdrawalOptions(signal?: AbortSignal): Promise<Result<WithdrawalOptions>> {
  return callAsPlayer(getWithdrawalOptions, ({ userId }) => ({ params: { userId }, noStore: true, ...(signal && { signal }) }));
}

export async function loadBankAccounts(signal?: AbortSignal): Promise<Result<readonly BankAccount[]>> {
  const result = await callAsPlayer(listBankAccounts, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) }));
  return result.ok ? { ...result, data: result.data.items } : result;
}

/** Asks the bank whose account that is. */
export function enquireAccount(place: AccountPlace): Promise<Result<AccountHolder>> {
  return callAsPlayer(enquireCall, ({ userId }) => ({ params: { userId }, body: place }));
}

export function addBankAccount(place: AccountPlace): Promise<Result<BankAccount>> {
  return callAsPlayer(addCall, ({ userId }) => ({ params: { userId }, body: place }));
}

export function removeBankAccount(bankAccountId: string): Promise<Result<undefined>> {
  return callAsPlayer(removeCall, ({ userId }) => ({ params: { userId, bankAccountId } }));
}

/**
 * Asks for a withdrawal, exactly once. When `unknown`, the intents store shows the state until the platform has said what
 * became of the key. The balance is asked for as soon as it is confirmed.
 */
export function requestWithdrawal(request: WithdrawalRequest): Promise<IntentOutcome<Withdrawal>> {
  return submitIntent({ kind: 'withdrawal', gameId: null, body: { ...request, currency: 'NGN' } });
}

export function loadWithdrawals(signal?: AbortSignal): Promise<Result<WithdrawalsPage>> {
  return callAsPlayer(listWithdrawals, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) }));
}

/** Reads the first page of withdrawals that this device has stored; null where it has none. */
export async function storedWithdrawals(): Promise<Snapshot<WithdrawalsPage> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, WITHDRAWALS_KIND, listWithdrawals.answer);
}

/**
 * Follows a withdrawal until its state is final, and gives every answer, failures too, to `onAnswer`. Asks every 2 s at first and
 * every 15 s later, until the signal ends. At the end the balance is asked for at once, because the money has left, or is back.
 */
export function watchWithdrawal(
  withdrawalId: string,
  onAnswer: (answer: Result<Withdrawal>) => void,
  signal: AbortSignal,
): Promise<void> {
  return watchUntil(async () => {
    const userId = currentIds()?.userId;
    const answer = await callAsPlayer(getWithdrawal, (ids) => ({ params: { userId: ids.userId, withdrawalId }, signal }));
    const isDone = answer.ok && !isUnderWay(answer.data);
    if (isDone && userId !== undefined) {
      const idOf = (withdrawal: Withdrawal) => withdrawal.withdrawalId;
      void putInStoredList(database, { userId, kind: WITHDRAWALS_KIND, shape: listWithdrawals.answer, item: answer.data, idOf });
    }
    if (signal.aborted) return true;
    onAnswer(answer);
    if (isDone) void pollNow();
    return isDone;
  }, signal);
}
