import { openDB, wrap } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, MEMORY_MS } from '../../../src/data/database';
import type { Database } from '../../../src/data/database';
import { createIntentRecords } from '../../../src/data/intents';
import { mend } from '../../../src/data/mend';
import { DATABASE_NAME, DATABASE_VERSION, upgrade } from '../../../src/data/schema';
import type { IntentRecord } from '../../../src/core/intent';
import { freshLocks } from '../bridge/support';
import { fakeStorage } from '../state/support';
import { emptyBrowser, everything } from './support';

const write = (db: Database, value: unknown) => db.tx(['meta'], 'readwrite', (tx) => tx.objectStore('meta').put(value, 'k'));
const read = (db: Database) => db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').get('k'));

function databaseWithModes() {
  const modes: string[] = [];
  return { modes, db: createDatabase({ onMode: (mode) => modes.push(mode) }) };
}

beforeEach(emptyBrowser);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('A-10: a database of which a store is missing', () => {
  const openMoney: IntentRecord = {
    key: 'k1', kind: 'deposit', userId: 'a', gameId: null, body: { amount: 1 }, state: 'unknown', at: 1, sentAt: 1, answer: null, refusal: null,
  };

  /** Only the stores named are there, at the version of today. */
  async function partOf(stores: readonly ('intents' | 'meta' | 'snapshots')[]): Promise<void> {
    const whole = createDatabase();
    await whole.tx(['intents', 'meta'], 'readwrite', async (tx) => {
      await tx.objectStore('intents').put(openMoney);
      await tx.objectStore('meta').put('v', 'k');
    });
    whole.close();
    const left = await openDB(DATABASE_NAME);
    const values = await Promise.all(stores.map((store) => left.getAll(store)));
    left.close();
    indexedDB.deleteDatabase(DATABASE_NAME);
    const part = await openDB(DATABASE_NAME, DATABASE_VERSION, {
      upgrade(db) {
        if (stores.includes('intents')) db.createObjectStore('intents', { keyPath: 'key' });
        if (stores.includes('meta')) db.createObjectStore('meta');
        if (stores.includes('snapshots')) db.createObjectStore('snapshots', { keyPath: ['userId', 'kind'] });
      },
    });
    for (const [nth, store] of stores.entries()) {
      for (const value of values[nth] ?? []) await part.put(store, value, store === 'meta' ? 'k' : undefined);
    }
    part.close();
  }

  it('is made anew, and what is left of it is in the new one: a key of money under way is not lost', async () => {
    await partOf(['intents', 'meta']);
    const modes: string[] = [];
    const db = createDatabase({ onMode: (mode) => modes.push(mode), onBroken: () => mend() });
    expect(await db.tx(['snapshots'], 'readonly', (tx) => tx.objectStore('snapshots').count())).toEqual({ ok: true, value: 0 });
    expect(await everything(db, 'intents')).toEqual([openMoney]);
    expect(await read(db)).toEqual({ ok: true, value: 'v' });
    expect(modes).toEqual(['disk']);
  });

  /** Another tab of this browser: modules of its own. */
  async function otherTab() {
    vi.resetModules();
    const [database, own] = await Promise.all([import('../../../src/data/database'), import('../../../src/data/mend')]);
    return { createDatabase: database.createDatabase, mend: own.mend };
  }

  const count = (db: Database) => db.tx(['meta', 'snapshots'], 'readonly', (tx) => tx.objectStore('snapshots').count());
  const ticks = async (n: number) => {
    for (let nth = 0; nth < n; nth += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it('is mended by one of two tabs that find it, and keeps its intent however they meet', async () => {
    freshLocks();
    for (let lag = 0; lag <= 60; lag += 4) {
      emptyBrowser();
      await partOf(['intents', 'meta']);
      const storage = fakeStorage();
      const firstDatabase = createDatabase({ onBroken: () => mend({ fallback: storage }) });
      const other = await otherTab();
      const secondDatabase = other.createDatabase({ onBroken: () => other.mend({ fallback: storage }) });
      const deleting = vi.spyOn(indexedDB, 'deleteDatabase');
      const mine = Promise.all([count(firstDatabase), count(firstDatabase)]);
      await ticks(lag);
      await Promise.all([mine, count(secondDatabase), count(secondDatabase)]);
      expect(deleting, `lag ${lag}`).toHaveBeenCalledTimes(1);
      expect(await everything(firstDatabase, 'intents'), `lag ${lag}`).toEqual([openMoney]);
      expect(storage.getItem('moneyKeys')).toBeNull();
      firstDatabase.close();
      secondDatabase.close();
    }
    vi.unstubAllGlobals();
  });

  it('has its intents in local storage while it is made anew, where a crash leaves them', async () => {
    await partOf(['intents', 'meta']);
    const storage = fakeStorage();
    const open = indexedDB.open.bind(indexedDB);
    let isDeleted = false;
    const end = indexedDB.deleteDatabase.bind(indexedDB);
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
      isDeleted = true;
      return end(name);
    });
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (isDeleted) throw new DOMException('the page is gone', 'UnknownError');
      return open(name, version);
    });
    await mend({ fallback: storage });
    vi.restoreAllMocks();
    expect(isDeleted).toBe(true);
    expect(await createIntentRecords(createDatabase(), storage).listOf('a')).toEqual([openMoney]);
  });

  it('loses nothing that another tab is writing while it is mended', async () => {
    await partOf(['intents', 'meta']);
    const other = createDatabase();
    await read(other);
    const end = indexedDB.deleteDatabase.bind(indexedDB);
    let writing: Promise<unknown> = Promise.resolve();
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
      writing = other.tx(['intents'], 'readwrite', (tx) => tx.objectStore('intents').put({ ...openMoney, key: 'k2' }));
      return end(name);
    });
    await mend({ fallback: fakeStorage() });
    expect(await writing).toMatchObject({ ok: true });
    expect(await everything(createDatabase(), 'intents')).toMatchObject([{ key: 'k1' }, { key: 'k2' }]);
  });

  it('does not give back to the device what its player signed out of meanwhile', async () => {
    await partOf(['intents', 'meta']);
    const open = indexedDB.open.bind(indexedDB);
    let isDeleted = false;
    const end = indexedDB.deleteDatabase.bind(indexedDB);
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
      isDeleted = true;
      return end(name);
    });
    let isSignedOut = false;
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (!isDeleted || isSignedOut) return open(name, version);
      isSignedOut = true;
      // First in the new database, before anything is put back.
      const signOut = open(name, version);
      signOut.onupgradeneeded = () => upgrade(wrap(signOut.result) as never, 0);
      signOut.onsuccess = () => {
        signOut.result.transaction('meta', 'readwrite').objectStore('meta').put({ epoch: 1, userId: null }, 'fence');
        signOut.result.close();
      };
      return open(name, version);
    });
    await mend({ fallback: null });
    vi.restoreAllMocks();
    expect(await everything(createDatabase(), 'intents')).toEqual([]);
  });

  it('of which nothing is left is made anew', async () => {
    await partOf([]);
    const db = createDatabase({ onBroken: () => mend() });
    expect(await write(db, 1)).toMatchObject({ ok: true });
    expect(await everything(db, 'intents')).toEqual([]);
  });

  it('sends a realm that can’t mend it into memory mode until another realm has mended it', async () => {
    await partOf(['intents']);
    const { db: worker, modes } = databaseWithModes();
    expect(await read(worker)).toEqual({ ok: false, reason: 'memory' });
    const page = createDatabase({ onBroken: () => mend() });
    expect(await write(page, 1)).toMatchObject({ ok: true });
    vi.setSystemTime(Date.now() + MEMORY_MS);
    expect(await read(worker)).toEqual({ ok: true, value: 1 });
    expect(modes).toEqual(['memory', 'disk']);
  });

  it('deleted while it is open is made anew at the next use', async () => {
    const { db, modes } = databaseWithModes();
    await write(db, 1);
    await new Promise((done, fail) => {
      const deleting = indexedDB.deleteDatabase(DATABASE_NAME);
      deleting.onsuccess = done;
      deleting.onerror = fail;
    });
    expect(await read(db)).toEqual({ ok: true, value: undefined });
    expect(await write(db, 2)).toMatchObject({ ok: true });
    expect(modes).toEqual(['disk', 'unknown', 'disk']);
  });
});
