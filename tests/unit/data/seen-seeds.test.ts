import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_SEEDS_SEEN } from '../../../src/core/seen-seeds';
import type { SeenSeeds } from '../../../src/core/seen-seeds';
import { createDatabase } from '../../../src/data/database';
import type { Database } from '../../../src/data/database';
import { raiseEpoch, wipePlayer } from '../../../src/data/fence';
import { changeSeenSeeds, readSeenSeeds } from '../../../src/data/seen-seeds';

const SEEN: SeenSeeds = { ...NO_SEEDS_SEEN, commits: [{ commit: 'c', seenAt: 7, ownSeed: 'mine' }], current: { commit: 'c', clientSeed: 'mine', nonce: 3 } };
const set = (db: Database, userId: string, seeds: SeenSeeds = SEEN) => changeSeenSeeds(db, userId, () => seeds);
const metaText = async (db: Database) => {
  const read = await db.tx(['meta'], 'readonly', async (tx) => JSON.stringify(await tx.objectStore('meta').getAll()));
  return read.ok ? read.value : '';
};

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('what a device has seen of a player’s seeds', () => {
  it('outlives the page, and stays when the same player signs in again', async () => {
    const db = createDatabase();
    await raiseEpoch(db, { userId: 'ada' });
    expect(await set(db, 'ada')).toEqual(SEEN);
    db.close();
    const later = createDatabase();
    await raiseEpoch(later, { userId: null, keepQueuesOf: 'ada' });
    await raiseEpoch(later, { userId: 'ada' });
    expect(await readSeenSeeds(later, 'ada')).toMatchObject(SEEN);
  });

  it('goes at sign-out, and when somebody else signs in', async () => {
    const db = createDatabase();
    for (const leave of [() => wipePlayer(db), () => raiseEpoch(db, { userId: 'bisi' })]) {
      await raiseEpoch(db, { userId: 'ada' });
      await set(db, 'ada');
      await leave();
      expect(await metaText(db)).not.toContain('mine');
      expect(await readSeenSeeds(db, 'ada')).toEqual(NO_SEEDS_SEEN);
    }
  });

  it('names nobody, is read by its player alone, and is written while they are signed in alone', async () => {
    const db = createDatabase();
    await raiseEpoch(db, { userId: 'ada-obi' });
    await set(db, 'ada-obi');
    expect((await metaText(db)).replaceAll('"userId":"ada-obi"', '')).not.toContain('ada-obi');
    expect(await readSeenSeeds(db, 'bisi')).toEqual(NO_SEEDS_SEEN);
    expect(await set(db, 'bisi')).toBeNull();
  });

  it('keeps what a newer version wrote into it', async () => {
    const db = createDatabase();
    await raiseEpoch(db, { userId: 'ada' });
    await set(db, 'ada', { ...SEEN, news: 1, commits: [{ commit: 'c', seenAt: 7, from: 'newer' }] });
    const changed = await changeSeenSeeds(db, 'ada', (before) => ({ ...before, current: null }));
    expect(changed).toMatchObject({ news: 1, commits: [{ from: 'newer' }], current: null });
  });
});
