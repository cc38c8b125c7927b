/**
 * Checks a slice of the receipts that a device has stored, in a worker. It gets one slice at a time, so that many thousands are never in
 * memory at once.
 */
import { withoutPart } from './part';
import { isAsSent, verdictOf } from './receipts';
import type { Receipt, ReceiptEngines } from './receipts';
import { commitByWebCrypto } from './verify-webcrypto';
import type { SubtleHmac } from './verify-webcrypto';

/** A receipt as a database has it: its amounts in kobo are not checked yet. */
export interface KeptRound extends Omit<Receipt, 'stake' | 'win'> {
  readonly roundId: string;
  readonly stake: number;
  readonly win: number;
  /** Epoch ms. */
  readonly at: number;
}

/** A pair of seeds that was revealed. */
export interface RevealedSeeds {
  readonly commit: string;
  readonly serverSeed: string;
  readonly clientSeed: string;
}

/**
 * `waits`: the pair is not revealed yet. `not-as-sent`: the answer was about another draw or bet than was sent. `wrong-seed`: what was
 * revealed is not what was committed to. `other-client-seed`: the round says another client seed than the pair had.
 * `unpublished-rules`: the platform does not publish the rules that the round names. The others as in `ReceiptVerdict`.
 */
export const KEPT_VERDICTS = [
  'ok', 'waits', 'not-as-sent', 'differs', 'wrong-seed', 'other-client-seed', 'unknown-game', 'other-rules', 'no-rules', 'unnoted-rules',
  'unpublished-rules', 'malformed',
] as const;
export type KeptVerdict = (typeof KEPT_VERDICTS)[number];

/** Verdicts in the order of the receipts. Never rejects for what a receipt says; rejects where WebCrypto fails. */
export async function checkSlice<Key>(
  subtle: SubtleHmac<Key>,
  engines: ReceiptEngines,
  pairs: readonly RevealedSeeds[],
  receipts: readonly KeptRound[],
): Promise<KeptVerdict[]> {
  const byCommit = new Map<string, { readonly seeds: RevealedSeeds; readonly fits: boolean }>();
  for (const seeds of pairs) {
    byCommit.set(seeds.commit, { seeds, fits: (await commitByWebCrypto(subtle, seeds.serverSeed)) === seeds.commit });
  }
  const verdicts: KeptVerdict[] = [];
  for (const receipt of receipts) {
    const pair = byCommit.get(receipt.commit);
    verdicts.push(
      !isAsSent(receipt) ? 'not-as-sent'
      : pair === undefined ? 'waits'
      : !pair.fits ? 'wrong-seed'
      : pair.seeds.clientSeed !== withoutPart(receipt.clientSeed) ? 'other-client-seed'
      : await verdictOfRevealed(subtle, engines, pair.seeds.serverSeed, receipt),
    );
  }
  return verdicts;
}

async function verdictOfRevealed<Key>(
  subtle: SubtleHmac<Key>,
  engines: ReceiptEngines,
  serverSeed: string,
  receipt: KeptRound,
): Promise<KeptVerdict> {
  // A cast in place of a check, because the engines refuse an amount that is no kobo, and say so in their verdict.
  const amounts = { stake: receipt.stake, win: receipt.win } as Pick<Receipt, 'stake' | 'win'>;
  const verdict = await verdictOf(subtle, engines, serverSeed, { ...receipt, ...amounts });
  return verdict === 'other-commit' ? 'malformed' : verdict;
}
