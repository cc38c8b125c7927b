/**
 * Which consents a player has withdrawn on this device. Outlives a sign-out, as hashes: a platform that posts what is
 * missing must never post again what was withdrawn.
 */
import { sha256Hex } from './hash';
import type { Database } from './database';

const WITHDRAWN_KEY = 'withdrawn';

/** For good: who gives the consent again says so to the platform, and nothing has to be assumed any more. */
export async function markWithdrawn(db: Database, userId: string, tag: string): Promise<void> {
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const store = tx.objectStore('meta');
    await store.put([...new Set([...marksIn(await store.get(WITHDRAWN_KEY)), markOf(userId, tag)])], WITHDRAWN_KEY);
  });
}

/** Those of the tags that the player has withdrawn here. */
export async function withdrawnTags<T extends string>(db: Database, userId: string, tags: readonly T[]): Promise<readonly T[]> {
  const read = await db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(WITHDRAWN_KEY));
  const marks = read.ok ? marksIn(read.value) : [];
  return tags.filter((tag) => marks.includes(markOf(userId, tag)));
}

function marksIn(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((mark): mark is string => typeof mark === 'string') : [];
}

function markOf(userId: string, tag: string): string {
  return sha256Hex(`consent ${tag} ${userId}`);
}
