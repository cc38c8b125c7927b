/**
 * Stores the revealed pairs of seeds of a player, and the commit in use. With the receipts that is all that a check needs
 * without a network.
 */
import { seedPairs } from '../core/seed-pairs';
import type { SeedPairs } from '../core/seed-pairs';
import type { Database } from './database';
import { readFence } from './fence-entry';
import type { Snapshot } from './schema';
import { getSnapshot, putSnapshot } from './snapshots';

const KIND = 'seed-pairs';
/** Beyond this number the oldest pairs are deleted. A player who starts a pair each day keeps five years. */
const MAX_PAIRS = 2_000;

export function getSeedPairs(db: Database, userId: string): Promise<Snapshot<SeedPairs> | null> {
  return getSnapshot(db, userId, KIND, seedPairs);
}

/** Lists each pair once; a newer answer replaces the stored one. */
export function mergePairs(storedPairs: SeedPairs['revealed'], newPairs: SeedPairs['revealed']): SeedPairs['revealed'] {
  const newCommits = new Set(newPairs.map(({ commit }) => commit));
  return [...newPairs, ...storedPairs.filter(({ commit }) => !newCommits.has(commit))];
}

/** Adds an answer from `savedAt` (epoch ms) to the stored pairs. False: somebody else is signed in, or this browser keeps nothing. */
export async function keepSeedPairs(db: Database, userId: string, newPairs: SeedPairs, savedAt: number): Promise<boolean> {
  const fence = await readFence(db);
  if (fence?.userId !== userId) return false;
  const snapshot = await getSeedPairs(db, userId);
  const revealed = mergePairs(snapshot?.data.revealed ?? [], newPairs.revealed).slice(0, MAX_PAIRS);
  const wholeAt = newPairs.wholeAt ?? snapshot?.data.wholeAt;
  const data: SeedPairs = { current: newPairs.current ?? snapshot?.data.current ?? null, revealed, ...(wholeAt !== undefined && { wholeAt }) };
  return putSnapshot(db, { userId, kind: KIND, savedAt, etag: null, balanceVersion: null, data }, fence.epoch, seedPairs);
}
