/** Receipts of rounds, so that a result can be checked on the device after a reveal. */
import type { Database } from './database';
import { fenceIn } from './fence';
import type { KeptReceipt } from './schema';

/** The oldest go first. About 5 MB at most: a player of twenty rounds a day fills it in most of a year. */
export const MAX_RECEIPTS = 5_000;

/** False: its player is not signed in on this device any more, or this browser keeps nothing. Practice is nobody's. */
export async function putReceipt(db: Database, receipt: KeptReceipt): Promise<boolean> {
  const write = await db.tx(['meta', 'receipts'], 'readwrite', async (tx) => {
    const { epoch, userId } = await fenceIn(tx);
    // Epoch 0 means that the browser deleted the database, not that somebody signed out; see `put` in `intents.ts`.
    if (receipt.userId !== null && receipt.userId !== userId && epoch > 0) return false;
    const store = tx.objectStore('receipts');
    await store.put(receipt);
    let surplus = (await store.count()) - MAX_RECEIPTS;
    let cursor = await store.index('at').openCursor();
    for (; cursor && surplus > 0; surplus -= 1, cursor = await cursor.continue()) await cursor.delete();
    return true;
  });
  return write.ok && write.value;
}

/** Newest first; `userId` null lists practice play. */
export async function receiptsOf(
  db: Database,
  userId: string | null,
  gameId?: string,
): Promise<readonly KeptReceipt[]> {
  const read = await db.tx(['receipts'], 'readonly', (tx) => tx.objectStore('receipts').getAll());
  if (!read.ok) return [];
  return read.value
    .filter((receipt) => receipt.userId === userId && (gameId === undefined || receipt.gameId === gameId))
    .sort((a, b) => b.at - a.at);
}
