/** Reads the entry of `meta` with what the device has seen of a player's seeds, and deletes it when the device changes hands. */
import type { Tx } from './database';
import { sha256Hex } from './hash';

export const SEEN_SEEDS_ENTRY = 'seen-seeds';

/** The owner of the entry is a hash, so that it names nobody. */
export const ownerOfSeeds = (userId: string): string => sha256Hex(`seeds ${userId}`);

export async function ownSeedsIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>, userId: string): Promise<object | null> {
  const value: unknown = await tx.objectStore('meta').get(SEEN_SEEDS_ENTRY);
  return typeof value === 'object' && value !== null && 'owner' in value && value.owner === ownerOfSeeds(userId) ? value : null;
}

/** Deletes the entry unless it is that player's. */
export async function dropSeedsOfOthers(tx: Tx<'readwrite'>, ownerId: string | null): Promise<void> {
  if (ownerId === null || (await ownSeedsIn(tx, ownerId)) === null) await tx.objectStore('meta').delete(SEEN_SEEDS_ENTRY);
}
