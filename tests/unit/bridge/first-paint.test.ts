import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { balance } from '../../../src/core/contract/player';
import { balanceOf } from '../state/support';
import { PATIENCE } from '../../support/patience';
import { becomePage, ticks } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };

async function load() {
  vi.resetModules();
  return {
    boot: await import('../../../src/bridge/boot'),
    first: await import('../../../src/bridge/figures/hydrate'),
    database: (await import('../../../src/bridge/storage/database')).database,
    session: await import('../../../src/state/session'),
    figures: { ...(await import('../../../src/state/figures')), ...(await import('../../../src/state/hear-figures')) },
    app: await import('../../../src/state/app'),
    fence: await import('../../../src/data/fence'),
    snapshots: await import('../../../src/data/snapshots'),
    open: await import('../../../src/data/database'),
  };
}

/** A phone on which A is signed in and has a balance of ₦1,234.50, from long ago. */
async function phoneOfA() {
  const page = becomePage();
  for (const [name, value] of Object.entries(A)) page.storage.setItem(name, value);
  const { fence, snapshots, database } = await load();
  const raised = await fence.raiseEpoch(database, { userId: 'a' });
  const epoch = raised.ok ? raised.value.epoch : -1;
  const stored = { userId: 'a', kind: 'balance', data: balanceOf(1234.5), savedAt: 5_000, etag: null, balanceVersion: 1 };
  await snapshots.putSnapshot(database, stored, epoch, balance);
  database.close();
  return page;
}

/** From here on opens hang, until `settle`. */
function hangingStore(): () => void {
  const open = indexedDB.open.bind(indexedDB);
  const waiting: (() => void)[] = [];
  vi.spyOn(indexedDB, 'open').mockImplementation((...asked) => {
    const late: IDBOpenDBRequest = Reflect.construct(IDBOpenDBRequest, []);
    const succeed: (() => void)[] = [];
    late.addEventListener = (type: string, listener: unknown) => {
      if (type === 'success' && typeof listener === 'function') succeed.push(() => void listener());
    };
    waiting.push(() => {
      const real = open(...asked);
      real.onsuccess = () => {
        Object.defineProperty(late, 'result', { value: real.result });
        for (const tell of succeed) tell();
      };
    });
    return late;
  });
  return () => waiting.splice(0).forEach((settle) => settle());
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('A-06: the first paint with a store that never answers', () => {
  it('comes after 300 ms, as the player who is signed in, without a figure', async () => {
    await phoneOfA();
    hangingStore();
    const { boot, first, session } = await load();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isDrawn = false;
    const hydrating = boot.hydrate().then(() => (isDrawn = true));
    // Who is signed in stands in local storage: no guest's header before it.
    expect(session.sessionStore.getState()).toMatchObject(A);
    await ticks();
    await vi.advanceTimersByTimeAsync(first.STORE_PATIENCE_MS - 1);
    await ticks();
    expect(isDrawn).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await hydrating;
    expect(session.sessionStore.getState()).toMatchObject({ ...A, balance: null });
  });

  it('is followed by what is stored, when the store answers after all', async () => {
    await phoneOfA();
    const settle = hangingStore();
    const { boot, first, session, figures, app } = await load();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hydrating = boot.hydrate();
    await ticks();
    await vi.advanceTimersByTimeAsync(first.STORE_PATIENCE_MS);
    await hydrating;
    settle();
    await vi.waitFor(() => expect(session.sessionStore.getState().balance).toBe(123_450), PATIENCE);
    expect(figures.figuresStore.getState().balance).toEqual({ source: 'dated', savedAt: 5_000 });
    expect(app.appStore.getState().storage).toBe('kept');
  });

  it('is not undone by what comes late: a newer figure stays, and so does another player', async () => {
    for (const [ids, expected] of [[A, 100], [B, null]] as const) {
      globalThis.indexedDB = new IDBFactory();
      await phoneOfA();
      const settle = hangingStore();
      const { boot, first, session, figures } = await load();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const hydrating = boot.hydrate();
      await ticks();
      await vi.advanceTimersByTimeAsync(first.STORE_PATIENCE_MS);
      await hydrating;
      session.enterSession(ids);
      if (expected !== null) figures.hearBalance(balanceOf(1), 1, { live: true, savedAt: 9_000 });
      settle();
      vi.useRealTimers();
      await ticks();
      expect(session.sessionStore.getState()).toMatchObject({ ...ids, balance: expected });
    }
  });

  it('does not give the store to a player who is gone when it answers', async () => {
    await phoneOfA();
    const { fence, database } = await load();
    await fence.wipePlayer(database);
    database.close();
    const settle = hangingStore();
    const late = await load();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hydrating = late.boot.hydrate();
    await ticks();
    await vi.advanceTimersByTimeAsync(late.first.STORE_PATIENCE_MS);
    await hydrating;
    late.session.leaveSession();
    settle();
    vi.useRealTimers();
    await ticks();
    expect(await late.fence.readFence(late.database)).toMatchObject({ userId: null });
  });

  it('goes on from memory after 2 s, and says so', async () => {
    await phoneOfA();
    hangingStore();
    const { boot, app, open } = await load();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    void boot.hydrate();
    await ticks();
    await vi.advanceTimersByTimeAsync(open.OPEN_DEADLINE_MS);
    await ticks();
    expect(app.appStore.getState().storage).toBe('memory');
  });
});
