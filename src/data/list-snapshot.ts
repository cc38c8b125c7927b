/** Updates one item of a stored list, after the platform answered about that item alone. */
import type { Shape } from '../core/schema';
import type { Database } from './database';
import { fenceIn } from './fence-entry';
import { SNAPSHOT_VERSION } from './schema';

/** The kind under which the service worker stores the first page of the player's deposits. */
export const DEPOSITS_KIND = 'deposits';
/** The kind of the first page of withdrawals. */
export const WITHDRAWALS_KIND = 'withdrawals';

export interface StoredItem<Item> {
  readonly userId: string;
  readonly kind: string;
  /** Shape of the whole list. */
  readonly shape: Shape<{ readonly items: readonly Item[] }>;
  readonly item: Item;
  readonly idOf: (item: Item) => string;
}

/**
 * Writes an item's new state into the stored list, so that a page that opens without a connection does not say that a finished
 * payment is still being checked. The age of the list stays, because its other items were not asked for. Returns false where
 * there is no such list or no such item in it, somebody else is signed in, or this browser stores nothing.
 */
export async function putInStoredList<Item>(db: Database, { userId, kind, shape, item, idOf }: StoredItem<Item>): Promise<boolean> {
  const put = await db.tx(['meta', 'snapshots'], 'readwrite', async (tx) => {
    if ((await fenceIn(tx)).userId !== userId) return false;
    const store = tx.objectStore('snapshots');
    const snapshot = await store.get([userId, kind]);
    const parsed = snapshot?.v === SNAPSHOT_VERSION ? shape.safeParse(snapshot.data) : null;
    if (!snapshot || !parsed?.success || !parsed.data.items.some((each) => idOf(each) === idOf(item))) return false;
    const items = parsed.data.items.map((each) => (idOf(each) === idOf(item) ? item : each));
    await store.put({ ...snapshot, etag: null, data: { ...parsed.data, items } });
    return true;
  });
  return put.ok && put.value;
}
