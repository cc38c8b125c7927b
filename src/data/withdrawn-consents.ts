/**
 * Reads which consents a player has withdrawn on this device. `mark-withdrawn-consent.ts` writes them, because that needs more code than a
 * worker has room for.
 */
import { hexOf } from '../core/fairness/ascii';
import type { Database } from './database';

export const WITHDRAWN_KEY = 'withdrawn';

export const textOfMark = (userId: string, tag: string) => `consent ${tag} ${userId}`;

export function marksIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** WebCrypto. It is missing outside secure contexts, whatever the types say. */
const subtleHere = ({ subtle }: Partial<Crypto> = crypto) => subtle;

/**
 * Returns those of the tags that the player has withdrawn on this device. Where nobody can tell (no secure context, nothing
 * stored) it returns all of them, because a consent that may have been withdrawn must not be assumed.
 */
export async function withdrawnTags<T extends string>(db: Database, userId: string, tags: readonly T[]): Promise<readonly T[]> {
  const read = await db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(WITHDRAWN_KEY));
  const subtle = subtleHere();
  if (!read.ok || !subtle) return tags;
  const marks = marksIn(read.value);
  const hashes = await Promise.all(tags.map((tag) => subtle.digest('SHA-256', new TextEncoder().encode(textOfMark(userId, tag)))));
  return tags.filter((_, n) => marks.includes(hexOf(new Uint8Array(hashes[n] ?? new ArrayBuffer(0)))));
}
