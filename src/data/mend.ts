/**
 * Mends a database of which the browser threw a store away. The only way to make a store is to make the database anew;
 * what is left of it (money keys, unsent things, receipts) is taken along.
 */
import { deleteDB, openDB } from 'idb';
import { OPEN_DEADLINE_MS, within } from './database';
import { DATABASE_NAME, DATABASE_VERSION, upgrade } from './schema';
import type { AyoSchema, StoreName } from './schema';

interface Left {
  readonly store: StoreName;
  readonly keys: readonly IDBValidKey[];
  readonly values: readonly unknown[];
}

async function mendNow(name: string): Promise<void> {
  const broken = await openDB<AyoSchema>(name);
  const left: Left[] = [];
  for (const store of broken.objectStoreNames) {
    left.push({ store, keys: await broken.getAllKeys(store), values: await broken.getAll(store) });
  }
  broken.close();
  await deleteDB(name);
  // Its types know one store at a time.
  const whole = await openDB(name, DATABASE_VERSION, { upgrade: (db, from) => upgrade(db as never, from) });
  const known = left.filter(({ store }) => whole.objectStoreNames.contains(store));
  if (known.length > 0) {
    const tx = whole.transaction(known.map(({ store }) => store), 'readwrite', { durability: 'strict' });
    for (const { store, keys, values } of known) {
      const shelf = tx.objectStore(store);
      values.forEach((value, nth) => void shelf.put(value, shelf.keyPath === null ? keys[nth] : undefined));
    }
    await tx.done;
  }
  whole.close();
}

/** Within the deadline of an open; what the browser will not do is left. Connections elsewhere step aside by themselves. */
export async function mend(name = DATABASE_NAME): Promise<void> {
  await within(OPEN_DEADLINE_MS, mendNow(name)).catch(() => undefined);
}
