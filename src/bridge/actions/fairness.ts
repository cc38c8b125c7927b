/** Shows, chooses and reveals seeds, and lists the receipts by which the device checks results. */
import { failure } from '../../core/errors';
import type { Result } from '../../core/errors';
import type { SeedPairs } from '../../core/seed-pairs';
import type { SeenSeeds } from '../../core/seen-seeds';
import { getSeedPairs, keepSeedPairs } from '../../data/seed-pairs';
import { loadRevealedPairs } from '../fairness/revealed-pairs';
import type { SeedPair } from '../fairness/revealed-pairs';
import { seedsOf } from '../fairness/seeds';
import { bridge, database, now } from '../index';
import * as receipts from '../money/receipts';
import type { KeptReceipt } from '../money/receipts';
import { playWindowOf } from '../page/play-window';
import { currentIds } from '../session/ids';

export type { KeptReceipt };
export type { SeedPairs };

/** Newest first. `real`: those of the signed-in player. */
export function listReceipts(of: 'practice' | 'real', gameId?: string): Promise<readonly KeptReceipt[]> {
  return receipts.listReceipts(database, of, gameId);
}

export type { SeedPair };

/** Shows the pair that the next bet is bound to in the store of `state/seeds`. Never rejects. */
export function openSeeds(): Promise<void> {
  // The window that opens a game first is the session's own, so this must not wait for the first bet.
  playWindowOf(bridge);
  return seedsOf(bridge).open();
}

/** Asks the platform for that pair now, and shows it. */
export const refreshSeeds = (): Promise<void> => seedsOf(bridge).refresh();

/** Reads the commits, the evidence and the refused bets that this device has noted about the signed-in player. */
export const readSeenSeeds = (): Promise<SeenSeeds> => seedsOf(bridge).read();

/** Gives the pair that is shown another client seed; where rounds were drawn from it, the next pair starts with it. */
export const chooseClientSeed = (clientSeed: string): Promise<Result<SeedPair>> => seedsOf(bridge).choose(clientSeed);

/** Reveals the server seed (`data.previous`) and starts the pair that was announced. */
export const revealSeeds = (): Promise<Result<SeedPair>> => seedsOf(bridge).reveal();

/** Reads the pair in use and all revealed pairs as the device has them; null where it has none. */
export async function storedSeedPairs(): Promise<{ readonly data: SeedPairs; readonly savedAt: number } | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSeedPairs(database, userId);
}

/** Loads the same from the platform, and stores it for the next visit without a network. */
export async function loadSeedPairs(signal?: AbortSignal): Promise<Result<SeedPairs>> {
  const userId = currentIds()?.userId;
  const current = await seedsOf(bridge).load(signal);
  if (!current.ok) return current;
  const list = await loadRevealedPairs(bridge.calls, signal);
  if (!list.ok) return list;
  const { previous: _, ...inUse } = current.data;
  const { items, isWhole } = list.data;
  const data: SeedPairs = { current: inUse, revealed: [...items], ...(isWhole && { wholeAt: now() }) };
  // Another player may have signed in between the two calls, and then the two parts do not belong together.
  if (userId === undefined || userId !== currentIds()?.userId) return failure('canceled');
  await keepSeedPairs(database, userId, data, now());
  return { ...current, data };
}
