/** Receipts of rounds kept on the device, practice and real. */
import type { Database } from '../../data/database';
import { putReceipt, receiptsOf } from '../../data/receipts';
import type { KeptReceipt } from '../../data/schema';
import { sessionStore } from '../../state/session';

export type { KeptReceipt };

/** Keeps a receipt; false where this browser keeps nothing. Real rounds are kept by `playRound` itself. */
export function keepReceipt(database: Database, receipt: KeptReceipt): Promise<boolean> {
  return putReceipt(database, receipt);
}

/** Newest first. `real`: those of the signed-in player. */
export function listReceipts(database: Database, of: 'practice' | 'real', gameId?: string): Promise<readonly KeptReceipt[]> {
  const userId = of === 'real' ? sessionStore.getState().userId : null;
  return of === 'real' && userId === null ? Promise.resolve([]) : receiptsOf(database, userId, gameId);
}
