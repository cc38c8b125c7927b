/** Hashes the entries of a posting. The hash of each of the player's entries covers the hash before it. */
import { createHash } from 'node:crypto';
import { entryText, statementStart } from '../../src/core/statement';
import { accountNameOf } from './accounts';
import type { PostedEntry, Posting } from './posting';

export interface ChainedEntries {
  /** Hex, one for each leg; null for a leg of the house. */
  readonly hashes: readonly (string | null)[];
  /** The newest hash of the chain; the old one where the posting adds no entry of the player. */
  readonly head: string | null;
  /** The number of entries that the posting adds to the chain. */
  readonly entryCount: number;
}

/** The head of the player's chain, and the ids of the new entries, one for each leg. */
interface ChainEnd {
  readonly chainHash: string | null;
  readonly entryIds: readonly number[];
}

/** Chains the entries of a posting to those before them. Pure. */
export function chainEntries(posting: Posting, entries: readonly (PostedEntry | null)[], end: ChainEnd): ChainedEntries {
  let head = end.chainHash;
  let entryCount = 0;
  const hashes = entries.map((entry, legIndex) => {
    if (entry === null) return null;
    const text = entryText(head ?? statementStart(posting.userId), {
      entryId: String(end.entryIds[legIndex]),
      at: posting.at.toISOString(),
      kind: entry.kind,
      account: accountNameOf(posting.userId, entry.accountId),
      amount: entry.amount,
      balanceBefore: entry.before,
      balanceAfter: entry.after,
      reference: posting.reference,
    });
    // Node's own hash is five times as fast as the one that also runs in browsers.
    head = createHash('sha256').update(text).digest('hex');
    entryCount += 1;
    return head;
  });
  return { hashes, head, entryCount };
}
