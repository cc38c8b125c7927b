/** Keeps the catalogue for the documents, so that a visit costs the database nothing, and a database that is away delays no page. */
import type { Game } from '../../src/core/contract/games';

/** An older list is read again, while visits still get it. */
const FRESH_MS = 10_000;
/** A visit waits for a new list where the last one is older: so long at most a document names a game that was hidden. */
const MAX_AGE_MS = 15_000;
const DEADLINE_MS = 1_000;

/** Returns a reader of the last known catalogue; null while there is none. It never rejects. */
export function createCatalogueCache(read: () => Promise<readonly Game[]>, now: () => number = Date.now): () => Promise<readonly Game[] | null> {
  let games: readonly Game[] | null = null;
  let readAt = -Infinity;
  /** When the database last left a visit waiting. */
  let failedAt = -Infinity;
  let pendingRead: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    try {
      games = await read();
      readAt = now();
    } catch {
      // The last known games stay; the next visit tries again.
      failedAt = now();
    } finally {
      pendingRead = null;
    }
  }

  async function waitForRead(read: Promise<void>): Promise<void> {
    const isLate = await Promise.race([read.then(() => false), new Promise<true>((resolve) => setTimeout(() => resolve(true), DEADLINE_MS).unref())]);
    if (isLate) failedAt = now();
  }

  return async () => {
    const age = now() - readAt;
    if (age < FRESH_MS) return games;
    pendingRead ??= refresh();
    // While the database is away only the first visit of these seconds waits, unless there is no list at all.
    if (games === null || (age >= MAX_AGE_MS && now() - failedAt >= FRESH_MS)) await waitForRead(pendingRead);
    return games;
  };
}
