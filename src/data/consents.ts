/** Noting on the device that a consent was withdrawn. Read by `withdrawn-consents.ts`. */
import { sha256Hex } from './hash';
import type { Database } from './database';
import { marksIn, textOfMark, WITHDRAWN_KEY } from './withdrawn-consents';

/**
 * For good, past a sign-out, and as a hash, since it must not say whose it is: a platform that posts what is missing must
 * never post again what was withdrawn. Who gives the consent again says so, and then nothing has to be assumed any more.
 */
export async function markWithdrawn(db: Database, userId: string, tag: string): Promise<void> {
  const mark = sha256Hex(textOfMark(userId, tag));
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const store = tx.objectStore('meta');
    await store.put([...new Set([...marksIn(await store.get(WITHDRAWN_KEY)), mark])], WITHDRAWN_KEY);
  });
}
