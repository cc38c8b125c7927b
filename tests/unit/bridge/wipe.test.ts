import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { balance } from '../../../src/core/contract/player';
import type { IntentRecord } from '../../../src/core/intent';
import { balanceOf } from '../state/support';
import { PATIENCE } from '../../support/patience';
import { becomePage, ticks } from './support';

const sync = vi.hoisted(() => ({
  startSync: vi.fn(), stopSync: vi.fn(), pollNow: vi.fn(async () => undefined), recheckSession: vi.fn(), tellVisibility: vi.fn(),
}));
vi.mock('../../../src/bridge/figures/sync-worker', () => sync);

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };

/** A page as after a reload. */
async function load() {
  vi.resetModules();
  const modules = {
    session: await import('../../../src/bridge/session/session'),
    wipe: await import('../../../src/bridge/session/wipe'),
    runtime: await import('../../../src/bridge/runtime'),
    hydrate: await import('../../../src/bridge/figures/hydrate'),
    app: await import('../../../src/state/app'),
    store: await import('../../../src/state/session'),
    fence: await import('../../../src/data/fence'),
    snapshots: await import('../../../src/data/snapshots'),
    open: await import('../../../src/data/database'),
    ...(await import('../../../src/bridge/storage/database')),
  };
  const records = async (store: 'snapshots' | 'receipts' | 'intents') => {
    const db = modules.open.createDatabase();
    const read = await db.tx([store], 'readonly', (tx) => tx.objectStore(store).getAll());
    db.close();
    return read.ok ? read.value : ['not read'];
  };
  const fenced = async () => {
    const db = modules.open.createDatabase();
    const fence = await modules.fence.readFence(db);
    db.close();
    return fence?.userId;
  };
  return { ...modules, records, fenced, storage: () => modules.app.appStore.getState().storage };
}

const NOW = Date.now();

const intentOf = (userId: string): IntentRecord => ({
  key: `key-${userId}`, kind: 'deposit', userId, gameId: null, body: {}, state: 'unknown', at: NOW, sentAt: 1, answer: null, refusal: null,
});

/** A is signed in and has a balance and a receipt here. */
async function phoneOfA() {
  const page = becomePage();
  const here = await load();
  await here.session.setSession(A);
  const epoch = (await here.fence.readFence(here.database))?.epoch ?? -1;
  const snapshot = { userId: 'a', kind: 'balance', data: balanceOf(777), savedAt: 5_000, etag: null, balanceVersion: 1 };
  await here.snapshots.putSnapshot(here.database, snapshot, epoch, balance);
  await here.database.tx(['receipts'], 'readwrite', (tx) => tx.objectStore('receipts').put({
    roundId: 'r', userId: 'a', gameId: 'g', commit: 'c', clientSeed: 's', nonce: 0, stake: 1, bet: {}, outcome: {}, win: 0, at: 1,
  }));
  return { page, ...here };
}

/** From here on the store fails, until `heal`. */
function breakStore(): () => void {
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'UnknownError');
  });
  return () => broken.mockRestore();
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('A-24: a sign-out that the store does not take', () => {
  it('is owed without a name, is not called a browser that keeps nothing, and is made good for when the store is back', async () => {
    const { page, session, records, fenced, storage, open } = await phoneOfA();
    const heal = breakStore();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await session.signOut();
    expect(Object.fromEntries(page.storage.entries)).toEqual({ wipeOwed: '1' });
    expect(storage()).toBe('unknown');
    heal();
    expect(await records('snapshots')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(open.MEMORY_MS);
    vi.useRealTimers();
    await vi.waitFor(() => expect(page.storage.entries.size).toBe(0), PATIENCE);
    expect([await records('snapshots'), await records('receipts'), await fenced()]).toEqual([[], [], null]);
  });

  it.each([['a guest', null], ['the next player', B], ['the same player', A]] as const)('is made good for at the next start, of %s', async (_who, ids) => {
    const { page, session } = await phoneOfA();
    const heal = breakStore();
    await session.signOut();
    heal();
    for (const [name, value] of Object.entries(ids ?? {})) page.storage.setItem(name, value);
    const next = await load();
    if (ids) next.store.enterSession(ids);
    vi.stubGlobal('window', { addEventListener: () => undefined });
    vi.stubGlobal('document', { cookie: '', visibilityState: 'visible', addEventListener: () => undefined });
    void next.runtime.startRuntime().catch(() => undefined);
    await vi.waitFor(() => expect(page.storage.getItem('wipeOwed')).toBeNull(), PATIENCE);
    expect([await next.records('snapshots'), await next.fenced()]).toEqual([[], ids?.userId ?? null]);
    expect(await next.records('receipts')).toHaveLength(ids === A ? 1 : 0);
  });

  it('shows nothing of A to B meanwhile, and is owed of A when B is signed in', async () => {
    const { page, session, storage } = await phoneOfA();
    const heal = breakStore();
    await session.signOut();
    await session.setSession(B);
    expect(page.storage.getItem('wipeOwed')).toBe('1');
    expect(storage()).toBe('unknown');
    heal();
    const next = await load();
    next.store.enterSession(B);
    await next.hydrate.hydrateStores('b');
    expect(next.store.sessionStore.getState().balance).toBeNull();
    expect([await next.records('snapshots'), await next.records('receipts'), await next.fenced()]).toEqual([[], [], 'b']);
  });

  it('leaves open money where the platform ended the session: only figures are owed', async () => {
    const { page, wipe, intentShelf, records, open } = await phoneOfA();
    await intentShelf.put(intentOf('a'));
    page.storage.entries.clear();
    const heal = breakStore();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await wipe.changeHands({ userId: null, keepQueuesOf: 'a' });
    expect(page.storage.getItem('wipeOwed')).toBe('figures');
    heal();
    await vi.advanceTimersByTimeAsync(open.MEMORY_MS);
    vi.useRealTimers();
    await vi.waitFor(() => expect(page.storage.getItem('wipeOwed')).toBeNull(), PATIENCE);
    expect([await records('snapshots'), await records('intents')]).toEqual([[], [intentOf('a')]]);
  });
});

describe('A-24: money keys in local storage, where the store keeps nothing', () => {
  it('go with the sign-out', async () => {
    const { page, session, intentShelf } = await phoneOfA();
    breakStore();
    await intentShelf.put(intentOf('a'));
    expect(page.storage.getItem('moneyKeys')).toContain('key-a');
    await session.signOut();
    await ticks();
    expect(page.storage.getItem('moneyKeys')).toBeNull();
  });

  it('of somebody else go when a player signs in; their own stay', async () => {
    const { page, session, intentShelf } = await phoneOfA();
    breakStore();
    await intentShelf.put(intentOf('a'));
    await intentShelf.put(intentOf('b'));
    await session.setSession(B);
    expect(JSON.parse(page.storage.getItem('moneyKeys') ?? '')).toMatchObject([{ userId: 'b' }]);
  });
});
