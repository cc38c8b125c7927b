import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { balance, profile } from '../../../src/core/contract/player';
import { sha256Hex } from '../../../src/data/hash';
import { json } from '../api/support';
import { balanceOf, PROFILE } from '../state/support';
import { becomePage, ticks } from './support';

const sync = vi.hoisted(() => ({
  startSync: vi.fn(), stopSync: vi.fn(), pollNow: vi.fn(async () => undefined), recheckSession: vi.fn(), tellVisibility: vi.fn(),
}));
vi.mock('../../../src/bridge/figures/sync-worker', () => sync);

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };

/** A page that has just been loaded: every module anew, as after a reload; the browser's storage may be an old one. */
async function load(page = becomePage()) {
  vi.resetModules();
  const modules = {
    session: await import('../../../src/bridge/session/session'),
    boot: await import('../../../src/bridge/boot'),
    platform: await import('../../../src/bridge/platform/platform'),
    database: await import('../../../src/bridge/storage/database'),
    revocations: await import('../../../src/bridge/session/revocations'),
    store: await import('../../../src/state/session'),
    figures: { ...(await import('../../../src/state/figures')), ...(await import('../../../src/state/hear-figures')) },
    app: await import('../../../src/state/app'),
    fence: await import('../../../src/data/fence'),
    snapshots: await import('../../../src/data/snapshots'),
    player: await import('../../../src/core/contract/player'),
  };
  const { database } = modules.database;
  const records = async (store: 'snapshots' | 'intents' | 'revocations') => {
    const read = await database.tx([store], 'readonly', (tx) => tx.objectStore(store).getAll());
    return read.ok ? read.value : [];
  };
  /** As the service worker would. */
  const store = async (userId: string, kind: string, data: unknown) => {
    const epoch = (await modules.fence.readFence(database))?.epoch ?? -1;
    const shape = kind === 'profile' ? profile : balance;
    const more = { savedAt: 5_000, etag: null, balanceVersion: 1 };
    return modules.snapshots.putSnapshot(database, { userId, kind, data, ...more }, epoch, shape);
  };
  return { ...modules, page, records, store, state: () => modules.store.sessionStore.getState() };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a session that is set', () => {
  it('replaces what was there, goes to local storage, and then starts the check and the timer', async () => {
    const { session, page, state, fence, database } = await load();
    await session.setSession(A);
    expect(state()).toMatchObject(A);
    expect(Object.fromEntries(page.storage.entries)).toEqual(A);
    expect(sync.startSync).toHaveBeenCalledWith(A);
    expect(await fence.readFence(database.database)).toMatchObject({ userId: 'a' });
  });

  it('of another player finds nothing of the one before, in the stores or on the device', async () => {
    const { session, state, figures, store, records } = await load();
    await session.setSession(A);
    figures.hearBalance(balanceOf(777), 1, { live: true, savedAt: 1 });
    await store('a', 'balance', balanceOf(777));
    await session.setSession(B);
    expect(state()).toMatchObject({ ...B, balance: null, balanceCurrency: null });
    expect(await records('snapshots')).toEqual([]);
    expect(sync.stopSync).toHaveBeenCalled();
  });

  it('is said not to be kept where local storage is closed', async () => {
    const { session, app, page } = await load();
    page.storage.setItem = () => {
      throw new DOMException('closed', 'SecurityError');
    };
    await session.setSession(A);
    expect(app.appStore.getState().sessionKept).toBe(false);
  });
});

describe('signing out', () => {
  it('leaves nothing of the player here and ends the session on the platform', async () => {
    const { session, page, state, store, records, app } = await load();
    await session.setSession(A);
    await store('a', 'balance', balanceOf(777));
    page.network(() => new Response(null, { status: 204 }));
    await session.signOut();
    expect(state()).toMatchObject({ sessionId: null, userId: null, profile: null, balance: null });
    expect(page.storage.entries.size).toBe(0);
    expect(await records('snapshots')).toEqual([]);
    expect(await records('revocations')).toEqual([]);
    const told = page.asked.find(({ url }) => url === '/api/v1/auth/sign-out');
    expect(told?.headers.get('x-sessionid')).toBe(A.sessionId);
    expect(app.appStore.getState().pendingSignOuts).toBe(0);
  });

  it('without a connection wipes at once and keeps only a hash to tell the platform later', async () => {
    const { session, page, records, app, revocations } = await load();
    await session.setSession(A);
    await session.signOut();
    await ticks();
    expect(page.storage.entries.size).toBe(0);
    expect(await records('revocations')).toEqual([{ hash: sha256Hex(A.sessionId), expiry: expect.any(Number) }]);
    expect(app.appStore.getState().pendingSignOuts).toBe(1);

    page.network(() => new Response(null, { status: 204 }));
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
      bodies.push(JSON.parse(init.body));
      return new Response(null, { status: 204 });
    });
    await revocations.flushRevocations();
    expect(bodies).toEqual([{ hash: sha256Hex(A.sessionId) }]);
    expect(await records('revocations')).toEqual([]);
    expect(app.appStore.getState().pendingSignOuts).toBe(0);
  });

  it('drops answers that come after it', async () => {
    const { session, page, platform, player } = await load();
    await session.setSession(A);
    let answerNow: () => void = () => undefined;
    page.network(() => new Promise((resolve) => (answerNow = () => resolve(json(balanceOf(777))))));
    const late = platform.callAsPlayer(player.getBalance, ({ userId }) => ({ params: { userId } }));
    await ticks(2);
    page.network(() => new Response(null, { status: 204 }));
    await session.signOut();
    answerNow();
    expect(await late).toMatchObject({ ok: false, error: { code: 'canceled' } });
  });
});

describe('a session that the platform ended', () => {
  const ended = () => json({ title: 'No', status: 401, code: 'session-ended', reason: 'revoked' }, { status: 401 });

  it('is told with its reason; snapshots go, open money of the player stays for the next sign-in', async () => {
    const { session, page, state, store, records, app, platform, player, database } = await load();
    await session.setSession(A);
    await store('a', 'balance', balanceOf(777));
    const intent = {
      key: 'k', kind: 'deposit' as const, userId: 'a', gameId: null, body: {}, state: 'unknown' as const, at: Date.now(), sentAt: 1, answer: null, refusal: null,
    };
    await database.intentShelf.put(intent);
    page.network(ended);
    await platform.callAsPlayer(player.getBalance, ({ userId }) => ({ params: { userId } }));
    await ticks();
    expect(app.appStore.getState().sessionEnded).toMatchObject({ reason: 'revoked' });
    expect(state().sessionId).toBeNull();
    expect(page.storage.entries.size).toBe(0);
    expect(await records('snapshots')).toEqual([]);
    expect(await records('intents')).toEqual([intent]);
    await session.setSession(B);
    expect(await records('intents')).toEqual([]);
  });

  it('does not sign out the tab next door, which has signed in anew already', async () => {
    const { session, page, state, platform, player } = await load();
    await session.setSession(A);
    page.storage.setItem('sessionId', 'newer-session-of-a');
    const balance = () => json(balanceOf(777));
    page.network((_url, { headers }) => (new Headers(headers).get('x-sessionid') === A.sessionId ? ended() : balance()));
    // What was refused with the old id is asked again with the new one.
    expect(await platform.callAsPlayer(player.getBalance, ({ userId }) => ({ params: { userId } }))).toMatchObject({ ok: true });
    await ticks();
    expect(state()).toMatchObject({ sessionId: 'newer-session-of-a', userId: 'a' });
    expect(page.storage.getItem('sessionId')).toBe('newer-session-of-a');
  });

  it.each(['binding-missing', 'password-needed'])('is not what %s says', async (code) => {
    const { session, page, state, platform, player } = await load();
    await session.setSession(A);
    page.network(() => json({ title: 'No', status: 401, code }, { status: 401 }));
    await platform.callAsPlayer(player.getBalance, ({ userId }) => ({ params: { userId } }));
    await ticks();
    expect(state().sessionId).toBe(A.sessionId);
  });
});

describe('another tab', () => {
  it('that signed out takes this one with it, and one that signed in brings it along', async () => {
    const { session, page, state } = await load();
    await session.setSession(A);
    page.storage.entries.clear();
    await session.adoptSession();
    expect(state().sessionId).toBeNull();
    for (const [name, value] of Object.entries(B)) page.storage.setItem(name, value);
    await session.adoptSession();
    expect(state()).toMatchObject({ ...B, balance: null });
    expect(sync.startSync).toHaveBeenLastCalledWith(B);
  });
});

describe('the first paint', () => {
  it('of a signed-in player shows what was last known, with its age', async () => {
    const before = await load();
    await before.session.setSession(A);
    await before.store('a', 'profile', PROFILE);
    await before.store('a', 'balance', balanceOf(1234.5));
    before.database.database.close();

    const { boot, state, figures } = await load(before.page);
    await boot.hydrate();
    expect(state()).toMatchObject({ ...A, userName: 'ada', balance: 123_450, balanceCurrency: 'NGN' });
    expect(figures.figuresStore.getState().balance).toEqual({ source: 'dated', savedAt: 5_000 });
    expect(boot.isSignedIn()).toBe(true);
  });

  it('shows nothing of a player who is not the one found', async () => {
    const before = await load();
    await before.session.setSession(A);
    await before.store('a', 'balance', balanceOf(777));
    before.database.database.close();
    for (const [name, value] of Object.entries(B)) before.page.storage.setItem(name, value);

    const { boot, state, records } = await load(before.page);
    await boot.hydrate();
    expect(state()).toMatchObject({ ...B, balance: null });
    expect(await records('snapshots')).toEqual([]);
  });

  it('of a guest waits for no database', async () => {
    const open = vi.spyOn(indexedDB, 'open');
    const { boot, state } = await load();
    await boot.hydrate();
    expect(state().sessionId).toBeNull();
    expect(open).not.toHaveBeenCalled();
  });
});
