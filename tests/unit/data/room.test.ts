import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IntentRecord } from '../../../src/core/intent';
import { createDatabase } from '../../../src/data/database';
import type { Database } from '../../../src/data/database';
import { raiseEpoch } from '../../../src/data/fence';
import { createIntentRecords } from '../../../src/data/intents';
import { MEDIA_CACHE } from '../../../src/data/media-cache';
import { makeRoom } from '../../../src/data/room';
import { PUBLIC_USER } from '../../../src/data/schema';
import { fakeStorage } from '../state/support';
import { emptyBrowser } from './support';

/** How much the device holds, in records of any kind; `caches` counts the art as one. */
let caches: Set<string>;

const intent: IntentRecord = {
  key: 'k1', kind: 'deposit', userId: 'a', gameId: null, body: { amount: 1 }, state: 'sending', at: 1, sentAt: 1, answer: null, refusal: null,
};
const receipt = { gameId: 'g', commit: 'c', clientSeed: 's', nonce: 0, stake: 1, bet: {}, outcome: {}, win: 0, at: 1 };
const snapshot = (userId: string, kind: string) => ({ v: 1, userId, kind, savedAt: 1, etag: null, balanceVersion: null, data: {} });

/** The names of everything on the device, in the order in which it is deleted. */
async function storedNames(db: Database): Promise<readonly string[]> {
  const read = await db.tx(['snapshots', 'receipts', 'intents', 'consents'], 'readonly', async (tx) => [
    ...(await tx.objectStore('snapshots').getAll()).map(({ userId, kind }) => `${userId || 'public'} ${kind}`),
    ...(await tx.objectStore('receipts').getAll()).map(({ userId }) => `receipt ${userId ?? 'practice'}`),
    ...(await tx.objectStore('intents').getAll()).map(({ key }) => `intent ${key}`),
    ...(await tx.objectStore('consents').getAll()).map(({ tag }) => `consent ${tag}`),
  ]);
  return [...caches, ...(read.ok ? read.value : [])].sort();
}

async function fullDevice(): Promise<Database> {
  const db = createDatabase();
  await raiseEpoch(db, { userId: 'a' });
  await db.tx(['snapshots', 'receipts', 'intents', 'consents'], 'readwrite', async (tx) => {
    for (const [userId, kind] of [['a', 'balance'], ['a', 'self-test'], ['a', 'rounds?limit=20'], [PUBLIC_USER, 'games']] as const) {
      await tx.objectStore('snapshots').put(snapshot(userId, kind));
    }
    await tx.objectStore('receipts').put({ ...receipt, roundId: 'r1', userId: 'a' });
    await tx.objectStore('receipts').put({ ...receipt, roundId: 'r2', userId: null });
    await tx.objectStore('intents').put({ ...intent, key: 'k0' });
    await tx.objectStore('consents').put({ userId: 'a', tag: 'sms', choice: 'withdrawn', at: 1 });
  });
  caches.add(MEDIA_CACHE);
  return db;
}

/** A write fits once the device holds no more than `fits` of what `fullDevice` put there. */
async function whenFull(db: Database, fits: number, stores: readonly ('intents' | 'receipts' | 'snapshots' | 'meta')[]) {
  const full = createDatabase({
    onFull: async (step, written) => {
      const hasRoom = await makeRoom(step, written);
      order.push(await storedNames(db));
      return hasRoom;
    },
  });
  const order: (readonly string[])[] = [];
  const write = await full.tx(stores, 'readwrite', async () => {
    if ((await storedNames(db)).length > fits) throw new DOMException('full', 'QuotaExceededError');
  });
  return { write, order };
}

/** The result of the self-test is among them, because the platform never gets it. */
const NEVER_DROPPED = ['a self-test', 'consent sms', 'intent k0', 'receipt a'];

beforeEach(() => {
  emptyBrowser();
  caches = new Set();
  vi.stubGlobal('caches', { delete: async (name: string) => caches.delete(name) });
});
afterEach(() => vi.unstubAllGlobals());

describe('A-08: a device that is full', () => {
  it('deletes art, then catalogue and histories, then receipts of practice, then figures, to store an intent', async () => {
    const db = await fullDevice();
    const { write, order } = await whenFull(db, NEVER_DROPPED.length, ['meta', 'intents']);
    expect(write).toMatchObject({ ok: true });
    expect(order).toEqual([
      [...NEVER_DROPPED, 'a balance', 'a rounds?limit=20', 'public games', 'receipt practice'].sort(),
      [...NEVER_DROPPED, 'a balance', 'receipt practice'].sort(),
      [...NEVER_DROPPED, 'a balance'].sort(),
      [...NEVER_DROPPED].sort(),
    ]);
  });

  it('deletes no more than it must', async () => {
    const db = await fullDevice();
    expect((await whenFull(db, NEVER_DROPPED.length + 4, ['meta', 'intents'])).order).toHaveLength(1);
    expect((await storedNames(db))).toContain('a rounds?limit=20');
  });

  it('deletes no figure to store a figure, and no receipt to store a receipt', async () => {
    for (const stores of [['meta', 'snapshots'], ['receipts']] as const) {
      emptyBrowser();
      const db = await fullDevice();
      const { write } = await whenFull(db, NEVER_DROPPED.length, stores);
      expect(write).toEqual({ ok: false, reason: 'quota' });
      expect(await storedNames(db)).toEqual([...NEVER_DROPPED, 'a balance', 'receipt practice'].sort());
    }
  });

  it('stores the intent of a deposit in local storage when no deletion makes room for it', async () => {
    const db = await fullDevice();
    let roomCount = 0;
    const full = createDatabase({ onFull: async (step, stores) => (await makeRoom(step, stores)) && (roomCount += 1) > 0 });
    const stuck: Database = {
      ...full,
      tx: (stores, mode, work, durability) =>
        full.tx(stores, mode, async (tx) => {
          await work(tx);
          if (mode === 'readwrite') throw new DOMException('full', 'QuotaExceededError');
          return work(tx);
        }, durability),
    };
    const storage = fakeStorage();
    expect(await createIntentRecords(stuck, storage).put(intent)).toBe(true);
    expect(roomCount).toBe(4);
    expect(JSON.parse(storage.entries.get('moneyKeys') ?? '')).toEqual([intent]);
    // The earlier keys stay, and both are found after a reload.
    expect(await storedNames(db)).toEqual([...NEVER_DROPPED].sort());
    const keys = (await createIntentRecords(createDatabase(), storage).listOf('a')).map(({ key }) => key);
    expect([...keys].sort()).toEqual(['k0', 'k1']);
  });

  it('asks for room again only while there is something to drop', async () => {
    const onFull = vi.fn(makeRoom);
    const full = createDatabase({ onFull });
    const write = () => full.tx(['receipts'], 'readwrite', () => Promise.reject(new DOMException('full', 'QuotaExceededError')));
    expect(await write()).toEqual({ ok: false, reason: 'quota' });
    expect(onFull).toHaveBeenCalledTimes(3);
    expect(full.mode()).not.toBe('memory');
  });
});
