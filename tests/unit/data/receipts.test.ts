import { describe, expect, it } from 'vitest';
import { raiseEpoch, wipePlayer } from '../../../src/data/fence';
import { hasReceipt, MAX_RECEIPTS, putReceipt, receiptsOf } from '../../../src/data/receipts';
import { RECEIPT } from './records';
import { everything, freshDatabase } from './support';

describe('the store of receipts', () => {
  it('takes no receipt of a player who is not signed in any more, and practice as ever', async () => {
    const db = freshDatabase();
    await raiseEpoch(db, { userId: 'a' });
    await wipePlayer(db);
    expect((await putReceipt(db, RECEIPT)).isKept).toBe(false);
    expect((await putReceipt(db, { ...RECEIPT, roundId: 'p', userId: null })).isKept).toBe(true);
    expect(await everything(db, 'receipts')).toMatchObject([{ roundId: 'p' }]);
  });

  it('keeps each round once, and another round under its id beside it', async () => {
    const db = freshDatabase();
    const other = { ...RECEIPT, nonce: 1, outcome: { roll: 7 }, win: 5 };
    for (const each of [RECEIPT, other, RECEIPT, other, { ...RECEIPT, win: 9 }, RECEIPT]) expect((await putReceipt(db, each)).isKept).toBe(true);
    const storedReceipts = (await receiptsOf(db, 'a')).map(({ roundId, nonce, win, broke }) => [roundId, nonce, win, broke]);
    expect(storedReceipts).toEqual([['r', 0, 0, undefined], ['r 2', 1, 5, 'id'], ['r 3', 0, 9, 'id']]);
    expect(await hasReceipt(db, other)).toBe(true);
    expect(await hasReceipt(db, { ...other, nonce: 2 })).toBe(false);
    // A receipt that somebody changed in the store stays as it is, for the check to find.
    expect(await hasReceipt(db, { ...RECEIPT, win: 6 })).toBe(true);
    expect(await putReceipt(db, { ...other, win: 6 })).toMatchObject({ other: { nonce: 0, win: 0 } });
    expect(await putReceipt(db, other)).toMatchObject({ other: null });
  });

  it('knows a round that an older version kept', async () => {
    const db = freshDatabase();
    await putReceipt(db, RECEIPT);
    const newer = { ...RECEIPT, staked: 1, seeds: { commit: 'c', clientSeed: 's', nonce: 0 }, outcome: {} };
    expect(await putReceipt(db, newer)).toEqual({ isKept: true, other: null });
    expect(await receiptsOf(db, 'a')).toHaveLength(1);
  });

  it('keeps a bounded number of receipts, the newest', async () => {
    const db = freshDatabase();
    await db.tx(['receipts'], 'readwrite', async (tx) => {
      for (let n = 0; n < MAX_RECEIPTS; n += 1) await tx.objectStore('receipts').put({ ...RECEIPT, roundId: `r${n}`, at: n });
    });
    await putReceipt(db, { ...RECEIPT, roundId: 'new', at: MAX_RECEIPTS });
    const storedReceipts = await receiptsOf(db, 'a');
    expect(storedReceipts).toHaveLength(MAX_RECEIPTS);
    expect([storedReceipts[0]?.roundId, storedReceipts.at(-1)?.roundId]).toEqual(['new', 'r1']);
  });
});
