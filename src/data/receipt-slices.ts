/** Reads all receipts of a player in slices, because there may be thousands and each transaction has a deadline. */
import type { Database } from './database';
import type { KeptReceipt } from './schema';

/** One slice of all receipts, in the order of their ids. */
export interface ReceiptSlice {
  readonly receipts: readonly KeptReceipt[];
  /** The id to give as `after` for the next slice; null at the end. */
  readonly next: string | null;
}

/** Reads the next `atOnce` receipts after the id `after`, and returns those of the player; null where this browser stores nothing. */
export async function receiptSlice(db: Database, userId: string, after: string | null, atOnce: number): Promise<ReceiptSlice | null> {
  const range = after === null ? null : IDBKeyRange.lowerBound(after, true);
  const read = await db.tx(['receipts'], 'readonly', (tx) => tx.objectStore('receipts').getAll(range, atOnce));
  if (!read.ok) return null;
  const receipts = read.value.filter((receipt) => receipt.userId === userId);
  return { receipts, next: read.value.length < atOnce ? null : (read.value.at(-1)?.roundId ?? null) };
}

export async function countReceipts(db: Database): Promise<number> {
  const read = await db.tx(['receipts'], 'readonly', (tx) => tx.objectStore('receipts').count());
  return read.ok ? read.value : 0;
}
