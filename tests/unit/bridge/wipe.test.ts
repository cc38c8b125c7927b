import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, MEMORY_MS } from '../../../src/data/database';
import { readFence } from '../../../src/data/fence';
import { sha256Hex } from '../../../src/data/hash';
import { putSnapshot } from '../../../src/data/snapshots';
import { appStore } from '../../../src/state/app';
import { enterSession, sessionStore } from '../../../src/state/session';
import { balance } from '../../../src/core/contract/player';
import type { IntentRecord } from '../../../src/core/intent';
import { balanceOf } from '../state/support';
import { PATIENCE } from '../../support/wait-options';
import { becomePage, leavePage, openBridge } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };

/** A page as after a reload. */
function load() {
  const { bridge } = openBridge();
  const records = async (store: 'snapshots' | 'receipts' | 'intents') => {
    const db = createDatabase();
    const read = await db.tx([store], 'readonly', (tx) => tx.objectStore(store).getAll());
    db.close();
    return read.ok ? read.value : ['not read'];
  };
  const fenced = async () => {
    const db = createDatabase();
    const fence = await readFence(db);
    db.close();
    return fence?.userId;
  };
  return { bridge, session: bridge.session, intentRecords: bridge.intentRecords, records, fenced, storage: () => appStore.getState().storage };
}

const NOW = Date.now();

const intentOf = (userId: string): IntentRecord => ({
  key: `key-${userId}`, kind: 'deposit', userId, gameId: null, body: {}, state: 'unknown', at: NOW, sentAt: 1, answer: null, refusal: null,
});

/** A is signed in and has a balance and a receipt here. */
async function phoneOfA() {
  const page = becomePage();
  const here = load();
  await here.session.enter(A);
  const epoch = (await readFence(here.bridge.database))?.epoch ?? -1;
  const snapshot = { userId: 'a', kind: 'balance', data: balanceOf(777), savedAt: 5_000, etag: null, balanceVersion: 1 };
  await putSnapshot(here.bridge.database, snapshot, epoch, balance);
  await here.bridge.database.tx(['receipts'], 'readwrite', (tx) => tx.objectStore('receipts').put({
    roundId: 'r', userId: 'a', gameId: 'g', commit: 'c', clientSeed: 's', nonce: 0, stake: 1, bet: {}, outcome: {}, win: 0, at: 1,
  }));
  return { page, ...here };
}

/** From here on the store fails until `heal` is called. */
function breakStore(): () => void {
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'UnknownError');
  });
  return () => broken.mockRestore();
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('A-24: a sign-out that the store does not take', () => {
  it('leaves a pending wipe that names nobody, is not shown as a browser that stores nothing, and is finished when the store is back', async () => {
    const { page, session, records, fenced, storage } = await phoneOfA();
    const heal = breakStore();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await session.signOut();
    expect(Object.fromEntries(page.storage.entries)).toEqual({ wipeOwed: '1', revocations: JSON.stringify([sha256Hex(A.sessionId)]) });
    expect(storage()).toBe('unknown');
    heal();
    expect(await records('snapshots')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(MEMORY_MS);
    vi.useRealTimers();
    await vi.waitFor(() => expect(page.storage.getItem('wipeOwed')).toBeNull(), PATIENCE);
    expect([await records('snapshots'), await records('receipts'), await fenced()]).toEqual([[], [], null]);
  });

  it.each([['a guest', null], ['the next player', B], ['the same player', A]] as const)('is finished at the next start, of %s', async (_who, ids) => {
    const { page, session } = await phoneOfA();
    const heal = breakStore();
    await session.signOut();
    heal();
    for (const [name, value] of Object.entries(ids ?? {})) page.storage.setItem(name, value);
    const next = load();
    if (ids) enterSession(ids);
    vi.stubGlobal('window', { addEventListener: () => undefined });
    vi.stubGlobal('document', { cookie: '', visibilityState: 'visible', addEventListener: () => undefined });
    void next.bridge.start.run(() => undefined).catch(() => undefined);
    await vi.waitFor(() => expect(page.storage.getItem('wipeOwed')).toBeNull(), PATIENCE);
    expect([await next.records('snapshots'), await next.fenced()]).toEqual([[], ids?.userId ?? null]);
    expect(await next.records('receipts')).toHaveLength(ids === A ? 1 : 0);
  });

  it('shows nothing of A to B meanwhile, and A’s data is still wiped when B is signed in', async () => {
    const { page, session, storage } = await phoneOfA();
    const heal = breakStore();
    await session.signOut();
    await session.enter(B);
    expect(page.storage.getItem('wipeOwed')).toBe('1');
    expect(storage()).toBe('unknown');
    heal();
    const next = load();
    enterSession(B);
    await next.bridge.hydrate('b');
    expect(sessionStore.getState().balance).toBeNull();
    expect([await next.records('snapshots'), await next.records('receipts'), await next.fenced()]).toEqual([[], [], 'b']);
  });

  it('leaves open intents where the platform ended the session, because the pending wipe is of figures alone', async () => {
    const { page, bridge, intentRecords, records } = await phoneOfA();
    await intentRecords.put(intentOf('a'));
    page.storage.entries.clear();
    const heal = breakStore();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await bridge.wipe.changeHands({ userId: null, keepQueuesOf: 'a' });
    expect(page.storage.getItem('wipeOwed')).toBe('figures');
    heal();
    await vi.advanceTimersByTimeAsync(MEMORY_MS);
    vi.useRealTimers();
    await vi.waitFor(() => expect(page.storage.getItem('wipeOwed')).toBeNull(), PATIENCE);
    expect([await records('snapshots'), await records('intents')]).toEqual([[], [intentOf('a')]]);
  });
});

it('A-24: a wipe that was overtaken by another session stays pending until one has been done', async () => {
  const { page, bridge, records, fenced } = await phoneOfA();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await bridge.wipe.changeHands({ userId: 'b', isCurrent: () => false });
  expect([await fenced(), (await records('snapshots')).length, page.storage.getItem('wipeOwed')]).toEqual(['a', 1, '1']);
  await vi.advanceTimersByTimeAsync(MEMORY_MS);
  vi.useRealTimers();
  await vi.waitFor(() => expect(page.storage.getItem('wipeOwed')).toBeNull(), PATIENCE);
  expect(await fenced()).toBe('a');
});

describe('A-24: intents in local storage, where the store keeps nothing', () => {
  it('go with the sign-out', async () => {
    const { page, session, intentRecords } = await phoneOfA();
    breakStore();
    await intentRecords.put(intentOf('a'));
    expect(page.storage.getItem('moneyKeys')).toContain('key-a');
    await session.signOut();
    expect(page.storage.getItem('moneyKeys')).toBeNull();
  });

  it('of somebody else go when a player signs in; their own stay', async () => {
    const { page, session, intentRecords } = await phoneOfA();
    breakStore();
    await intentRecords.put(intentOf('a'));
    await intentRecords.put(intentOf('b'));
    await session.enter(B);
    expect(JSON.parse(page.storage.getItem('moneyKeys') ?? '')).toMatchObject([{ userId: 'b' }]);
  });
});
