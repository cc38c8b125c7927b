/** Checks and exports all rounds for money whose receipts are on this device. */
import type { RevealedSeeds } from '../../core/fairness/check-slice';
import type { KeptReceipt } from '../../data/schema';
import { database } from '../index';
import * as rounds from '../money/check-rounds';
import type { CheckOutcome, CheckProgress } from '../money/check-rounds';

export { keepChecker } from '../money/round-checker';
export type { CheckOutcome, CheckProgress };

/** Runs in a worker, and without a connection, too. Never rejects. */
export function checkKeptRounds(
  revealed: readonly RevealedSeeds[],
  onProgress: (progress: CheckProgress) => void,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  return rounds.checkKeptRounds(database, revealed, onProgress, signal);
}

/** Reads all receipts of the player, slice by slice; false where some could not be read. */
export function readKeptRounds(take: (receipts: readonly KeptReceipt[]) => void, signal: AbortSignal): Promise<boolean> {
  return rounds.readKeptRounds(database, take, signal);
}
