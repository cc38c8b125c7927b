import { describe, expect, it, vi } from 'vitest';
import type { IntentRecord } from '../../../src/core/intent';
import { createDatabase } from '../../../src/data/database';
import { raiseEpoch, wipePlayer } from '../../../src/data/fence';
import { createIntentRecords, ENDED_LIFE_MS } from '../../../src/data/intents';
import { intent } from './records';
import { everything, freshDatabase } from './support';

function fakeStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  };
}

/** A browser without IndexedDB. */
function memoryDatabase() {
  vi.stubGlobal('indexedDB', undefined);
  return createDatabase();
}

/** The intent records of a browser in which `a` is signed in. */
async function recordsOfA() {
  const db = freshDatabase();
  await raiseEpoch(db, { userId: 'a' });
  return { db, records: createIntentRecords(db, null) };
}

describe('the store of money intents', () => {
  it('returns stored intents by key and by player', async () => {
    const { records } = await recordsOfA();
    await records.put(intent({ key: 'k2', at: 2000 }));
    await records.put(intent());
    expect(await records.get('k1')).toEqual(intent());
    expect((await records.listOf('a')).map(({ key }) => key)).toEqual(['k1', 'k2']);
    expect(await records.listOf('b')).toEqual([]);
  });

  it('takes nothing of a player who is not signed in any more', async () => {
    const { db, records } = await recordsOfA();
    await wipePlayer(db);
    expect(await records.put(intent())).toBe(false);
    expect(await everything(db, 'intents')).toEqual([]);
  });

  it('updates an intent in the fallback while the fence names somebody else, until the database takes it', async () => {
    const db = freshDatabase();
    await raiseEpoch(db, { userId: null });
    const storage = fakeStorage();
    const records = createIntentRecords(db, storage);
    expect(records.putInFallback(intent({ state: 'sending' }))).toBe(true);
    expect(await records.put(intent({ state: 'confirmed' }))).toBe(true);
    expect(await records.listOf('a')).toEqual([intent({ state: 'confirmed' })]);
    expect(await everything(db, 'intents')).toEqual([]);
    await raiseEpoch(db, { userId: 'a' });
    expect(await records.put(intent({ state: 'confirmed' }))).toBe(true);
    expect(await everything(db, 'intents')).toHaveLength(1);
    expect(storage.entries.size).toBe(0);
  });

  it('stores keys in local storage where IndexedDB stores nothing', async () => {
    const storage = fakeStorage();
    const records = createIntentRecords(memoryDatabase(), storage);
    expect(await records.put(intent())).toBe(true);
    expect(await records.put(intent({ state: 'confirmed' }))).toBe(true);
    const afterReload = createIntentRecords(memoryDatabase(), storage);
    expect(await afterReload.listOf('a')).toEqual([intent({ state: 'confirmed' })]);
    afterReload.wipeFallback();
    expect(storage.entries.size).toBe(0);
    vi.unstubAllGlobals();
  });

  it('says that nothing is stored where the browser has neither', async () => {
    expect(await createIntentRecords(memoryDatabase(), null).put(intent())).toBe(false);
    vi.unstubAllGlobals();
  });

  it('deletes intents that ended a day ago, and never one that has not ended', async () => {
    const { records } = await recordsOfA();
    await records.put(intent({ key: 'old', state: 'confirmed', at: 0 }));
    await records.put(intent({ key: 'open', state: 'unknown', at: 0 }));
    await records.put(intent({ key: 'new', state: 'refused', at: ENDED_LIFE_MS }));
    await records.prune('a', ENDED_LIFE_MS + 1);
    expect((await records.listOf('a')).map(({ key }) => key)).toEqual(['open', 'new']);
  });

  it('ignores records that are no intents', async () => {
    const db = freshDatabase();
    await db.tx(['intents'], 'readwrite', (tx) => tx.objectStore('intents').put({ key: 'x' } as IntentRecord));
    const records = createIntentRecords(db, { ...fakeStorage(), getItem: () => '[{"key": 1}, null]' });
    expect(await records.listOf('a')).toEqual([]);
    expect(await records.get('x')).toBeNull();
  });
});
