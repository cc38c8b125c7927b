import { describe, expect, it, vi } from 'vitest';
import type { IntentRecord } from '../../../src/core/intent';
import { markWithdrawn } from '../../../src/data/mark-withdrawn-consent';
import { createDatabase } from '../../../src/data/database';
import { raiseEpoch, wipePlayer } from '../../../src/data/fence';
import { createIntentRecords, ENDED_LIFE_MS } from '../../../src/data/intents';
import { moveOldChoices } from '../../../src/data/old-choices';
import { addToOutbox, outboxOf } from '../../../src/data/outbox';
import { MAX_RECEIPTS, hasReceipt, putReceipt, receiptsOf } from '../../../src/data/receipts';
import { addRevocation, noteAnsweredTry, refuseRevocation, removeRevocation, SESSION_LIFE_MS, storedRevocations } from '../../../src/data/revocations';
import { sha256Hex } from '../../../src/data/hash';
import { withdrawnTags } from '../../../src/data/withdrawn-consents';
import { everything, freshDatabase } from './support';

function intent(more: Partial<IntentRecord> = {}): IntentRecord {
  return {
    key: 'k1', kind: 'deposit', userId: 'a', gameId: null, body: { amount: 1 }, state: 'unknown', at: 1000, sentAt: 1000,
    answer: null, refusal: null, ...more,
  };
}

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
async function shelfOfA() {
  const db = freshDatabase();
  await raiseEpoch(db, { userId: 'a' });
  return { db, shelf: createIntentRecords(db, null) };
}

describe('the store of money intents', () => {
  it('returns stored intents by key and by player', async () => {
    const { shelf } = await shelfOfA();
    await shelf.put(intent({ key: 'k2', at: 2000 }));
    await shelf.put(intent());
    expect(await shelf.get('k1')).toEqual(intent());
    expect((await shelf.listOf('a')).map(({ key }) => key)).toEqual(['k1', 'k2']);
    expect(await shelf.listOf('b')).toEqual([]);
  });

  it('takes nothing of a player who is not signed in any more', async () => {
    const { db, shelf } = await shelfOfA();
    await wipePlayer(db);
    expect(await shelf.put(intent())).toBe(false);
    expect(await everything(db, 'intents')).toEqual([]);
  });

  it('updates an intent in the fallback while the fence names somebody else, until the database takes it', async () => {
    const db = freshDatabase();
    await raiseEpoch(db, { userId: null });
    const storage = fakeStorage();
    const shelf = createIntentRecords(db, storage);
    expect(shelf.putInFallback(intent({ state: 'sending' }))).toBe(true);
    expect(await shelf.put(intent({ state: 'confirmed' }))).toBe(true);
    expect(await shelf.listOf('a')).toEqual([intent({ state: 'confirmed' })]);
    expect(await everything(db, 'intents')).toEqual([]);
    await raiseEpoch(db, { userId: 'a' });
    expect(await shelf.put(intent({ state: 'confirmed' }))).toBe(true);
    expect(await everything(db, 'intents')).toHaveLength(1);
    expect(storage.entries.size).toBe(0);
  });

  it('stores keys in local storage where IndexedDB stores nothing', async () => {
    const storage = fakeStorage();
    const shelf = createIntentRecords(memoryDatabase(), storage);
    expect(await shelf.put(intent())).toBe(true);
    expect(await shelf.put(intent({ state: 'confirmed' }))).toBe(true);
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
    const { shelf } = await shelfOfA();
    await shelf.put(intent({ key: 'old', state: 'confirmed', at: 0 }));
    await shelf.put(intent({ key: 'open', state: 'unknown', at: 0 }));
    await shelf.put(intent({ key: 'new', state: 'refused', at: ENDED_LIFE_MS }));
    await shelf.prune('a', ENDED_LIFE_MS + 1);
    expect((await shelf.listOf('a')).map(({ key }) => key)).toEqual(['open', 'new']);
  });

  it('ignores records that are no intents', async () => {
    const db = freshDatabase();
    await db.tx(['intents'], 'readwrite', (tx) => tx.objectStore('intents').put({ key: 'x' } as IntentRecord));
    const shelf = createIntentRecords(db, { ...fakeStorage(), getItem: () => '[{"key": 1}, null]' });
    expect(await shelf.listOf('a')).toEqual([]);
    expect(await shelf.get('x')).toBeNull();
  });
});

describe('what a sign-out leaves', () => {
  const receipt = {
    roundId: 'r', userId: 'a', gameId: 'g', commit: 'c', clientSeed: 's', nonce: 0, stake: 1, bet: {}, outcome: {}, win: 0, at: 1,
  };

  it('is nothing of the player: no intent, no choice, no receipt; practice receipts and revocations stay', async () => {
    const db = freshDatabase();
    await raiseEpoch(db, { userId: 'a' });
    await createIntentRecords(db, null).put(intent());
    await addToOutbox(db, { userId: 'a', kind: 'give-consent', body: { tag: 'sms' }, key: 'k', at: 1 });
    await putReceipt(db, receipt);
    await putReceipt(db, { ...receipt, roundId: 'p', userId: null });
    await addRevocation(db, sha256Hex('session'), 0);
    await wipePlayer(db);
    expect(await everything(db, 'intents')).toEqual([]);
    expect(await everything(db, 'outbox')).toEqual([]);
    expect(await receiptsOf(db, 'a')).toEqual([]);
    expect(await receiptsOf(db, null)).toHaveLength(1);
    expect(await storedRevocations(db, 0)).toMatchObject({ waitingHashes: [sha256Hex('session')] });
    expect(JSON.stringify([await everything(db, 'meta'), await everything(db, 'revocations')])).not.toMatch(/"a"|session"/);
  });

  it('is the player’s unfinished intents when the platform ended the session, until another player signs in', async () => {
    const db = freshDatabase();
    await raiseEpoch(db, { userId: 'a' });
    await createIntentRecords(db, null).put(intent());
    await raiseEpoch(db, { userId: null, keepQueuesOf: 'a' });
    expect(await everything(db, 'intents')).toHaveLength(1);
    await raiseEpoch(db, { userId: 'b' });
    expect(await everything(db, 'intents')).toEqual([]);
  });

  it('takes no receipt of a player who is not signed in any more, and practice as ever', async () => {
    const db = freshDatabase();
    await raiseEpoch(db, { userId: 'a' });
    await wipePlayer(db);
    expect((await putReceipt(db, receipt)).isKept).toBe(false);
    expect((await putReceipt(db, { ...receipt, roundId: 'p', userId: null })).isKept).toBe(true);
    expect(await everything(db, 'receipts')).toMatchObject([{ roundId: 'p' }]);
  });

  it('keeps each round once, and another round under its id beside it', async () => {
    const db = freshDatabase();
    const other = { ...receipt, nonce: 1, outcome: { roll: 7 }, win: 5 };
    for (const each of [receipt, other, receipt, other, { ...receipt, win: 9 }, receipt]) expect((await putReceipt(db, each)).isKept).toBe(true);
    const storedReceipts = (await receiptsOf(db, 'a')).map(({ roundId, nonce, win, broke }) => [roundId, nonce, win, broke]);
    expect(storedReceipts).toEqual([['r', 0, 0, undefined], ['r 2', 1, 5, 'id'], ['r 3', 0, 9, 'id']]);
    expect(await hasReceipt(db, other)).toBe(true);
    expect(await hasReceipt(db, { ...other, nonce: 2 })).toBe(false);
    // A receipt that somebody changed in the store stays as it is, for the check to find.
    expect(await hasReceipt(db, { ...receipt, win: 6 })).toBe(true);
    expect(await putReceipt(db, { ...other, win: 6 })).toMatchObject({ other: { nonce: 0, win: 0 } });
    expect(await putReceipt(db, other)).toMatchObject({ other: null });
  });

  it('knows a round that an older version kept', async () => {
    const db = freshDatabase();
    await putReceipt(db, receipt);
    const newer = { ...receipt, staked: 1, seeds: { commit: 'c', clientSeed: 's', nonce: 0 }, outcome: {} };
    expect(await putReceipt(db, newer)).toEqual({ isKept: true, other: null });
    expect(await receiptsOf(db, 'a')).toHaveLength(1);
  });

  it('keeps a bounded number of receipts, the newest', async () => {
    const db = freshDatabase();
    await db.tx(['receipts'], 'readwrite', async (tx) => {
      for (let n = 0; n < MAX_RECEIPTS; n += 1) await tx.objectStore('receipts').put({ ...receipt, roundId: `r${n}`, at: n });
    });
    await putReceipt(db, { ...receipt, roundId: 'new', at: MAX_RECEIPTS });
    const storedReceipts = await receiptsOf(db, 'a');
    expect(storedReceipts).toHaveLength(MAX_RECEIPTS);
    expect([storedReceipts[0]?.roundId, storedReceipts.at(-1)?.roundId]).toEqual(['new', 'r1']);
  });
});

describe('a revocation', () => {
  it('waits until the platform has answered, whatever the phone’s clock says', async () => {
    const db = freshDatabase();
    await addRevocation(db, 'h1', 0);
    await addRevocation(db, 'h2', 1000);
    expect(await storedRevocations(db, 1)).toEqual({ waitingHashes: ['h1', 'h2'], refusedHashes: [] });
    await removeRevocation(db, 'h2');
    expect((await storedRevocations(db, 100 * SESSION_LIFE_MS)).waitingHashes).toEqual(['h1']);
  });

  it('has nothing to end when the platform has answered for as long as a session lasts, by its own clock', async () => {
    const db = freshDatabase();
    await addRevocation(db, 'h1', 0);
    expect(await noteAnsweredTry(db, 'h1', 5_000)).toBe(false);
    // The player signs out once more under the same id: nothing of that is forgotten.
    await addRevocation(db, 'h1', 0);
    expect(await noteAnsweredTry(db, 'h1', 5_000 + SESSION_LIFE_MS)).toBe(false);
    expect(await noteAnsweredTry(db, 'h1', 5_001 + SESSION_LIFE_MS)).toBe(true);
  });

  it('that was refused is kept for a while, so that every tab hears of it', async () => {
    const db = freshDatabase();
    await addRevocation(db, 'h1', 0);
    await refuseRevocation(db, 'h1');
    expect(await storedRevocations(db, 1)).toEqual({ waitingHashes: [], refusedHashes: ['h1'] });
    await storedRevocations(db, SESSION_LIFE_MS);
    expect(await storedRevocations(db, 1)).toEqual({ waitingHashes: [], refusedHashes: [] });
  });
});

describe('a consent that was withdrawn on this device', () => {
  it('is remembered past a sign-out, without a name, for its player and its tag', async () => {
    const db = freshDatabase();
    await markWithdrawn(db, 'a', 'sms');
    await wipePlayer(db);
    expect(await withdrawnTags(db, 'a', ['sms', 'emailmarketing'])).toEqual(['sms']);
    expect(await withdrawnTags(db, 'b', ['sms'])).toEqual([]);
    expect(JSON.stringify(await everything(db, 'meta'))).not.toMatch(/"a"|sms/);
  });
});

describe('choices that a build before the outbox has kept', () => {
  const old = (userId: string, tag: string, choice: 'accepted' | 'withdrawn', at: number) => ({ userId, tag, choice, at });

  async function withChoices(...choices: readonly ReturnType<typeof old>[]) {
    const db = freshDatabase();
    await raiseEpoch(db, { userId: 'a' });
    await db.tx(['consents'], 'readwrite', async (tx) => {
      for (const choice of choices) await tx.objectStore('consents').put(choice);
    });
    return db;
  }

  it('are in the outbox in their order, each with its time and a key; nothing is lost and nothing done twice', async () => {
    const db = await withChoices(old('a', 'sms', 'withdrawn', 20), old('a', 'emailmarketing', 'accepted', 10));
    expect(await moveOldChoices(db, 'a')).toBe(true);
    expect(await moveOldChoices(db, 'a')).toBe(false);
    expect(await outboxOf(db, 'a')).toMatchObject([
      { kind: 'give-consent', body: { tag: 'emailmarketing' }, at: 10, state: 'waiting' },
      { kind: 'withdraw-consent', body: { tag: 'sms' }, at: 20, state: 'waiting' },
    ]);
    for (const { key } of await outboxOf(db, 'a')) expect(key).toMatch(/^[0-9A-Za-z_-]{16,64}$/);
    expect(await everything(db, 'consents')).toEqual([]);
  });

  it('stay where they are for a player who is not signed in, and give way to a newer choice', async () => {
    const db = await withChoices(old('b', 'sms', 'accepted', 1), old('a', 'sms', 'accepted', 1), old('a', 'odd', 'accepted', 1));
    await addToOutbox(db, { userId: 'a', kind: 'withdraw-consent', body: { tag: 'sms' }, key: 'k', at: 2 });
    await moveOldChoices(db, 'a');
    expect(await outboxOf(db, 'a')).toMatchObject([{ kind: 'withdraw-consent' }]);
    expect(await everything(db, 'consents')).toEqual([old('b', 'sms', 'accepted', 1)]);
    await wipePlayer(db);
    expect(await everything(db, 'consents')).toEqual([]);
  });
});
