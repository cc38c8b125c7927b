/** Commit, client seed and reveal, and the receipts that results are checked from on the device. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { getFairness, rotateSeeds, setClientSeed } from '../../core/contract/games';
import type { Result } from '../../core/errors';
import { callAsPlayer } from '../platform';

export { keepReceipt, listReceipts } from '../receipts';
export type { KeptReceipt } from '../receipts';

export type SeedPair = AnswerOf<typeof getFairness>;

export function loadFairness(signal?: AbortSignal): Promise<Result<SeedPair>> {
  return callAsPlayer(getFairness, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) }));
}

/** `commit` is the one that was shown when the seed was chosen. */
export function chooseClientSeed(clientSeed: string, commit: string): Promise<Result<SeedPair>> {
  return callAsPlayer(setClientSeed, ({ userId }) => ({ params: { userId }, body: { clientSeed, commit } }));
}

/** Reveals the server seed (`data.previous`) and starts a new pair. */
export function revealSeeds(): Promise<Result<SeedPair>> {
  return callAsPlayer(rotateSeeds, ({ userId }) => ({ params: { userId } }));
}
