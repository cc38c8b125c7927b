/**
 * Stores guests' feedback that the platform does not know of yet. It names no player, so it stays until it has been sent,
 * whoever signs in or out. A signed-in player never sees it.
 */
import { isOutboxItem } from '../core/outbox/item';
import type { OutboxItem } from '../core/outbox/item';
import type { Database, Tx } from './database';
import { GUEST_FEEDBACK_ENTRY as ENTRY } from './schema';

/** No more messages are stored, because each may have a picture. */
export const MAX_GUEST_FEEDBACK = 10;

export async function guestFeedbackIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>): Promise<readonly OutboxItem[]> {
  const value: unknown = await tx.objectStore('meta').get(ENTRY);
  return Array.isArray(value) ? value.filter(isOutboxItem) : [];
}

/** Oldest first. */
export async function guestFeedback(db: Database): Promise<readonly OutboxItem[]> {
  const read = await db.tx(['meta'], 'readonly', guestFeedbackIn);
  return read.ok ? read.value : [];
}

/** Stores a message. When the result is `stored` it will be there after a crash. `not-stored`: this browser stores nothing. */
export async function addGuestFeedback(db: Database, item: OutboxItem): Promise<'stored' | 'full' | 'not-stored'> {
  const write = await db.tx(
    ['meta'],
    'readwrite',
    async (tx) => {
      const all = await guestFeedbackIn(tx);
      if (all.length >= MAX_GUEST_FEEDBACK) return 'full';
      await tx.objectStore('meta').put([...all, item], ENTRY);
      return 'stored';
    },
    'strict',
  );
  return write.ok ? write.value : 'not-stored';
}

/** Deletes a message that was sent or read; with `refusedItem` it stays, with the platform's refusal. */
export async function settleGuestFeedback(db: Database, key: string, refusedItem: OutboxItem | null): Promise<void> {
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const all = (await guestFeedbackIn(tx)).flatMap((item) => (item.key === key ? (refusedItem ?? []) : item));
    if (all.length === 0) await tx.objectStore('meta').delete(ENTRY);
    else await tx.objectStore('meta').put(all, ENTRY);
  });
}
