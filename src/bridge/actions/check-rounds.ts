/** Checks and exports all rounds for money whose receipts are on this device. */
import type { RawSheet } from '../../core/fairness/sheet-version';
import type { KeptReceipt } from '../../data/schema';
import { bridge, database } from '../index';
import * as rounds from '../money/check-rounds';
import type { CheckOutcome, CheckProgress, CheckSubject, Checked } from '../money/check-rounds';

export { keepChecker } from '../money/round-checker';
export type { CheckOutcome, CheckProgress, CheckSubject, Checked };

/** Runs in a worker, and without a connection, too. Never rejects. */
export function checkKeptRounds(
  subject: CheckSubject,
  onProgress: (progress: CheckProgress) => void,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  return rounds.checkKeptRounds(bridge, subject, onProgress, signal);
}

/** Reads all receipts of the player, slice by slice; false where some could not be read. */
export function readKeptRounds(take: (receipts: readonly KeptReceipt[]) => void, signal: AbortSignal): Promise<boolean> {
  return rounds.readKeptRounds(database, take, signal);
}

/** The par sheets of these versions of rules, as far as this device has them. */
export function readKeptSheets(versions: readonly string[]): Promise<ReadonlyMap<string, RawSheet>> {
  return rounds.readKeptSheets(database, versions);
}
