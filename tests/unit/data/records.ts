/** Records as the device stores them, for tests of its stores. */
import type { IntentRecord } from '../../../src/core/intent';
import type { KeptReceipt } from '../../../src/data/schema';

/** An intent of player `a` whose answer was lost. */
export function intent(more: Partial<IntentRecord> = {}): IntentRecord {
  return {
    key: 'k1', kind: 'deposit', userId: 'a', gameId: null, body: { amount: 1 }, state: 'unknown', at: 1000, sentAt: 1000,
    answer: null, refusal: null, ...more,
  };
}

/** A receipt of player `a`. */
export const RECEIPT: KeptReceipt = {
  roundId: 'r', userId: 'a', gameId: 'g', commit: 'c', clientSeed: 's', nonce: 0, stake: 1, bet: {}, outcome: {}, win: 0, at: 1,
};
