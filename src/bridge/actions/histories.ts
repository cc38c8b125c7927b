/**
 * Loads the player's lists. `savedAt` of an answer is null when it is live, otherwise its time in epoch ms: show it with
 * `<Age/>`. Only first pages (no `cursor`) are stored on the device.
 */
import { listDeposits, listTransactions } from '../../core/contract/cashier';
import type { AnswerOf, QueryOf } from '../../core/contract/endpoint';
import { getRound, listRounds } from '../../core/contract/games';
import type { RoundHistoryItem } from '../../core/contract/games';
import type { Result } from '../../core/errors';
import { DEPOSITS_KIND } from '../../data/list-snapshot';
import type { Snapshot } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { bridge, callAsPlayer, database } from '../index';
import { noteListedRound } from '../money/intent-ends';
import { currentIds } from '../session/ids';

export type RoundsQuery = QueryOf<typeof listRounds>;
export type RoundsPage = AnswerOf<typeof listRounds>;
export type TransactionsQuery = QueryOf<typeof listTransactions>;
export type TransactionsPage = AnswerOf<typeof listTransactions>;
export type DepositsQuery = QueryOf<typeof listDeposits>;
export type DepositsPage = AnswerOf<typeof listDeposits>;

export function loadRounds(query: RoundsQuery = {}, signal?: AbortSignal): Promise<Result<RoundsPage>> {
  return callAsPlayer(listRounds, ({ userId }) => ({ params: { userId }, query, ...(signal && { signal }) }));
}

/** Loads a round that has ended, and compares it with what was sent where this device began it. */
export async function loadRound(roundId: string, signal?: AbortSignal): Promise<Result<RoundHistoryItem>> {
  const answer = await callAsPlayer(getRound, ({ userId }) => ({ params: { userId, roundId }, ...(signal && { signal }) }));
  const fairness = answer.ok ? answer.data.fairness : undefined;
  if (answer.ok && fairness !== undefined) noteListedRound(bridge, { ...answer.data, fairness });
  return answer;
}

export function loadTransactions(
  query: TransactionsQuery = {},
  signal?: AbortSignal,
): Promise<Result<TransactionsPage>> {
  return callAsPlayer(listTransactions, ({ userId }) => ({ params: { userId }, query, ...(signal && { signal }) }));
}

export function loadDeposits(query: DepositsQuery = {}, signal?: AbortSignal): Promise<Result<DepositsPage>> {
  return callAsPlayer(listDeposits, ({ userId }) => ({ params: { userId }, query, ...(signal && { signal }) }));
}

/** Reads the first page of deposits that this device has stored; null where it has none. */
export async function storedDeposits(): Promise<Snapshot<DepositsPage> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, DEPOSITS_KIND, listDeposits.answer);
}
