/** A sign-out does what its messages promise before they are shown, because somebody else may take the phone at once. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queueOf } from '../../../src/bridge/outbox/queue';
import { SESSION_LIFE_MS } from '../../../src/data/revocations';
import { sha256Hex } from '../../../src/data/hash';
import { outboxOf } from '../../../src/data/outbox';
import { readFence } from '../../../src/data/fence';
import { hostStore } from '../../../src/state/catalogue';
import { notificationsStore } from '../../../src/state/notifications';
import { sessionStore } from '../../../src/state/session';
import { json } from '../api/support';
import { PROFILE } from '../state/support';
import { becomePage, endsSessions, leavePage, openBridge, whenIdle } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };
const COMPLETE = 'You are now fully signed out.';
const NOT_ENDED = 'You are signed out here, but your session could not be ended on our side.';
const DAY_MS = 24 * 60 * 60_000;

const taken = endsSessions;
const busy = () => json({ title: 'Later', status: 503, code: 'unavailable' }, { status: 503 });
const notificationTexts = () => notificationsStore.getState().items.map(({ text }) => text);

let page: ReturnType<typeof becomePage>;

/** Opens the app anew on the same device. */
function openApp() {
  hostStore.setState({ config: { capabilities: ['sign-in'], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' } });
  const { bridge, sync } = openBridge();
  hostStore.setState({ config: { capabilities: ['sign-in'], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' } });
  return { bridge, sync, session: bridge.session, flush: bridge.revocations.flush };
}

const revocationCalls = () => page.requests.filter(({ url }) => url === '/api/v1/auth/revocations').length;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  page = becomePage();
});
afterEach(leavePage);

describe('a sign-out while a break waits that the platform does not take', () => {
  async function leaveWithBreak() {
    const { bridge, session } = openApp();
    await session.enter(A);
    await queueOf(bridge).queue('exclude', { length: '24-hours' });
    const onLeft = vi.fn();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const leaving = session.signOut({ onLeft });
    return { leaving, onLeft };
  }

  it('is reported only when it is done', async () => {
    const { leaving, onLeft } = await leaveWithBreak();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(onLeft).not.toHaveBeenCalled();
    expect(sessionStore.getState().userId).toBe('a');
    await vi.advanceTimersByTimeAsync(1_000);
    await leaving;
    expect(onLeft).toHaveBeenCalledTimes(1);
    expect(sessionStore.getState().userId).toBeNull();
  });

  it('holds although the app is closed before it is done: the next visitor is a guest and finds nothing, and the session is ended', async () => {
    await leaveWithBreak();
    expect(page.storage.getItem('sessionId')).toBeNull();
    await whenIdle();
    vi.useRealTimers();
    page.network(taken);
    const { bridge, session, flush } = openApp();
    await session.adopt();
    expect(sessionStore.getState().userId).toBeNull();
    await bridge.wipe.retry();
    await flush();
    expect((await readFence(bridge.database))?.userId).toBeNull();
    expect(await outboxOf(bridge.database, 'a')).toEqual([]);
    expect(revocationCalls()).toBe(1);
    expect(page.storage.entries.size).toBe(0);
  });
});

describe('a session that is to be ended on the platform', () => {
  it.each([['ahead', 40], ['behind', -40]])('is ended although the phone’s clock was 40 days %s at the sign-out', async (_, days) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const right = Date.now();
    const { session, flush } = openApp();
    vi.setSystemTime(right + days * DAY_MS);
    await session.enter(A);
    await session.signOut();
    await whenIdle();
    vi.setSystemTime(right);
    page.network(taken);
    await flush();
    expect(revocationCalls()).toBeGreaterThan(0);
    expect(notificationTexts()).toContain(COMPLETE);
  });

  it('is ended by the app that is opened again with the clock set right', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const right = Date.now();
    const before = openApp();
    vi.setSystemTime(right - 2 * SESSION_LIFE_MS);
    await before.session.enter(A);
    await before.session.signOut();
    await whenIdle();
    vi.setSystemTime(right);
    page.network(taken);
    const calls = revocationCalls();
    await openApp().flush();
    expect(revocationCalls()).toBe(calls + 1);
  });

  it.each(['its page', 'another page'])('is ended by %s although the browser threw the database away meanwhile', async (which) => {
    const opened = openApp();
    await opened.session.enter(A);
    await opened.session.signOut();
    await whenIdle();
    opened.bridge.database.close();
    vi.stubGlobal('indexedDB', new IDBFactory());
    const { flush } = which === 'its page' ? opened : openApp();
    expect(notificationTexts()).not.toContain(COMPLETE);
    page.network(taken);
    await flush();
    expect(revocationCalls()).toBeGreaterThan(0);
    expect(notificationTexts().includes(COMPLETE)).toBe(which === 'its page');
    expect(page.storage.entries.size).toBe(0);
  });

  it('is not reported as ended only because its record is gone: the platform is asked', async () => {
    const { bridge, session, flush } = openApp();
    await session.enter(A);
    await session.signOut();
    await whenIdle();
    await bridge.database.tx(['revocations'], 'readwrite', (tx) => tx.objectStore('revocations').clear());
    page.storage.removeItem('revocations');
    await flush();
    expect(notificationTexts()).not.toContain(COMPLETE);
    page.network(taken);
    await flush();
    expect(notificationTexts()).toContain(COMPLETE);
  });

  it('is ended by the app that is opened again where only local storage is open', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { session } = openApp();
    await session.enter(A);
    await session.signOut();
    expect(Object.fromEntries(page.storage.entries)).toEqual({ revocations: JSON.stringify([sha256Hex(A.sessionId)]) });
    page.network(taken);
    const calls = revocationCalls();
    await openApp().flush();
    expect(revocationCalls()).toBe(calls + 1);
    expect(page.storage.entries.size).toBe(0);
  });

  it('is promised only for as long as the page is open where nothing is kept', async () => {
    vi.stubGlobal('indexedDB', undefined);
    page.storage.setItem = () => {
      throw new DOMException('closed', 'SecurityError');
    };
    const { session } = openApp();
    await session.enter(A);
    await session.signOut();
    expect(notificationTexts()).toEqual(['You are signed out here. Keep this page open until you are online, so that we can end the session.']);
  });
});

describe('an empty success that is not the platform’s', () => {
  it.each([
    ['to everything', () => new Response('')],
    ['to the sign-out alone, while the session goes on', (url: string) => (url.endsWith('/profile') ? json(PROFILE) : new Response(''))],
  ])('ends no session: %s', async (_, answer) => {
    const { session, flush } = openApp();
    await session.enter(A);
    page.network(answer);
    await session.signOut();
    await flush();
    expect(notificationTexts()).not.toContain(COMPLETE);
    expect(page.storage.getItem('revocations')).toContain(sha256Hex(A.sessionId));
    page.network(taken);
    await flush();
    expect(notificationTexts()).toContain(COMPLETE);
    expect(page.storage.entries.size).toBe(0);
  });
});

describe('the next player on the phone', () => {
  it.each([
    ['ended', taken, COMPLETE],
    ['refused', () => json({ title: 'Forbidden', status: 403, code: 'forbidden' }, { status: 403 }), NOT_ENDED],
  ])('reads nothing of the session of the one before, which is %s after they have signed in', async (_, answer, text) => {
    const { session, flush } = openApp();
    await session.enter(A);
    page.network(busy);
    await session.signOut();
    await whenIdle();
    await session.enter(B);
    page.network(answer);
    await flush();
    expect(revocationCalls()).toBeGreaterThan(0);
    expect(notificationTexts()).not.toContain(text);
    page.network(taken);
    await session.signOut();
    await flush();
    expect(notificationTexts()).toEqual([]);
  });

  it('reads no notice about the other player’s sign-out, when its answer comes late', async () => {
    const { session } = openApp();
    await session.enter(A);
    let failNow: () => void = () => undefined;
    page.network(() => new Promise((_, reject) => (failNow = () => reject(new TypeError('offline')))));
    const leaving = session.signOut();
    await page.whenAsked('/auth/sign-out');
    const fail = failNow;
    page.network(busy);
    await session.enter(B);
    fail();
    await leaving;
    expect(notificationTexts()).toEqual([]);
  });
});
