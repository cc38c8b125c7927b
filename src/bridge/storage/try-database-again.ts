import type { Database } from '../../data/database';
import { onPollAnswered } from '../../state/figures';

/**
 * Tries the database once after each answered poll, while the page has given it up for a while. Otherwise a page on which nothing is read or
 * written would say for ever that this browser saves nothing. Returns the function that ends this.
 */
export function tryDatabaseAgain(database: Pick<Database, 'mode' | 'tx'>): () => void {
  return onPollAnswered(() => {
    if (database.mode() === 'memory') void database.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').count());
  });
}
