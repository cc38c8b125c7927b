/** Checking and taking home all rounds for money that this device has kept. */
import type { RevealedSeeds } from '../../core/fairness/check-slice';
import type { KeptReceipt } from '../../data/schema';
import { database } from '../index';
import * as rounds from '../money/check-rounds';
import type { CheckOutcome, CheckProgress } from '../money/check-rounds';

export { keepChecker } from '../money/round-checker';
export type { CheckOutcome, CheckProgress };

/** In a worker, offline too. Never rejects. */
export function checkKeptRounds(
  revealed: readonly RevealedSeeds[],
  onProgress: (progress: CheckProgress) => void,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  return rounds.checkKeptRounds(database, revealed, onProgress, signal);
}

/** Everything that is kept of the player's rounds, given out slice by slice; false where it could not all be read. */
export function readKeptRounds(take: (receipts: readonly KeptReceipt[]) => void, signal: AbortSignal): Promise<boolean> {
  return rounds.readKeptRounds(database, take, signal);
}
