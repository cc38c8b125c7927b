/** Receipts of rounds, so that a result can be checked on the device after a reveal. */
import type { Database } from './database';
import type { KeptReceipt } from './schema';

/** The oldest go first. */
export const MAX_RECEIPTS = 1_000;

export async function putReceipt(db: Database, receipt: KeptReceipt): Promise<boolean> {
  const write = await db.tx(['receipts'], 'readwrite', async (tx) => {
    const store = tx.objectStore('receipts');
    await store.put(receipt);
    let surplus = (await store.count()) - MAX_RECEIPTS;
    let cursor = await store.index('at').openCursor();
    for (; cursor && surplus > 0; surplus -= 1, cursor = await cursor.continue()) await cursor.delete();
  });
  return write.ok;
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
