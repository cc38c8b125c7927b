/** Keeps the catalogue for the documents, so that a visit costs the database nothing, and a database that is away delays no page. */
import type { Game } from '../../src/core/contract/games';

/** A game that an admin adds or renames appears in the documents within this time. */
const MAX_AGE_MS = 10_000;
const DEADLINE_MS = 1_000;

/** Returns a reader of the last known catalogue; null while there is none. It never rejects. */
export function createCatalogueCache(read: () => Promise<readonly Game[]>, now: () => number = Date.now): () => Promise<readonly Game[] | null> {
  let games: readonly Game[] | null = null;
  let readAt = -Infinity;
  let pendingRead: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    try {
      games = await read();
      readAt = now();
    } catch {
      // The last known games stay; the next visit tries again.
    } finally {
      pendingRead = null;
    }
  }

  return async () => {
    if (now() - readAt < MAX_AGE_MS) return games;
    pendingRead ??= refresh();
    // A visit waits for the new list only where there is no old one.
    if (games === null) await Promise.race([pendingRead, new Promise((resolve) => setTimeout(resolve, DEADLINE_MS).unref())]);
    return games;
  };
}
