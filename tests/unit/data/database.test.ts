import { forceCloseDatabase } from 'fake-indexeddb';
import { openDB, unwrap } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, MEMORY_MS, OPEN_DEADLINE_MS, TRANSACTION_DEADLINE_MS, within } from '../../../src/data/database';
import type { Database } from '../../../src/data/database';
import { DATABASE_NAME, DATABASE_VERSION } from '../../../src/data/schema';
import { PATIENCE } from '../../support/wait-options';
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
    expect(modes).toEqual(['disk']);
  });

  it('is undone as a whole when its work fails, and the caller gets the error', async () => {
    const { db } = databaseWithModes();
    await write(db, 'before');
    const failing = db.tx(['meta'], 'readwrite', async (tx) => {
      await tx.objectStore('meta').put('after', 'k');
      throw new RangeError('a defect');
    });
    await expect(failing).rejects.toThrow('a defect');
    expect(await read(db)).toEqual({ ok: true, value: 'before' });
  });

  it('tells a full browser from a broken one', async () => {
    const { db, modes } = databaseWithModes();
    await write(db, 'kept');
    const full = await db.tx(['meta'], 'readwrite', () => Promise.reject(new DOMException('full', 'QuotaExceededError')));
    expect(full).toEqual({ ok: false, reason: 'quota' });
    expect(await read(db)).toMatchObject({ ok: true });
    expect(modes).toEqual(['disk']);
  });

  it('makes room once when the browser is full, and then fits', async () => {
    const storeNames: string[] = [];
    const db = createDatabase({ onFull: async () => storeNames.push('room') > 0 });
    const work = () => (storeNames.length === 0 ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : Promise.resolve(1));
    expect(await db.tx(['meta'], 'readwrite', work)).toEqual({ ok: true, value: 1 });
    expect(storeNames).toEqual(['room']);
  });

  it('that never ends is aborted', async () => {
    fakeTimers();
    const { db } = databaseWithModes();
    await write(db, 1);
    const hanging = db.tx(['meta'], 'readonly', () => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(TRANSACTION_DEADLINE_MS);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), PATIENCE);
    await vi.advanceTimersByTimeAsync(TRANSACTION_DEADLINE_MS);
    expect(await hanging).toEqual({ ok: false, reason: 'memory' });
  });
});

describe('memory mode', () => {
  it('begins at once, without a rejection, in a browser without IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { db, modes } = databaseWithModes();
    expect(await write(db, 1)).toEqual({ ok: false, reason: 'memory' });
    expect(await read(db)).toEqual({ ok: false, reason: 'memory' });
    expect(modes).toEqual(['memory']);
    vi.unstubAllGlobals();
  });

  it('begins in a tab whose store a newer build has removed', async () => {
    (await openDB(DATABASE_NAME, DATABASE_VERSION + 1)).close();
    expect(await read(createDatabase())).toEqual({ ok: false, reason: 'memory' });
  });
});

/** A tab of today's build that nothing makes step aside, as a frozen one does not. */
const stubbornTab = () => openDB(DATABASE_NAME, DATABASE_VERSION);

/** The database as the next build has it, one version on. */
async function databaseOfNextBuild() {
  vi.resetModules();
  vi.doMock('../../../src/data/schema', async (original) => ({
    ...(await original<typeof import('../../../src/data/schema')>()), DATABASE_VERSION: DATABASE_VERSION + 1,
  }));
  const next = await import('../../../src/data/database');
  vi.doUnmock('../../../src/data/schema');
  return next.createDatabase;
}

describe('A-04: an upgrade of the database', () => {
  it('is not held up by an old tab, which steps aside and goes on from memory', async () => {
    const { db, modes } = databaseWithModes();
    await write(db, 'old');
    const newer = await openDB(DATABASE_NAME, DATABASE_VERSION + 1);
    expect(newer.version).toBe(DATABASE_VERSION + 1);
    expect(modes).toEqual(['disk', 'memory']);
    expect(await write(db, 'late')).toEqual({ ok: false, reason: 'memory' });
    expect(await newer.get('meta', 'k')).toBe('old');
    newer.close();
  });

  it('waits for what an old tab is writing, which stays in memory mode when that is done', async () => {
    const { db, modes } = databaseWithModes();
    await write(db, 'old');
    let upgrade: Promise<{ close(): void }> | undefined;
    const wrote = await db.tx(['meta'], 'readwrite', async (tx) => {
      upgrade = openDB(DATABASE_NAME, DATABASE_VERSION + 1);
      for (let n = 0; n < 50; n += 1) await tx.objectStore('meta').put(n, 'k');
    });
    expect(wrote).toMatchObject({ ok: true });
    (await upgrade)?.close();
    expect(modes).toEqual(['disk', 'memory']);
  });

  it('that an old tab holds up puts the new one into memory mode after 2 s; with the old tab gone the next start keeps', async () => {
    await write(databaseWithModes().db, 'old');
    const old = await stubbornTab();
    const createNext = await databaseOfNextBuild();
    fakeTimers();
    const modes: string[] = [];
    const db = createNext({ onMode: (mode) => modes.push(mode) });
    const reading = Promise.all([read(db), write(db, 1)]);
    await vi.advanceTimersByTimeAsync(OPEN_DEADLINE_MS - 1);
    expect(modes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await reading).toEqual([{ ok: false, reason: 'memory' }, { ok: false, reason: 'memory' }]);
    expect(modes).toEqual(['memory']);
    vi.useRealTimers();
    old.close();

    const next = createNext({ onMode: (mode) => modes.push(mode) });
    expect(await read(next)).toEqual({ ok: true, value: 'old' });
    expect(await write(next, 'new')).toMatchObject({ ok: true });
    expect(modes).toEqual(['memory', 'disk']);
    // The one that gave up has let go: this waits for ever otherwise.
    next.close();
    const later = await openDB(DATABASE_NAME, DATABASE_VERSION + 2);
    expect(await later.get('meta', 'k')).toBe('new');
    later.close();
  });
});

describe('A-05: a connection that is lost', () => {
  const lose = (db: Database) => db.tx(['meta'], 'readonly', async (tx) => cut(unwrap(tx.db)));

  it('is opened once more, and nothing is missing', async () => {
    const { db, modes } = databaseWithModes();
    await write(db, 'kept');
    const open = vi.spyOn(indexedDB, 'open');
    await lose(db);
    expect(await read(db)).toEqual({ ok: true, value: 'kept' });
    expect(open).toHaveBeenCalledTimes(1);
    expect(modes).toEqual(['disk', 'unknown', 'disk']);
  });

  it('is opened once for all that were under way', async () => {
    const { db, modes } = databaseWithModes();
    await write(db, 'kept');
    const open = vi.spyOn(indexedDB, 'open');
    await lose(db);
    const reads = await Promise.all(Array.from({ length: 20 }, () => read(db)));
    expect(reads).toEqual(reads.map(() => ({ ok: true, value: 'kept' })));
    expect(open).toHaveBeenCalledTimes(1);
    expect(modes).toEqual(['disk', 'unknown', 'disk']);
  });

  it('in the middle of a transaction loses nothing, because the transaction is done again', async () => {
    const { db } = databaseWithModes();
    await write(db, 'before');
    let tries = 0;
    const changed = await db.tx(['meta'], 'readwrite', async (tx) => {
      tries += 1;
      await tx.objectStore('meta').put(`try ${tries}`, 'k');
      if (tries > 1) return;
      cut(unwrap(tx.db));
      throw new DOMException('The connection was closed.', 'AbortError');
    });
    expect(changed).toMatchObject({ ok: true });
    expect(await read(db)).toEqual({ ok: true, value: 'try 2' });
  });

  it('that can’t be opened again ends in memory mode, and the browser is not asked again', async () => {
    const rejections: unknown[] = [];
    const hear = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', hear);
    const { db, modes } = databaseWithModes();
    await write(db, 1);
    await lose(db);
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError');
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(db)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":false,"reason":"memory"}']));
    const openCount = open.mock.calls.length;
    expect(openCount).toBeLessThanOrEqual(2);
    for (let second = 0; second < 60; second += 1) await write(db, second);
    expect(open).toHaveBeenCalledTimes(openCount);
    expect([modes[0], modes.at(-1)]).toEqual(['disk', 'memory']);
    expect(modes.length).toBeLessThanOrEqual(3);
    await new Promise((done) => setImmediate(done));
    process.off('unhandledRejection', hear);
    expect(rejections).toEqual([]);
  });
});

describe('a phone whose thread is held up for longer than the limit', () => {
  it('gets the store’s answer afterwards, and does not give the store up', async () => {
    const answered = new Promise((resolve) => setTimeout(() => resolve('kept'), 30));
    const answer = within(20, answered);
    const until = performance.now() + 40;
    while (performance.now() < until);
    expect(await answer).toBe('kept');
  });
});

describe('A-06: an open that never settles', () => {
  it('is tried again after a while, once each time, and the database is used as soon as it works', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    hangingBrowser();
    const { db, modes } = databaseWithModes();
    for (let round = 1; round <= 3; round += 1) {
      const writing = write(db, round);
      await vi.advanceTimersByTimeAsync(OPEN_DEADLINE_MS);
      expect(await writing).toEqual({ ok: false, reason: 'memory' });
      await vi.advanceTimersByTimeAsync(MEMORY_MS - 1);
      expect(await write(db, 0)).toEqual({ ok: false, reason: 'memory' });
      expect(indexedDB.open).toHaveBeenCalledTimes(round);
      await vi.advanceTimersByTimeAsync(1);
    }
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.setSystemTime(Date.now() + 2 * MEMORY_MS * 3);
    expect(await write(db, 'works')).toMatchObject({ ok: true });
    expect(modes.at(-1)).toBe('disk');
  });

  it('ends in memory mode after 2 s, for everything that waits, and is not asked again', async () => {
    fakeTimers();
    hangingBrowser();
    const { db, modes } = databaseWithModes();
    const first = write(db, 1);
    await vi.advanceTimersByTimeAsync(OPEN_DEADLINE_MS / 2);
    const second = read(db);
    await vi.advanceTimersByTimeAsync(OPEN_DEADLINE_MS / 2);
    expect(await Promise.all([first, second])).toEqual([{ ok: false, reason: 'memory' }, { ok: false, reason: 'memory' }]);
    expect(await write(db, 2)).toEqual({ ok: false, reason: 'memory' });
    expect(modes).toEqual(['memory']);
    expect(indexedDB.open).toHaveBeenCalledTimes(1);
  });
});
