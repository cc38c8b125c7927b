import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withWish, withWishes } from '../../../src/core/favourites';
import { json } from '../api/support';
import { problem } from '../outbox/model-platform';
import { becomePage, ticks } from './support';

const sync = vi.hoisted(() => ({
  startSync: vi.fn(), stopSync: vi.fn(), drainNow: vi.fn(async () => undefined), recheckSession: vi.fn(async () => undefined),
  pollNow: vi.fn(async () => undefined), tellVisibility: vi.fn(),
}));
vi.mock('../../../src/bridge/figures/sync-worker', () => sync);

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };
const AT = '2026-11-21T08:13:00.000Z';

/** A page with its platform, which has these marks of player a. */
async function load(told: readonly string[] = []) {
  const page = becomePage();
  vi.resetModules();
  const has = { marks: [...told], isDown: false };
  page.network((url) => {
    if (has.isDown) throw new TypeError('offline');
    return url.endsWith('/favourites') ? json({ items: has.marks.map((gameId) => ({ gameId, at: AT })) }) : problem(404, 'not-found')();
  });
  const actions = await import('../../../src/bridge/actions/favourites');
  const { setSession, signOut } = await import('../../../src/bridge/session/session');
  const { favouritesStore } = await import('../../../src/state/favourites');
  const { outboxStore } = await import('../../../src/state/outbox');
  const { removeFromOutbox } = await import('../../../src/data/outbox');
  const { database } = await import('../../../src/bridge/storage/database');
  const { hearOutbox } = await import('../../../src/bridge/outbox/outbox');
  const { notificationsStore } = await import('../../../src/state/notifications');
  return {
    ...actions, setSession, signOut, page, has, hearOutbox,
    shown: () => favouritesStore.getState().shown,
    waiting: () => outboxStore.getState().items.map(({ kind, slot }) => `${kind} ${slot}`),
    said: () => notificationsStore.getState().items.map(({ text }) => text),
    /** The sync worker has sent what waits. */
    async sent() {
      const items = outboxStore.getState().items;
      for (const item of items) await removeFromOutbox(database, item);
      await hearOutbox({ type: 'outbox', sent: items.map((item) => ({ ...item, at: 0 })), refused: [] });
      await ticks();
    },
  };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the games that a player marked', () => {
  it('are read from the platform, and not asked for again a moment later', async () => {
    const { loadFavourites, setSession, shown, page } = await load(['dice', 'plinko']);
    await setSession(A);
    await loadFavourites();
    expect(shown()).toEqual(['dice', 'plinko']);
    const asked = page.asked.length;
    await loadFavourites();
    expect(page.asked).toHaveLength(asked);
  });

  it('change on the screen at once, offline, too; the last wish for a game is the one that waits', async () => {
    const { loadFavourites, setFavourite, setSession, shown, waiting, has } = await load(['dice']);
    await setSession(A);
    await loadFavourites();
    has.isDown = true;
    const wish = setFavourite('plinko', true);
    expect(shown()).toEqual(['plinko', 'dice']);
    expect(await wish).toBe(true);
    await setFavourite('dice', false);
    await setFavourite('plinko', false);
    await setFavourite('plinko', true);
    expect(shown()).toEqual(['plinko']);
    expect(waiting()).toEqual(['no-favourite favourite:dice', 'favourite favourite:plinko']);
  });

  it('are what waits, too, where that was read before anybody asked for marks, nothing else is kept and there is no connection', async () => {
    const before = await load();
    await before.setSession(A);
    before.has.isDown = true;
    await before.setFavourite('plinko', true);

    // The same browser, opened anew: what the first paint does not need comes later.
    before.page.network(() => Promise.reject(new TypeError('offline')));
    vi.resetModules();
    const { enterSession } = await import('../../../src/state/session');
    const { readOutbox } = await import('../../../src/bridge/outbox/outbox');
    enterSession(A);
    await readOutbox();
    const { loadFavourites } = await import('../../../src/bridge/actions/favourites');
    const { favouritesStore } = await import('../../../src/state/favourites');
    await loadFavourites();
    expect(favouritesStore.getState().shown).toEqual(['plinko']);
  });

  it('are as the platform says once a wish was sent, and nothing is said of it', async () => {
    const { loadFavourites, setFavourite, setSession, shown, sent, said, has } = await load(['dice']);
    await setSession(A);
    await loadFavourites();
    await setFavourite('plinko', true);
    has.marks = ['plinko', 'dice', 'mines'];
    await sent();
    expect(shown()).toEqual(['plinko', 'dice', 'mines']);
    expect(said()).toEqual([]);
  });

  it('keep what waits when the platform’s list is older than it', async () => {
    const { loadFavourites, setFavourite, setSession, shown } = await load([]);
    await setSession(A);
    await setFavourite('plinko', true);
    await loadFavourites();
    expect(shown()).toEqual(['plinko']);
  });

  it('are never the next player’s, nor anybody’s after a sign-out', async () => {
    const { loadFavourites, setFavourite, setSession, signOut, shown, has } = await load(['dice']);
    await setSession(A);
    await loadFavourites();
    await setFavourite('plinko', true);
    has.isDown = true;
    await setSession(B);
    expect(shown()).toEqual([]);
    await signOut();
    expect(shown()).toEqual([]);
    expect(await setFavourite('plinko', true)).toBe(false);
    expect(shown()).toEqual([]);
    // The sign-out is told, or kept, in its own time.
    await ticks();
  });
});

describe('wishes over a list', () => {
  const item = (kind: string, gameId: unknown, state = 'waiting' as const) => ({ kind, body: { gameId }, state });

  it('add in front, take away, and change nothing that is so already', () => {
    const list = ['a', 'b'];
    expect(withWish(list, 'a', true)).toBe(list);
    expect(withWish(list, 'c', false)).toBe(list);
    expect(withWishes(list, [item('favourite', 'c'), item('no-favourite', 'a')])).toEqual(['c', 'b']);
  });

  it('leave out what is about something else, was refused, or makes no sense', () => {
    const list = ['a'];
    const odd = [item('give-consent', 'b'), { ...item('favourite', 'b'), state: 'refused' as const }, item('favourite', 7), { kind: 'favourite', body: null, state: 'waiting' as const }];
    expect(withWishes(list, odd)).toBe(list);
  });
});
