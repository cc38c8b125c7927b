import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withWish, withWishes } from '../../../src/core/favourites';
import { favouritesOf } from '../../../src/bridge/outbox/favourites';
import { removeFromOutbox } from '../../../src/data/outbox';
import { favouritesStore } from '../../../src/state/favourites';
import { notificationsStore } from '../../../src/state/notifications';
import { outboxStore } from '../../../src/state/outbox';
import { enterSession } from '../../../src/state/session';
import { PATIENCE } from '../../support/wait-options';
import { json } from '../api/support';
import { problem } from '../outbox/model-platform';
import { becomePage, leavePage, openBridge } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };
const AT = '2026-11-21T08:13:00.000Z';

/** A page with its platform, which has these marks of player a. */
function load(platformFavourites: readonly string[] = []) {
  const page = becomePage();
  const { bridge } = openBridge();
  const has = { marks: [...platformFavourites], isDown: false };
  page.network((url) => {
    if (has.isDown) throw new TypeError('offline');
    return url.endsWith('/favourites') ? json({ items: has.marks.map((gameId) => ({ gameId, at: AT })) }) : problem(404, 'not-found')();
  });
  const { database, outbox, session } = bridge;
  const favourites = favouritesOf(bridge);
  return {
    session, page, has, loadFavourites: favourites.load, setFavourite: favourites.set,
    shown: () => favouritesStore.getState().visibleIds,
    waiting: () => outboxStore.getState().items.map(({ kind, slot }) => `${kind} ${slot}`),
    notificationTexts: () => notificationsStore.getState().items.map(({ text }) => text),
    /** The sync worker has sent what waits. */
    async sent() {
      const items = outboxStore.getState().items;
      for (const item of items) await removeFromOutbox(database, item);
      await outbox.applyEvent({ type: 'outbox', sent: items.map((item) => ({ ...item, at: 0 })), refused: [] });
    },
  };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('the games that a player marked', () => {
  it('are read from the platform, and not asked for again a moment later', async () => {
    const { loadFavourites, session, shown, page } = load(['dice', 'plinko']);
    await session.enter(A);
    await loadFavourites();
    expect(shown()).toEqual(['dice', 'plinko']);
    const callCount = page.requests.length;
    await loadFavourites();
    expect(page.requests).toHaveLength(callCount);
  });

  it('change on the screen at once, offline, too; the last wish for a game is the one that waits', async () => {
    const { loadFavourites, setFavourite, session, shown, waiting, has } = load(['dice']);
    await session.enter(A);
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

  it('include the waiting changes when the outbox was read first, no list is stored and there is no connection', async () => {
    const before = load();
    await before.session.enter(A);
    before.has.isDown = true;
    await before.setFavourite('plinko', true);

    // The same browser, opened anew: what the first paint does not need comes later.
    before.page.network(() => Promise.reject(new TypeError('offline')));
    const { bridge } = openBridge();
    enterSession(A);
    await bridge.outbox.read();
    await favouritesOf(bridge).load();
    expect(favouritesStore.getState().visibleIds).toEqual(['plinko']);
  });

  it('are loaded from the platform once a change was sent, without a notice', async () => {
    const { loadFavourites, setFavourite, session, shown, sent, notificationTexts, has } = load(['dice']);
    await session.enter(A);
    await loadFavourites();
    await setFavourite('plinko', true);
    has.marks = ['plinko', 'dice', 'mines'];
    await sent();
    await vi.waitFor(() => expect(shown()).toEqual(['plinko', 'dice', 'mines']), PATIENCE);
    expect(notificationTexts()).toEqual([]);
  });

  it('keep what waits when the platform’s list is older than it', async () => {
    const { loadFavourites, setFavourite, session, shown } = load([]);
    await session.enter(A);
    await setFavourite('plinko', true);
    await loadFavourites();
    expect(shown()).toEqual(['plinko']);
  });

  it('are never the next player’s, nor anybody’s after a sign-out', async () => {
    const { loadFavourites, setFavourite, session, shown, has, page } = load(['dice']);
    await session.enter(A);
    await loadFavourites();
    await setFavourite('plinko', true);
    has.isDown = true;
    await session.enter(B);
    expect(shown()).toEqual([]);
    await session.signOut();
    expect(shown()).toEqual([]);
    expect(await setFavourite('plinko', true)).toBe(false);
    expect(shown()).toEqual([]);
    await page.whenAsked('/auth/revocations');
  });
});

describe('wishes over a list', () => {
  const item = (kind: string, gameId: unknown, state = 'waiting' as const) => ({ kind, body: { gameId }, state });

  it('add in front, remove, and change nothing that is as wished already', () => {
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
