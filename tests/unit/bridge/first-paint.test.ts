import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as boot from '../../../src/bridge/boot';
import { STORE_PATIENCE_MS } from '../../../src/bridge/figures/hydrate';
import { balance } from '../../../src/core/contract/player';
import { createDatabase, OPEN_DEADLINE_MS } from '../../../src/data/database';
import { raiseEpoch, readFence, wipePlayer } from '../../../src/data/fence';
import { putSnapshot } from '../../../src/data/snapshots';
import { appStore } from '../../../src/state/app';
import { figuresStore } from '../../../src/state/figures';
import { applyBalance } from '../../../src/state/apply-figures';
import { enterSession, leaveSession, sessionStore } from '../../../src/state/session';
import { balanceOf } from '../state/support';
import { PATIENCE } from '../../support/wait-options';
import { becomePage, leavePage, openBridge } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };

/** A page that has just been loaded, on the same browser. */
function load() {
  const { bridge } = openBridge();
  return { bridge, hydrate: () => boot.hydrate(async () => bridge, async () => bridge) };
}

/** A phone on which A is signed in and has a balance of ₦1,234.50, from long ago. */
async function phoneOfA() {
  const page = becomePage();
  for (const [name, value] of Object.entries(A)) page.storage.setItem(name, value);
  const database = createDatabase();
  const raised = await raiseEpoch(database, { userId: 'a' });
  const epoch = raised.ok ? raised.value.fence.epoch : -1;
  const stored = { userId: 'a', kind: 'balance', data: balanceOf(1234.5), savedAt: 5_000, etag: null, balanceVersion: 1 };
  await putSnapshot(database, stored, epoch, balance);
  database.close();
  return page;
}

/** From here on opening the database hangs until `settle`. `whenAsked` resolves with the first try. */
function hangingStore() {
  const open = indexedDB.open.bind(indexedDB);
  const waiting: (() => void)[] = [];
  let hear: () => void = () => undefined;
  const whenAsked = new Promise<void>((resolve) => (hear = resolve));
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const late: IDBOpenDBRequest = Reflect.construct(IDBOpenDBRequest, []);
    const succeed: (() => void)[] = [];
    late.addEventListener = (type: string, listener: unknown) => {
      if (type === 'success' && typeof listener === 'function') succeed.push(() => void listener());
    };
    hear();
    waiting.push(() => {
      const real = open(...args);
      real.onsuccess = () => {
        Object.defineProperty(late, 'result', { value: real.result });
        for (const tell of succeed) tell();
      };
    });
    return late;
  });
  const settle = () => waiting.splice(0).forEach((each) => each());
  return { settle, whenAsked };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('A-06: the first paint with a store that never answers', () => {
  it('comes after 300 ms, as the player who is signed in, without a figure', async () => {
    await phoneOfA();
    const { whenAsked } = hangingStore();
    const { hydrate } = load();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isDrawn = false;
    const hydrating = hydrate().then(() => (isDrawn = true));
    // Local storage says who is signed in, so no guest's header is shown first.
    expect(sessionStore.getState()).toMatchObject(A);
    await whenAsked;
    await vi.advanceTimersByTimeAsync(STORE_PATIENCE_MS - 1);
    expect(isDrawn).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await hydrating;
    expect(sessionStore.getState()).toMatchObject({ ...A, balance: null });
  });

  it('is followed by what is stored, when the store answers after all', async () => {
    await phoneOfA();
    const { settle, whenAsked } = hangingStore();
    const { hydrate } = load();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hydrating = hydrate();
    await whenAsked;
    await vi.advanceTimersByTimeAsync(STORE_PATIENCE_MS);
    await hydrating;
    settle();
    await vi.waitFor(() => expect(sessionStore.getState().balance).toBe(123_450), PATIENCE);
    expect(figuresStore.getState().balance).toEqual({ source: 'dated', savedAt: 5_000 });
    expect(appStore.getState().storage).toBe('disk');
  });

  it('is not undone by what comes late: a newer figure stays, and so does another player', async () => {
    for (const [ids, expected] of [[A, 100], [B, null]] as const) {
      vi.stubGlobal('indexedDB', new IDBFactory());
      await phoneOfA();
      const { settle, whenAsked } = hangingStore();
      const { bridge, hydrate } = load();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const hydrating = hydrate();
      await whenAsked;
      await vi.advanceTimersByTimeAsync(STORE_PATIENCE_MS);
      await hydrating;
      enterSession(ids);
      if (expected !== null) applyBalance(balanceOf(1), 1, { live: true, savedAt: 9_000 });
      settle();
      vi.useRealTimers();
      // Another reading, which ends after the first.
      await bridge.hydrate('a');
      expect(sessionStore.getState()).toMatchObject({ ...ids, balance: expected });
    }
  });

  it('does not give the store to a player who is gone when it answers', async () => {
    await phoneOfA();
    const database = createDatabase();
    await wipePlayer(database);
    database.close();
    const { settle, whenAsked } = hangingStore();
    const { bridge, hydrate } = load();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hydrating = hydrate();
    await whenAsked;
    await vi.advanceTimersByTimeAsync(STORE_PATIENCE_MS);
    await hydrating;
    leaveSession();
    settle();
    vi.useRealTimers();
    // Another reading, which ends after the first.
    await bridge.hydrate('a');
    expect(await readFence(bridge.database)).toMatchObject({ userId: null });
  });

  it('goes on from memory after 2 s, and says so', async () => {
    await phoneOfA();
    const { whenAsked } = hangingStore();
    const { hydrate } = load();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    void hydrate();
    await whenAsked;
    await vi.advanceTimersByTimeAsync(OPEN_DEADLINE_MS);
    await vi.waitFor(() => expect(appStore.getState().storage).toBe('memory'), PATIENCE);
  });
});
