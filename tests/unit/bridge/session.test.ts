import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as boot from '../../../src/bridge/boot';
import { balance, getBalance, profile } from '../../../src/core/contract/player';
import { readFence } from '../../../src/data/fence';
import { sha256Hex } from '../../../src/data/hash';
import { putSnapshot } from '../../../src/data/snapshots';
import { appStore } from '../../../src/state/app';
import { figuresStore } from '../../../src/state/figures';
import { applyBalance } from '../../../src/state/apply-figures';
import { sessionStore } from '../../../src/state/session';
import { json } from '../api/support';
import { PATIENCE } from '../../support/wait-options';
import { balanceOf, PROFILE } from '../state/support';
import { becomePage, endsSessions, leavePage, openBridge } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };

/** A page that has just been loaded; the browser's storage may be an old one. */
async function load(page = becomePage()) {
  const { bridge, sync } = openBridge();
  const { database, session } = bridge;
  const records = async (store: 'snapshots' | 'intents' | 'revocations') => {
    const read = await database.tx([store], 'readonly', (tx) => tx.objectStore(store).getAll());
    return read.ok ? read.value : [];
  };
  /** Stores the answer as the service worker does. */
  const store = async (userId: string, kind: string, data: unknown) => {
    const epoch = (await readFence(database))?.epoch ?? -1;
    const shape = kind === 'profile' ? profile : balance;
    const more = { savedAt: 5_000, etag: null, balanceVersion: 1 };
    return putSnapshot(database, { userId, kind, data, ...more }, epoch, shape);
  };
  const hydrate = () => boot.hydrate(async () => bridge, async () => bridge);
  const askBalance = () => bridge.calls.callAsPlayer(getBalance, ({ userId }) => ({ params: { userId } }));
  return { bridge, session, sync, page, records, store, hydrate, askBalance, state: () => sessionStore.getState() };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('a session that is set', () => {
  it('replaces what was there, goes to local storage, and then starts the check and the timer', async () => {
    const { session, sync, page, state, bridge } = await load();
    await session.enter(A);
    expect(state()).toMatchObject(A);
    expect(Object.fromEntries(page.storage.entries)).toEqual(A);
    expect(sync.start).toHaveBeenCalledWith(A);
    expect(await readFence(bridge.database)).toMatchObject({ userId: 'a' });
  });

  it('of another player finds nothing of the one before, in the stores or on the device', async () => {
    const { session, sync, state, store, records } = await load();
    await session.enter(A);
    applyBalance(balanceOf(777), 1, { live: true, savedAt: 1 });
    await store('a', 'balance', balanceOf(777));
    await session.enter(B);
    expect(state()).toMatchObject({ ...B, balance: null, balanceCurrency: null });
    expect(await records('snapshots')).toEqual([]);
    expect(sync.stop).toHaveBeenCalled();
  });

  it('is said not to be kept where local storage is closed', async () => {
    const { session, page } = await load();
    page.storage.setItem = () => {
      throw new DOMException('closed', 'SecurityError');
    };
    await session.enter(A);
    expect(appStore.getState().isSessionStored).toBe(false);
  });
});

describe('signing out', () => {
  it('leaves nothing of the player here and ends the session on the platform', async () => {
    const { session, page, state, store, records } = await load();
    await session.enter(A);
    await store('a', 'balance', balanceOf(777));
    page.network(endsSessions);
    await session.signOut();
    expect(state()).toMatchObject({ sessionId: null, userId: null, profile: null, balance: null });
    expect(page.storage.entries.size).toBe(0);
    expect(await records('snapshots')).toEqual([]);
    expect(await records('revocations')).toEqual([]);
    const signOutCall = page.requests.find(({ url }) => url === '/api/v1/auth/sign-out');
    expect(signOutCall?.headers.get('x-sessionid')).toBe(A.sessionId);
    expect(appStore.getState().pendingSignOuts).toBe(0);
  });

  it('without a connection wipes at once and keeps only a hash to tell the platform later', async () => {
    const { session, page, records, bridge } = await load();
    await session.enter(A);
    await session.signOut();
    // The sign-out itself, and by its hash.
    await page.whenAsked(2);
    expect(Object.fromEntries(page.storage.entries)).toEqual({ revocations: JSON.stringify([sha256Hex(A.sessionId)]) });
    expect(await records('revocations')).toEqual([{ hash: sha256Hex(A.sessionId), expiry: expect.any(Number) }]);
    expect(appStore.getState().pendingSignOuts).toBe(1);

    page.network(endsSessions);
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (typeof init.body === 'string') bodies.push(JSON.parse(init.body));
      return endsSessions(url, init);
    });
    await bridge.revocations.flush();
    expect(bodies).toEqual([{ hash: sha256Hex(A.sessionId) }]);
    expect(await records('revocations')).toEqual([]);
    expect(page.storage.entries.size).toBe(0);
    expect(appStore.getState().pendingSignOuts).toBe(0);
  });

  it('drops answers that come after it', async () => {
    const { session, page, askBalance } = await load();
    await session.enter(A);
    let answerNow: () => void = () => undefined;
    page.network(() => new Promise((resolve) => (answerNow = () => resolve(json(balanceOf(777))))));
    const late = askBalance();
    await page.whenAsked(1);
    page.network(endsSessions);
    await session.signOut();
    answerNow();
    expect(await late).toMatchObject({ ok: false, error: { code: 'canceled' } });
  });
});

describe('a session that the platform ended', () => {
  const ended = () => json({ title: 'No', status: 401, code: 'session-ended', reason: 'revoked' }, { status: 401 });

  it('is told with its reason; snapshots go, open money of the player stays for the next sign-in', async () => {
    const { session, page, state, store, records, askBalance, bridge } = await load();
    await session.enter(A);
    await store('a', 'balance', balanceOf(777));
    const intent = {
      key: 'k', kind: 'deposit' as const, userId: 'a', gameId: null, body: {}, state: 'unknown' as const, at: Date.now(), sentAt: 1, answer: null, refusal: null,
    };
    await bridge.intentRecords.put(intent);
    page.network(ended);
    await askBalance();
    expect(appStore.getState().sessionEnd).toMatchObject({ reason: 'revoked' });
    expect(state().sessionId).toBeNull();
    await vi.waitFor(() => expect(page.storage.entries.size).toBe(0), PATIENCE);
    expect(await records('snapshots')).toEqual([]);
    expect(await records('intents')).toEqual([intent]);
    await session.enter(B);
    expect(await records('intents')).toEqual([]);
  });

  it('does not sign out another tab, which has signed in again already', async () => {
    const { session, page, state, askBalance } = await load();
    await session.enter(A);
    page.storage.setItem('sessionId', 'newer-session-of-a');
    const balance = () => json(balanceOf(777));
    page.network((_url, { headers }) => (new Headers(headers).get('x-sessionid') === A.sessionId ? ended() : balance()));
    // The call was refused with the old id, so the bridge repeats it with the new one.
    expect(await askBalance()).toMatchObject({ ok: true });
    expect(state()).toMatchObject({ sessionId: 'newer-session-of-a', userId: 'a' });
    expect(page.storage.getItem('sessionId')).toBe('newer-session-of-a');
  });

  it('does not end by one 401 without a problem, which a gateway may send; the profile decides', async () => {
    const { session, page, state, askBalance } = await load();
    await session.enter(A);
    const busy = () => new Response('auth backend busy', { status: 401, headers: { 'content-type': 'text/plain' } });
    page.network((url) => (url.includes('/balance') ? busy() : json(PROFILE)));
    expect(await askBalance()).toMatchObject({ ok: false, error: { status: 401 } });
    expect(state().sessionId).toBe(A.sessionId);
    page.network(busy);
    await askBalance();
    expect(state().sessionId).toBeNull();
  });

  it.each(['binding-missing', 'password-needed'])('is not what %s says', async (code) => {
    const { session, page, state, askBalance } = await load();
    await session.enter(A);
    page.network(() => json({ title: 'No', status: 401, code }, { status: 401 }));
    await askBalance();
    expect(state().sessionId).toBe(A.sessionId);
  });
});

describe('another tab', () => {
  it('that signed out takes this one with it, and one that signed in brings it along', async () => {
    const { session, sync, page, state } = await load();
    await session.enter(A);
    page.storage.entries.clear();
    await session.adopt();
    expect(state().sessionId).toBeNull();
    for (const [name, value] of Object.entries(B)) page.storage.setItem(name, value);
    await session.adopt();
    expect(state()).toMatchObject({ ...B, balance: null });
    expect(sync.start).toHaveBeenLastCalledWith(B);
  });
});

describe('the first paint', () => {
  it('of a signed-in player shows what was last known, with its age', async () => {
    const before = await load();
    await before.session.enter(A);
    await before.store('a', 'profile', PROFILE);
    await before.store('a', 'balance', balanceOf(1234.5));
    before.bridge.close();

    const { hydrate, state } = await load(before.page);
    await hydrate();
    expect(state()).toMatchObject({ ...A, userName: 'ada', balance: 123_450, balanceCurrency: 'NGN' });
    expect(figuresStore.getState().balance).toEqual({ source: 'dated', savedAt: 5_000 });
    expect(boot.isSignedIn()).toBe(true);
  });

  it('shows nothing of any player but the one of the session', async () => {
    const before = await load();
    await before.session.enter(A);
    await before.store('a', 'balance', balanceOf(777));
    before.bridge.close();
    for (const [name, value] of Object.entries(B)) before.page.storage.setItem(name, value);

    const { hydrate, state, records } = await load(before.page);
    await hydrate();
    expect(state()).toMatchObject({ ...B, balance: null });
    expect(await records('snapshots')).toEqual([]);
  });

  it('of a guest waits for no database', async () => {
    const open = vi.spyOn(indexedDB, 'open');
    const { hydrate, state } = await load();
    await hydrate();
    expect(state().sessionId).toBeNull();
    expect(open).not.toHaveBeenCalled();
  });
});
