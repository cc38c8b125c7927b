/** The hashes of a posting's entries: each of the player's takes in the one before it. */
import { createHash } from 'node:crypto';
import { entryText, statementStart } from '../../src/core/statement';
import { accountNameOf } from './accounts';
import type { PostedEntry, Posting } from './posting';

export interface ChainedEntries {
  /** Hex, one for each leg; null for the house's side. */
  readonly hashes: readonly (string | null)[];
  /** The last of them, or the one they follow. */
  readonly head: string | null;
  /** How many entries of the player's there are more. */
  readonly added: number;
}

/** Where the player's chain ends, and the ids of the entries to come, one for each leg. */
interface ChainEnd {
  readonly chainHash: string | null;
  readonly entryIds: readonly number[];
}

/** Chains the entries of a posting to those before. Pure. */
export function chainEntries(posting: Posting, entries: readonly (PostedEntry | null)[], end: ChainEnd): ChainedEntries {
  let head = end.chainHash;
  let added = 0;
  const hashes = entries.map((entry, leg) => {
    if (entry === null) return null;
    const text = entryText(head ?? statementStart(posting.userId), {
      entryId: String(end.entryIds[leg]),
      at: posting.at.toISOString(),
      kind: entry.kind,
      account: accountNameOf(posting.userId, entry.accountId),
      amount: entry.amount,
      balanceBefore: entry.before,
      balanceAfter: entry.after,
      reference: posting.reference,
    });
    // Of the machine's own library: five times as fast as the one for every browser.
    head = createHash('sha256').update(text).digest('hex');
    added += 1;
    return head;
  });
  return { hashes, head, added };
}
