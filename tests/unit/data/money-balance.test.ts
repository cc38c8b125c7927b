import { describe, expect, it } from 'vitest';
import { balance } from '../../../src/core/contract/player';
import type { Database } from '../../../src/data/database';
import { ensureFence, readFence, writeFence } from '../../../src/data/fence';
import { keepMoneyBalance } from '../../../src/data/money-balance';
import { getSnapshot, putSnapshot } from '../../../src/data/snapshots';
import { everything, freshDatabase } from './support';

const items = (real: number) => [{ type: 'Bonus', amount: 3, currency: null }, { type: 'Real', amount: real, currency: 'NGN' }];

/** A balance of ₦100, version 5, stored at 1,000 ms. */
async function storedBalance(): Promise<{ db: Database; epoch: number }> {
  const db = freshDatabase();
  await ensureFence(db, 'a');
  const epoch = (await readFence(db))?.epoch ?? -1;
  await putSnapshot(db, { userId: 'a', kind: 'balance', savedAt: 1000, etag: '"5"', balanceVersion: 5, data: { items: items(100) } }, epoch, balance);
  return { db, epoch };
}

const balanceOf = (more: Partial<Parameters<typeof keepMoneyBalance>[1]> = {}) => ({ userId: 'a', amount: 70, currency: 'NGN', version: 6, savedAt: 2000, wallAt: 2000, ...more });
const stored = (db: Database) => getSnapshot(db, 'a', 'balance', balance);
const poll = (db: Database, epoch: number, more: { savedAt: number; balanceVersion: number | null; amount: number }) => {
  const { savedAt, balanceVersion, amount } = more;
  return putSnapshot(db, { userId: 'a', kind: 'balance', savedAt, etag: '"x"', balanceVersion, data: { items: items(amount) } }, epoch, balance);
};

describe('the balance of a money answer', () => {
  it('replaces the stored one’s Real amount, by type, and asks for a body next time', async () => {
    const { db } = await storedBalance();
    expect(await keepMoneyBalance(db, balanceOf())).toBe(true);
    expect(await stored(db)).toMatchObject({ savedAt: 2000, balanceVersion: 6, etag: null, data: { items: items(70) } });
  });

  it('changes nothing when what is stored is as new, or newer', async () => {
    const { db } = await storedBalance();
    expect(await keepMoneyBalance(db, balanceOf({ version: 5 }))).toBe(false);
    expect(await keepMoneyBalance(db, balanceOf({ version: 4 }))).toBe(false);
    expect(await stored(db)).toMatchObject({ data: { items: items(100) } });
  });

  it('is not written for a player who is not signed in any more', async () => {
    const { db } = await storedBalance();
    // The fence alone: with what is stored still there, only the fence can refuse.
    await db.tx(['meta'], 'readwrite', (tx) => writeFence(tx, { epoch: 9, userId: 'b' }));
    expect(await keepMoneyBalance(db, balanceOf())).toBe(false);
    expect(await everything(db, 'snapshots')).toMatchObject([{ balanceVersion: 5, data: { items: items(100) } }]);
  });

  it('is not overwritten by a poll that was under way when the money moved', async () => {
    const { db, epoch } = await storedBalance();
    await keepMoneyBalance(db, balanceOf());
    expect(await poll(db, epoch, { savedAt: 2500, balanceVersion: 5, amount: 100 })).toBe(false);
    expect(await poll(db, epoch, { savedAt: 2600, balanceVersion: 6, amount: 70 })).toBe(true);
  });

  it('gives way to a platform that counts from a lower version since, and to one without versions', async () => {
    const { db, epoch } = await storedBalance();
    await keepMoneyBalance(db, balanceOf());
    expect(await poll(db, epoch, { savedAt: 2000 + 8001, balanceVersion: 2, amount: 40 })).toBe(true);
    expect(await poll(db, epoch, { savedAt: 2000 + 8002, balanceVersion: null, amount: 41 })).toBe(true);
    expect(await stored(db)).toMatchObject({ data: { items: items(41) } });
  });
});
