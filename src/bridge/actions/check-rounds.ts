/** Checks and exports all rounds for money whose receipts are on this device. */
import type { RawSheet } from '../../core/fairness/sheet-version';
import type { KeptReceipt } from '../../data/schema';
import { bridge, database } from '../index';
import * as rounds from '../money/check-rounds';
import type { CheckOutcome, CheckProgress, CheckSubject, CompletedCheck } from '../money/check-rounds';

export { keepChecker } from '../money/round-checker';
export type { CheckOutcome, CheckProgress, CheckSubject, CompletedCheck };

/** Checks the rounds whose receipts are on this device, and the refused bets; see `money/check-rounds.ts`. Never rejects. */
export function checkKeptRounds(
  subject: CheckSubject,
  onProgress: (progress: CheckProgress) => void,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  return rounds.checkKeptRounds(bridge, subject, onProgress, signal);
}

/** Passes all receipts of the player to `take` in slices. Returns false where some could not be read. */
export function readKeptRounds(take: (receipts: readonly KeptReceipt[]) => void, signal: AbortSignal): Promise<boolean> {
  return rounds.readKeptRounds(database, take, signal);
}

/** Reads the par sheets of these versions of the rules that are on this device. */
export function readKeptSheets(versions: readonly string[]): Promise<ReadonlyMap<string, RawSheet>> {
  return rounds.readKeptSheets(database, versions);
}
