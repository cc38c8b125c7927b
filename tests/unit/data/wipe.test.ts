import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDatabase } from '../../../src/data/database';
import type { Database } from '../../../src/data/database';
import { raiseEpoch, readFence, wipePlayer } from '../../../src/data/fence';
import { putReceipt } from '../../../src/data/receipts';
import type { KeptReceipt } from '../../../src/data/schema';
import { everything, freshDatabase } from './support';

const receipt = (n: number, userId: string | null): KeptReceipt => ({
  roundId: `r${String(n).padStart(4, '0')}`, userId, gameId: 'g', commit: 'c', clientSeed: 's', nonce: n, stake: 1, bet: {}, outcome: {}, win: 0, at: n,
});

/** A phone of A with 1,000 receipts, every tenth of practice, a figure, and what is public. */
async function fullPhone(): Promise<Database> {
  const db = freshDatabase();
  await raiseEpoch(db, { userId: 'a' });
  await db.tx(['receipts', 'snapshots'], 'readwrite', async (tx) => {
    for (let n = 0; n < 1_000; n += 1) await tx.objectStore('receipts').put(receipt(n, n % 10 === 0 ? null : 'a'));
    for (const userId of ['', 'a', 'ab']) {
      await tx.objectStore('snapshots').put({ v: 1, userId, kind: 'balance', savedAt: 1, etag: null, balanceVersion: null, data: 777 });
    }
  });
  return db;
}

const usersOf = (records: readonly unknown[]) => new Set(records.map((record) => (record as { userId: string | null }).userId));

afterEach(() => {
  vi.restoreAllMocks();
});

describe('A-24: the wipe of a phone with 1,000 receipts', () => {
  it('does no more in one transaction than the slowest phone can do in time', async () => {
    const db = await fullPhone();
    const perTransaction = new Map<IDBTransaction, number>();
    const count = (tx: IDBTransaction) => void perTransaction.set(tx, (perTransaction.get(tx) ?? 0) + 1);
    const drop = IDBObjectStore.prototype.delete;
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function deleteCounted(this: IDBObjectStore, key) {
      count(this.transaction);
      return drop.call(this, key);
    });
    const dropAtCursor = IDBCursor.prototype.delete;
    vi.spyOn(IDBCursor.prototype, 'delete').mockImplementation(function deleteCounted(this: IDBCursor) {
      count((this.source as IDBObjectStore).transaction);
      return dropAtCursor.call(this);
    });
    expect(await wipePlayer(db)).toMatchObject({ ok: true });
    expect(Math.max(...perTransaction.values())).toBeLessThan(20);
    expect(usersOf(await everything(db, 'snapshots'))).toEqual(new Set(['']));
    const remainingReceipts = await everything(db, 'receipts');
    expect([remainingReceipts.length, usersOf(remainingReceipts)]).toEqual([100, new Set([null])]);
  });

  it('has fenced and wiped the figures when it fails at the receipts, and says that it failed', async () => {
    const db = await fullPhone();
    const all = IDBObjectStore.prototype.getAll;
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function failing(this: IDBObjectStore, ...args) {
      if (this.name === 'receipts') throw new DOMException('', 'UnknownError');
      return all.apply(this, args);
    });
    expect((await wipePlayer(db)).ok).toBe(false);
    vi.restoreAllMocks();
    const later = createDatabase();
    expect(await readFence(later)).toMatchObject({ userId: null });
    expect(usersOf(await everything(later, 'snapshots'))).toEqual(new Set(['']));
  });

  it('leaves the receipts of a player who signed in while it was running', async () => {
    const db = await fullPhone();
    const wiping = wipePlayer(db);
    await raiseEpoch(db, { userId: 'b' });
    await putReceipt(db, receipt(2_000, 'b'));
    await wiping;
    const remainingReceipts = await everything(db, 'receipts');
    expect(usersOf(remainingReceipts)).toEqual(new Set([null, 'b']));
  });
});

describe('what is kept of one player', () => {
  it('stays apart from that of players whose ids sort next to theirs', async () => {
    const db = freshDatabase();
    const choice = (userId: string) => ({ userId, tag: 'sms', choice: 'accepted' as const, at: 1 });
    await db.tx(['consents'], 'readwrite', async (tx) => {
      for (const userId of ['A', 'a', 'a-', 'ab', 'b']) await tx.objectStore('consents').put(choice(userId));
    });
    await raiseEpoch(db, { userId: 'a' });
    expect(await everything(db, 'consents')).toEqual([choice('a')]);
  });
});
