/**
 * Stores what this device has seen of a player's pairs of seeds: commits with the time at which it first heard of them,
 * evidence, refused bets. The record stays when the same player signs in again, because only a commit that was seen before the
 * bet proves anything. It is deleted with the player's receipts.
 */
import { NO_SEEDS_SEEN, seenSeeds } from '../core/seen-seeds';
import type { SeenSeeds } from '../core/seen-seeds';
import type { Database, Tx } from './database';
import { fenceIn } from './fence-entry';
import { SEEN_SEEDS_ENTRY, ownSeedsIn, ownerOfSeeds } from './seen-seeds-entry';

async function seenIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>, userId: string): Promise<SeenSeeds> {
  const entry = await ownSeedsIn(tx, userId);
  const parsed = entry === null ? null : seenSeeds.safeParse(entry);
  return parsed?.success ? parsed.data : NO_SEEDS_SEEN;
}

/** Reads the record; null where this browser stores nothing. */
export async function readSeenSeeds(db: Database, userId: string): Promise<SeenSeeds | null> {
  const read = await db.tx(['meta'], 'readonly', (tx) => seenIn(tx, userId));
  return read.ok ? read.value : null;
}

/**
 * Changes the record in one transaction, which is on the disk before this resolves. Returns null where its player is not signed
 * in on this device any more, or this browser stores nothing.
 */
export async function changeSeenSeeds(db: Database, userId: string, change: (seen: SeenSeeds) => SeenSeeds): Promise<SeenSeeds | null> {
  const write = await db.tx(
    ['meta'],
    'readwrite',
    async (tx) => {
      const fence = await fenceIn(tx);
      // Epoch 0 means that the browser deleted the database, not that somebody signed out.
      if (fence.userId !== userId && fence.epoch > 0) return null;
      const before = await seenIn(tx, userId);
      const seen = change(before);
      if (seen !== before) await tx.objectStore('meta').put({ ...seen, owner: ownerOfSeeds(userId) }, SEEN_SEEDS_ENTRY);
      return seen;
    },
    'strict',
  );
  return write.ok ? write.value : null;
}
