/** Commit, client seed and reveal, and the receipts from which the device checks results. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { getFairness, listRevealedPairs, rotateSeeds, setClientSeed } from '../../core/contract/games';
import type { Result } from '../../core/errors';
import type { SeedPairs } from '../../core/seed-pairs';
import { getSeedPairs, keepSeedPairs } from '../../data/seed-pairs';
import { callAsPlayer, database, now } from '../index';
import * as receipts from '../money/receipts';
import type { KeptReceipt } from '../money/receipts';
import { currentIds } from '../session/ids';

export type { KeptReceipt };
export type { SeedPairs };

/** Keeps a receipt; false where this browser keeps nothing. Real rounds are kept by `playRound` itself. */
export const keepReceipt = (receipt: KeptReceipt): Promise<boolean> => receipts.keepReceipt(database, receipt);

/** Newest first. `real`: those of the signed-in player. */
export function listReceipts(of: 'practice' | 'real', gameId?: string): Promise<readonly KeptReceipt[]> {
  return receipts.listReceipts(database, of, gameId);
}

export type SeedPair = AnswerOf<typeof getFairness>;

/** We ask for no more pages of revealed pairs, of a hundred pairs each. */
const MAX_PAGES = 20;

/** Keeps the platform's answer on the device, so that a revealed seed checks its rounds without a network, too. */
async function keep(result: Result<SeedPair>): Promise<Result<SeedPair>> {
  const userId = currentIds()?.userId;
  if (result.ok && userId !== undefined) {
    const { previous, ...current } = result.data;
    // Stored before the answer is returned, because a page that is closed at once must not lose it.
    await keepSeedPairs(database, userId, { current, revealed: previous === null ? [] : [previous] }, now());
  }
  return result;
}

export async function loadFairness(signal?: AbortSignal): Promise<Result<SeedPair>> {
  return keep(await callAsPlayer(getFairness, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) })));
}

/** `commit` is the one that was shown when the seed was chosen. */
export async function chooseClientSeed(clientSeed: string, commit: string): Promise<Result<SeedPair>> {
  return keep(await callAsPlayer(setClientSeed, ({ userId }) => ({ params: { userId }, body: { clientSeed, commit } })));
}

/** Reveals the server seed (`data.previous`) and starts a new pair. */
export async function revealSeeds(): Promise<Result<SeedPair>> {
  return keep(await callAsPlayer(rotateSeeds, ({ userId }) => ({ params: { userId } })));
}

/** The pair in use and all that were revealed, as the device has them; null where it has none. */
export async function storedSeedPairs(): Promise<{ readonly data: SeedPairs; readonly savedAt: number } | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSeedPairs(database, userId);
}

/** Loads the same from the platform, and stores it for the next visit without a network. */
export async function loadSeedPairs(signal?: AbortSignal): Promise<Result<SeedPairs>> {
  const current = await loadFairness(signal);
  if (!current.ok) return current;
  const revealed: SeedPairs['revealed'] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query = cursor === undefined ? {} : { cursor };
    const page = await callAsPlayer(listRevealedPairs, ({ userId }) => ({ params: { userId }, query, ...(signal && { signal }) }));
    if (!page.ok) return page;
    revealed.push(...page.data.items);
    if (page.data.next === null) break;
    cursor = page.data.next;
  }
  const { previous: _, ...inUse } = current.data;
  const data: SeedPairs = { current: inUse, revealed };
  const userId = currentIds()?.userId;
  if (userId !== undefined) await keepSeedPairs(database, userId, data, now());
  return { ...current, data };
}
