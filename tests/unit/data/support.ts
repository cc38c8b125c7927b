import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { createDatabase } from '../../../src/data/database';
import type { Database } from '../../../src/data/database';

/** A browser without anything stored. */
export function emptyBrowser(): void {
  globalThis.indexedDB = new IDBFactory();
}

/** Returns everything that a store holds. */
export async function everything(db: Database, store: 'snapshots' | 'intents' | 'outbox' | 'consents' | 'receipts' | 'meta' | 'revocations') {
  const read = await db.tx([store], 'readonly', (tx) => tx.objectStore(store).getAll());
  if (!read.ok) throw new Error(`not kept: ${read.reason}`);
  return read.value;
}

/** Makes a separate database. */
export function freshDatabase(): Database {
  emptyBrowser();
  return createDatabase();
}
