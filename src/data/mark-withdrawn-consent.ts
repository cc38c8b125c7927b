/** Records on the device that a consent was withdrawn; `withdrawn-consents.ts` reads it. */
import { sha256Hex } from './hash';
import type { Database } from './database';
import { marksIn, textOfMark, WITHDRAWN_KEY } from './withdrawn-consents';

/**
 * The record outlives a sign-out, so that the app never posts a withdrawn consent again where the operator's policy assumes
 * consents. It is a hash, because it must not say whose it is.
 */
export async function markWithdrawn(db: Database, userId: string, tag: string): Promise<void> {
  const mark = sha256Hex(textOfMark(userId, tag));
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const store = tx.objectStore('meta');
    await store.put([...new Set([...marksIn(await store.get(WITHDRAWN_KEY)), mark])], WITHDRAWN_KEY);
  });
}
