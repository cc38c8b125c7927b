/**
 * Mends a database that lacks a store because the browser deleted it. A store can only be made with a new database, so what is
 * left (intents, unsent items, receipts) is copied into one. One realm of the browser does this at a time, and intents are
 * in local storage, too, until they are in the new database.
 */
import { deleteDB } from 'idb';
import type { IntentRecord } from '../core/intent';
import { isIntentRecord } from '../core/intent-guard';
import { OPEN_DEADLINE_MS, openAnyVersion, within } from './database';
import type { Connection } from './database';
import { fenceIn } from './fence-entry';
import { copyToFallback, dropCopies } from './intents-fallback';
import type { FallbackStorage } from './intents-fallback';
import { DATABASE_NAME, DATABASE_VERSION, PUBLIC_USER, STORE_NAMES } from './schema';
import type { StoreName } from './schema';

const LOCK = 'ayo-mend';
/** Other connections have this long to close. A frozen tab does not close its connection, but it does not write either. */
const STEP_ASIDE_MS = 500;

interface Leftover {
  readonly store: StoreName;
  readonly keys: readonly IDBValidKey[];
  readonly values: readonly unknown[];
}

const hasAllStores = (db: Connection) => STORE_NAMES.every((store) => db.objectStoreNames.contains(store));

/** Reads everything that is left, in one transaction that comes after all writes under way. */
async function readLeftovers(db: Connection): Promise<Leftover[]> {
  const stores = [...db.objectStoreNames];
  if (stores.length === 0) return [];
  const tx = db.transaction(stores, 'readwrite');
  const leftovers: Leftover[] = [];
  for (const store of stores) {
    const objectStore = tx.objectStore(store);
    leftovers.push({ store, keys: await objectStore.getAllKeys(), values: await objectStore.getAll() });
  }
  await tx.done;
  return leftovers;
}

/**
 * Requests the deletion first, so that other connections close and new ones wait. Then reads the records, which nobody can
 * change any more, through its own connection, calls `beforeEnd` with them, and closes the connection, so that the database is
 * deleted.
 */
async function takeApart(name: string, brokenDb: Connection, beforeEnd: (leftovers: readonly Leftover[]) => void): Promise<readonly Leftover[]> {
  let deletion: Promise<void> = Promise.resolve();
  const blockSignal = new Promise<void>((resolve) => {
    deletion = deleteDB(name, { blocked: () => resolve() });
  });
  try {
    await within(STEP_ASIDE_MS, blockSignal).catch(() => undefined);
    const leftovers = await readLeftovers(brokenDb);
    beforeEnd(leftovers);
    return leftovers;
  } finally {
    brokenDb.close();
    await deletion;
  }
}

const ownerOf = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'userId' in value ? value.userId : null);

/**
 * Puts the leftovers into the new database. A record that is there already is newer and stays, and no record of a player who
 * signed out comes back. Returns the keys of the intents that are in the database now.
 */
async function putBack(db: Connection, leftovers: readonly Leftover[]): Promise<readonly string[]> {
  const tx = db.transaction(STORE_NAMES, 'readwrite', { durability: 'strict' });
  const fence = await fenceIn(tx);
  const mayStay = (owner: unknown) => fence.epoch === 0 || owner === null || owner === PUBLIC_USER || owner === fence.userId;
  for (const { store, keys, values } of leftovers) {
    if (!STORE_NAMES.includes(store)) continue;
    // A cast, because the types of `idb` know one store at a time.
    const objectStore = (tx as unknown as { objectStore(name: string): AnyObjectStore }).objectStore(store);
    for (const [nth, value] of values.entries()) {
      const key = keys[nth];
      if (key === undefined || (await objectStore.getKey(key)) !== undefined) continue;
      if (store === 'meta' || mayStay(ownerOf(value))) await objectStore.put(value, objectStore.keyPath === null ? key : undefined);
    }
  }
  const intentKeys = await tx.objectStore('intents').getAllKeys();
  await tx.done;
  return intentKeys;
}

interface AnyObjectStore {
  readonly keyPath: unknown;
  getKey(key: IDBValidKey): Promise<IDBValidKey | undefined>;
  put(value: unknown, key?: IDBValidKey): Promise<unknown>;
}

async function mendNow(name: string, fallback: FallbackStorage | null): Promise<void> {
  const brokenDb = await openAnyVersion(name);
  // Another tab may have mended it while this one waited for the lock. A database of a newer build is never deleted, because it
  // may hold what only that build knows.
  if (hasAllStores(brokenDb) || brokenDb.version > DATABASE_VERSION) {
    brokenDb.close();
    return;
  }
  let copies: readonly IntentRecord[] = [];
  const leftovers = await takeApart(name, brokenDb, (read) => {
    copies = copyToFallback(fallback, (read.find(({ store }) => store === 'intents')?.values ?? []).filter(isIntentRecord));
  });
  const newDb = await openAnyVersion(name);
  try {
    const storedKeys = new Set(await putBack(newDb, leftovers));
    dropCopies(fallback, copies.filter(({ key }) => storedKeys.has(key)));
  } finally {
    newDb.close();
  }
}

/** The browser's locks. They are missing outside secure contexts, whatever the types say. */
const locksOf = ({ navigator }: { readonly navigator?: { readonly locks?: LockManager } } = globalThis) => navigator?.locks;

/** Runs one mend at a time in this realm, also where there are no Web Locks to hold others back. */
function createRunner(): (work: () => Promise<void>) => Promise<unknown> {
  let mending: Promise<unknown> = Promise.resolve();
  return (work) => {
    const locks = locksOf();
    mending = mending.catch(() => undefined).then(() => (locks ? locks.request(LOCK, work) : work()));
    return mending;
  };
}

const runAlone = createRunner();

interface MendOptions {
  readonly name?: string;
  /** The storage that holds the intents meanwhile. */
  readonly fallback?: FallbackStorage | null;
}

/** Mends within the deadline of an open, or leaves the database as it is. Connections elsewhere step aside by themselves. */
export async function mend({ name = DATABASE_NAME, fallback = null }: MendOptions = {}): Promise<void> {
  await within(OPEN_DEADLINE_MS, runAlone(() => mendNow(name, fallback))).catch(() => undefined);
}
