/** Keeps the catalogue for the documents, so that a visit costs the database nothing, and a database that is away delays no page. */
import type { Game } from '../../src/core/contract/games';

/** A game that an admin adds or renames shows in the documents after so long. */
const KEPT_MS = 10_000;
const DEADLINE_MS = 1_000;

/** Returns a reader of the last known catalogue; null while there is none. It never rejects. */
export function createCatalogueCache(read: () => Promise<readonly Game[]>, now: () => number = Date.now): () => Promise<readonly Game[] | null> {
  let games: readonly Game[] | null = null;
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    try {
      games = await read();
      readAt = now();
    } catch {
      // The last known games stay; the next visit tries again.
    } finally {
      reading = null;
    }
  }

  return async () => {
    if (now() - readAt < KEPT_MS) return games;
    reading ??= refresh();
    // Whoever comes while an old list is there does not wait for the new one.
    if (games === null) await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, DEADLINE_MS).unref())]);
    return games;
  };
}
