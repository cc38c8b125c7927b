/** Receipts of rounds kept on the device, practice and real. */
import type { Database } from '../../data/database';
import { putReceipt, receiptsOf } from '../../data/receipts';
import type { KeptReceipt } from '../../data/schema';
import { sessionStore } from '../../state/session';

export type { KeptReceipt };

/** Keeps a receipt, and answers the other round that is kept under its id; null where there is none. */
export async function keepReceipt(database: Database, receipt: KeptReceipt): Promise<KeptReceipt | null> {
  return (await putReceipt(database, receipt)).other;
}

/** Newest first. `real`: those of the signed-in player. */
export function listReceipts(database: Database, of: 'practice' | 'real', gameId?: string): Promise<readonly KeptReceipt[]> {
  const userId = of === 'real' ? sessionStore.getState().userId : null;
  return of === 'real' && userId === null ? Promise.resolve([]) : receiptsOf(database, userId, gameId);
}
