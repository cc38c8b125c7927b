/** The operator goes back to this build after a newer one has raised the version of the device's database. */
import { openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { IntentRecord } from '../../../src/core/intent';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { createDatabase } from '../../../src/data/database';
import { raiseEpoch } from '../../../src/data/fence';
import { createIntentRecords } from '../../../src/data/intents';
import { mend } from '../../../src/data/mend';
import { addToOutbox, outboxOf } from '../../../src/data/outbox';
import { DATABASE_NAME, DATABASE_VERSION, SNAPSHOT_VERSION } from '../../../src/data/schema';
import { getSnapshot, putSnapshot } from '../../../src/data/snapshots';
import { fakeStorage } from '../state/support';
import { emptyBrowser } from './support';

const OPEN_MONEY: IntentRecord = {
  key: 'k1', kind: 'deposit', userId: 'a', gameId: null, body: { amount: 1 }, state: 'unknown', at: 1, sentAt: 1, answer: null, refusal: null,
};
const NEWER = DATABASE_VERSION + 1;

/** Stores data with this build, and then upgrades the database as a newer build does. */
async function afterNewerBuild(): Promise<void> {
  const before = createDatabase();
  await raiseEpoch(before, { userId: 'a' });
  await createIntentRecords(before, null).put(OPEN_MONEY);
  await addToOutbox(before, { userId: 'a', kind: 'exclude', body: { length: '24-hours' }, key: 'break', at: 1 });
  await putSnapshot(before, { userId: 'a', kind: 'balance', savedAt: 1, etag: null, balanceVersion: null, data: 7 }, 1, z.unknown());
  before.close();
  const newer = await openDB(DATABASE_NAME, NEWER, {
    upgrade: (db) => void db.createObjectStore('vouchers', { keyPath: 'id' }),
  });
  await newer.put('vouchers', { id: 'v1' });
  await newer.put('intents', { ...OPEN_MONEY, key: 'k2', kind: 'voucher' });
  await newer.put('outbox', { ...WAITING, kind: 'send-voucher', key: 'o2' });
  await newer.put('snapshots', { v: SNAPSHOT_VERSION + 1, userId: 'a', kind: 'bonusWallet', savedAt: 1, etag: null, balanceVersion: null, data: {} });
  newer.close();
}

const WAITING: OutboxItem = { userId: 'a', kind: 'exclude', slot: 'voucher', key: 'o', body: {}, at: 2, state: 'waiting', problem: null };

/** Everything that lies in the database, whatever build put it there. */
async function everythingThere(): Promise<Record<string, unknown[]>> {
  const db = await openDB(DATABASE_NAME);
  const found = await Promise.all([...db.objectStoreNames].map(async (name) => [name, await db.getAll(name)] as const));
  db.close();
  return Object.fromEntries(found);
}

beforeEach(emptyBrowser);

describe('an older build on the database of a newer one', () => {
  it('reads figures, intents and the outbox, and writes on', async () => {
    await afterNewerBuild();
    const db = createDatabase();
    const shelf = createIntentRecords(db, null);
    expect((await getSnapshot(db, 'a', 'balance', z.unknown()))?.data).toBe(7);
    expect(await shelf.listOf('a')).toEqual([OPEN_MONEY]);
    expect((await outboxOf(db, 'a')).map(({ kind }) => kind)).toContain('exclude');
    expect(await shelf.put({ ...OPEN_MONEY, key: 'k3' })).toBe(true);
    expect(db.mode()).toBe('disk');
    db.close();
  });

  it('leaves records that it does not know, because the newer build may return', async () => {
    await afterNewerBuild();
    const db = createDatabase();
    expect(await getSnapshot(db, 'a', 'bonusWallet', z.unknown())).toBeNull();
    await createIntentRecords(db, null).prune('a', Date.now());
    db.close();
    const recordsBefore = await everythingThere();
    expect(recordsBefore['vouchers']).toEqual([{ id: 'v1' }]);
    expect(recordsBefore['intents']).toHaveLength(2);
    expect(recordsBefore['outbox']).toHaveLength(2);
    expect(recordsBefore['snapshots']).toHaveLength(2);
    expect((await openDB(DATABASE_NAME, NEWER)).version).toBe(NEWER);
  });

  it('never deletes it, even if a store is missing; intents go to local storage then', async () => {
    const newer = await openDB(DATABASE_NAME, NEWER, { upgrade: (db) => void db.createObjectStore('vouchers', { keyPath: 'id' }) });
    await newer.put('vouchers', { id: 'v1' });
    newer.close();
    const fallback = fakeStorage();
    const db = createDatabase({ onBroken: () => mend({ fallback }) });
    const shelf = createIntentRecords(db, fallback);
    expect(await shelf.put(OPEN_MONEY)).toBe(true);
    expect(await shelf.listOf('a')).toEqual([OPEN_MONEY]);
    db.close();
    expect(await everythingThere()).toEqual({ vouchers: [{ id: 'v1' }] });
  });

  it('steps aside when the newer one comes back with a version yet higher, and goes on from memory', async () => {
    await afterNewerBuild();
    const modes: string[] = [];
    const db = createDatabase({ onMode: (mode) => modes.push(mode) });
    await outboxOf(db, 'a');
    const again = await openDB(DATABASE_NAME, NEWER + 1);
    expect(modes).toEqual(['disk', 'memory']);
    again.close();
  });
});
