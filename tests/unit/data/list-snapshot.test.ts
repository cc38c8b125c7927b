import { describe, expect, it } from 'vitest';
import type { Deposit } from '../../../src/core/contract/cashier';
import { listDeposits } from '../../../src/core/contract/cashier';
import type { Database } from '../../../src/data/database';
import { ensureFence, readFence, writeFence } from '../../../src/data/fence';
import { putInStoredList } from '../../../src/data/list-snapshot';
import { getSnapshot, putSnapshot } from '../../../src/data/snapshots';
import { everything, freshDatabase } from './support';

const AT = '2026-11-02T10:00:00.000Z';

function deposit(depositId: string, state: Deposit['state'] = 'pending'): Deposit {
  return { depositId, method: 'mobile-money', amount: 500, currency: 'NGN', state, next: null, timeline: [], createdAt: AT, updatedAt: AT };
}

async function storedList(): Promise<Database> {
  const db = freshDatabase();
  await ensureFence(db, 'a');
  const data = { items: [deposit('two'), deposit('one', 'failed')], next: null };
  const epoch = (await readFence(db))?.epoch ?? -1;
  await putSnapshot(db, { userId: 'a', kind: 'deposits', savedAt: 1000, etag: '"1"', balanceVersion: null, data }, epoch, listDeposits.answer);
  return db;
}

const put = (db: Database, item: Deposit) =>
  putInStoredList(db, { userId: 'a', kind: 'deposits', shape: listDeposits.answer, item, idOf: ({ depositId }) => depositId });
const stored = (db: Database) => getSnapshot(db, 'a', 'deposits', listDeposits.answer);

describe('a deposit that ended while it was watched', () => {
  it('stands in the stored list as ended, and the list keeps its age', async () => {
    const db = await storedList();
    expect(await put(db, deposit('two', 'success'))).toBe(true);
    const list = await stored(db);
    expect(list?.data.items.map(({ depositId, state }) => [depositId, state])).toEqual([['two', 'success'], ['one', 'failed']]);
    expect(list).toMatchObject({ savedAt: 1000, etag: null });
  });

  it('is not added to a list that does not have it', async () => {
    const db = await storedList();
    expect(await put(db, deposit('three', 'success'))).toBe(false);
    expect((await stored(db))?.data.items).toHaveLength(2);
  });

  it('is not written for a player who is not signed in any more', async () => {
    const db = await storedList();
    // The fence alone: with what is stored still there, only the fence can refuse.
    await db.tx(['meta'], 'readwrite', (tx) => writeFence(tx, { epoch: 9, userId: 'b' }));
    expect(await put(db, deposit('two', 'success'))).toBe(false);
    expect(await everything(db, 'snapshots')).toMatchObject([{ etag: '"1"', data: { items: [{ state: 'pending' }, {}] } }]);
  });
});
