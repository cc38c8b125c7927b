/** Checks and exports all rounds for money whose receipts are on this device. */
import type { RevealedSeeds } from '../../core/fairness/check-slice';
import type { CheckedRound } from '../../core/fairness/rounds-report';
import type { Database } from '../../data/database';
import { countReceipts, hasReceipt, receiptSlice } from '../../data/receipt-slices';
import type { KeptReceipt } from '../../data/schema';
import { intentsStore } from '../../state/intents';
import { receiptOfIntent } from './money-answers';
import { currentIds } from '../session/ids';
import { keepReceipt } from './receipts';
import { startChecker } from './round-checker';

/** Rounds in one message to the worker: a tenth of a second of work. */
export const ROUNDS_AT_ONCE = 100;

export interface CheckProgress {
  readonly checkedCount: number;
  /** An upper bound, because receipts of practice rounds are counted, too. */
  readonly totalCount: number;
}

export type CheckOutcome =
  | { readonly is: 'checked'; readonly rounds: readonly CheckedRound[] }
  /** `no-worker`: this browser can't compute it. `no-store`: it keeps nothing. `canceled`: the page was left, or the player. */
  | { readonly is: 'no-worker' | 'no-store' }
  | { readonly is: 'canceled' };

/** The player's kept rounds, slice by slice; ends when `take` says false. */
async function eachSlice(database: Database, signal: AbortSignal, take: (receipts: readonly KeptReceipt[]) => Promise<boolean> | boolean): Promise<'all' | 'no-store' | 'stopped'> {
  const userId = currentIds()?.userId;
  if (userId === undefined) return 'stopped';
  for (let after: string | null = null; ; ) {
    const slice = await receiptSlice(database, userId, after, ROUNDS_AT_ONCE);
    if (slice === null) return 'no-store';
    if (signal.aborted || currentIds()?.userId !== userId || !(await take(slice.receipts))) return 'stopped';
    if (slice.next === null) return 'all';
    after = slice.next;
  }
}

/** Stores receipts that are missing: a page that was closed as an answer came may have stored the money key and not the receipt. */
async function fillReceipts(database: Database): Promise<void> {
  for (const intent of Object.values(intentsStore.getState().byKey)) {
    const receipt = receiptOfIntent(intent);
    if (receipt !== null && !(await hasReceipt(database, receipt.roundId))) await keepReceipt(database, receipt);
  }
}

/** In a worker, offline too. Never rejects. */
export async function checkKeptRounds(
  database: Database,
  revealed: readonly RevealedSeeds[],
  onProgress: (progress: CheckProgress) => void,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const checker = startChecker();
  if (checker === null) return { is: 'no-worker' };
  const byCommit = new Map(revealed.map((pair) => [pair.commit, pair]));
  await fillReceipts(database);
  const totalCount = await countReceipts(database);
  const rounds: CheckedRound[] = [];
  const worker = { isDead: false };
  const read = await eachSlice(database, signal, async (receipts) => {
    if (receipts.length === 0) return true;
    const pairs = [...new Set(receipts.map(({ commit }) => commit))].flatMap((commit) => byCommit.get(commit) ?? []);
    const verdicts = await checker.check({ pairs, receipts });
    worker.isDead = verdicts?.length !== receipts.length;
    if (verdicts === null || worker.isDead) return false;
    receipts.forEach(({ roundId, gameId, commit, nonce, at }, nth) => {
      rounds.push({ roundId, gameId, commit, nonce, at, verdict: verdicts[nth] ?? 'malformed' });
    });
    onProgress({ checkedCount: rounds.length, totalCount });
    return true;
  });
  checker.end();
  if (signal.aborted) return { is: 'canceled' };
  if (worker.isDead) return { is: 'no-worker' };
  if (read === 'all') return { is: 'checked', rounds };
  return read === 'no-store' ? { is: 'no-store' } : { is: 'canceled' };
}

/** Reads all receipts of the player, slice by slice; false where some could not be read. */
export async function readKeptRounds(database: Database, take: (receipts: readonly KeptReceipt[]) => void, signal: AbortSignal): Promise<boolean> {
  await fillReceipts(database);
  const read = await eachSlice(database, signal, (receipts) => {
    take(receipts);
    return true;
  });
  return read === 'all';
}
