import type { Database } from '../../data/database';
import { onPollAnswered } from '../../state/figures';

/**
 * After each answered poll, asks once whether a database works again that the page has given up for a while. Else a page on which nothing is
 * read or written would say for ever that this browser saves nothing. Returns what ends it.
 */
export function tryDatabaseAgain(database: Pick<Database, 'mode' | 'tx'>): () => void {
  return onPollAnswered(() => {
    if (database.mode() === 'memory') void database.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').count());
  });
}
