import { forceCloseDatabase } from 'fake-indexeddb';
import { openDB, unwrap } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, OPEN_DEADLINE_MS, TRANSACTION_DEADLINE_MS } from '../../../src/data/database';
import type { Database } from '../../../src/data/database';
import { DATABASE_NAME, DATABASE_VERSION } from '../../../src/data/schema';
import { emptyBrowser } from './support';

/** The package's types ask for the class where it takes a connection. */
const cut = forceCloseDatabase as unknown as (connection: IDBDatabase) => void;

const write = (db: Database, value: unknown) => db.tx(['meta'], 'readwrite', (tx) => tx.objectStore('meta').put(value, 'k'));
const read = (db: Database) => db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').get('k'));

function databaseWithModes() {
  const modes: string[] = [];
  return { modes, db: createDatabase({ onMode: (mode) => modes.push(mode) }) };
}

/** Opens that never settle, as a broken browser profile has them. */
function hangingBrowser(): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => Reflect.construct(IDBOpenDBRequest, []));
}

/** Only the timers of the page: the fake database needs its own. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

beforeEach(emptyBrowser);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a transaction', () => {
  it('is kept when it resolves, and says so once', async () => {
    const { db, modes } = databaseWithModes();
    expect(await write(db, 1)).toMatchObject({ ok: true });
    expect(await read(db)).toEqual({ ok: true, value: 1 });
    expect(modes).toEqual(['kept']);
  });

  it('is undone as a whole when its work fails, and the failure is passed on', async () => {
    const { db } = databaseWithModes();
    await write(db, 'before');
    const failing = db.tx(['meta'], 'readwrite', async (tx) => {
      await tx.objectStore('meta').put('after', 'k');
      throw new RangeError('a defect');
    });
    await expect(failing).rejects.toThrow('a defect');
    expect(await read(db)).toEqual({ ok: true, value: 'before' });
  });

  it('survives a connection that was lost, by opening it once more', async () => {
    const { db, modes } = databaseWithModes();
    await write(db, 'kept');
    const open = vi.spyOn(indexedDB, 'open');
    await db.tx(['meta'], 'readonly', async (tx) => cut(unwrap(tx.db)));
    expect(await read(db)).toEqual({ ok: true, value: 'kept' });
    expect(open).toHaveBeenCalledTimes(1);
    expect(modes).toEqual(['kept']);
  });

  it('survives it also when many were under way, with one new connection', async () => {
    const { db, modes } = databaseWithModes();
    await write(db, 'kept');
    await db.tx(['meta'], 'readonly', async (tx) => cut(unwrap(tx.db)));
    const reads = await Promise.all(Array.from({ length: 20 }, () => read(db)));
    expect(reads).toEqual(reads.map(() => ({ ok: true, value: 'kept' })));
    expect(modes).toEqual(['kept']);
  });

  it('tells a full browser from a broken one', async () => {
    const { db, modes } = databaseWithModes();
    await write(db, 'kept');
    const full = await db.tx(['meta'], 'readwrite', () => Promise.reject(new DOMException('full', 'QuotaExceededError')));
    expect(full).toEqual({ ok: false, reason: 'quota' });
    expect(await read(db)).toMatchObject({ ok: true });
    expect(modes).toEqual(['kept']);
  });

  it('makes room once when the browser is full, and then fits', async () => {
    const made: string[] = [];
    const db = createDatabase({ onFull: async () => made.push('room') });
    const work = () => (made.length === 0 ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : Promise.resolve(1));
    expect(await db.tx(['meta'], 'readwrite', work)).toEqual({ ok: true, value: 1 });
    expect(made).toEqual(['room']);
  });

  it('that never ends is given up', async () => {
    fakeTimers();
    const { db } = databaseWithModes();
    await write(db, 1);
    const hanging = db.tx(['meta'], 'readonly', () => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(TRANSACTION_DEADLINE_MS);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(TRANSACTION_DEADLINE_MS);
    expect(await hanging).toEqual({ ok: false, reason: 'memory' });
  });
});

describe('memory mode', () => {
  it('is where a browser without IndexedDB ends, at once and without a rejection', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { db, modes } = databaseWithModes();
    expect(await write(db, 1)).toEqual({ ok: false, reason: 'memory' });
    expect(await read(db)).toEqual({ ok: false, reason: 'memory' });
    expect(modes).toEqual(['memory']);
    vi.unstubAllGlobals();
  });

  it('is entered when opening never settles, after two tries of 2 s, and not asked again', async () => {
    fakeTimers();
    hangingBrowser();
    const { db, modes } = databaseWithModes();
    const first = write(db, 1);
    await vi.advanceTimersByTimeAsync(OPEN_DEADLINE_MS);
    await vi.advanceTimersByTimeAsync(OPEN_DEADLINE_MS);
    expect(await first).toEqual({ ok: false, reason: 'memory' });
    expect(await write(db, 2)).toEqual({ ok: false, reason: 'memory' });
    expect(modes).toEqual(['memory']);
    expect(indexedDB.open).toHaveBeenCalledTimes(2);
  });

  it('is entered when a tab that does not step aside blocks the way', async () => {
    const old = await openDB(DATABASE_NAME, DATABASE_VERSION);
    indexedDB.deleteDatabase(DATABASE_NAME);
    fakeTimers();
    const { db } = databaseWithModes();
    const reading = read(db);
    await vi.advanceTimersByTimeAsync(OPEN_DEADLINE_MS);
    await vi.advanceTimersByTimeAsync(OPEN_DEADLINE_MS);
    expect(await reading).toEqual({ ok: false, reason: 'memory' });
    old.close();
  });

  it('is entered by an old tab when a newer one upgrades, which is not held up', async () => {
    const { db, modes } = databaseWithModes();
    await write(db, 'old');
    const newer = await openDB(DATABASE_NAME, DATABASE_VERSION + 1);
    expect(newer.version).toBe(DATABASE_VERSION + 1);
    expect(modes).toEqual(['kept', 'memory']);
    expect(await write(db, 'late')).toEqual({ ok: false, reason: 'memory' });
    expect(await newer.get('meta', 'k')).toBe('old');
    newer.close();
  });

  it('is entered by a tab that is older than what is stored', async () => {
    (await openDB(DATABASE_NAME, DATABASE_VERSION + 1)).close();
    expect(await read(createDatabase())).toEqual({ ok: false, reason: 'memory' });
  });
});

describe('a database of which a store is missing', () => {
  it('is made anew instead of failing for ever', async () => {
    (await openDB(DATABASE_NAME, DATABASE_VERSION, { upgrade: (db) => void db.createObjectStore('snapshots') })).close();
    const { db, modes } = databaseWithModes();
    expect(await write(db, 1)).toMatchObject({ ok: true });
    expect(await read(db)).toEqual({ ok: true, value: 1 });
    expect(modes).toEqual(['kept']);
  });
});
