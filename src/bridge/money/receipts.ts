/** Stores and lists the receipts of rounds, practice and real. */
import type { Database } from '../../data/database';
import { putReceipt, receiptsOf } from '../../data/receipts';
import type { KeptReceipt } from '../../data/schema';
import { sessionStore } from '../../state/session';

export type { KeptReceipt };

/** Stores a receipt. Returns the receipt of another round with the same id; null where there is none. */
export async function keepReceipt(database: Database, receipt: KeptReceipt): Promise<KeptReceipt | null> {
  return (await putReceipt(database, receipt)).other;
}

/** Newest first. `real`: those of the signed-in player. */
export function listReceipts(database: Database, of: 'practice' | 'real', gameId?: string): Promise<readonly KeptReceipt[]> {
  const userId = of === 'real' ? sessionStore.getState().userId : null;
  return of === 'real' && userId === null ? Promise.resolve([]) : receiptsOf(database, userId, gameId);
}
