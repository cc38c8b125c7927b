import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isBinding, MAX_OUTBOX_ITEMS } from '../../../src/core/outbox/queue';
import { PLAYER_KINDS } from '../../../src/core/outbox/kinds';
import type { OutboxBody } from '../../../src/core/outbox/all-kinds';
import type { PlayerKindName } from '../../../src/core/outbox/kinds';
import { raiseEpoch, readFence } from '../../../src/data/fence';
import { sha256Hex } from '../../../src/data/hash';
import { consentsOf } from '../../../src/bridge/outbox/consents';
import { queueOf } from '../../../src/bridge/outbox/queue';
import { getProfile } from '../../../src/core/contract/player';
import { markInOutbox, outboxOf, removeFromOutbox } from '../../../src/data/outbox';
import { refuseRevocation } from '../../../src/data/revocations';
import { appStore } from '../../../src/state/app';
import { hostStore } from '../../../src/state/catalogue';
import { noteOffline, notePlatformAnswer } from '../../../src/state/connection';
import { notificationsStore } from '../../../src/state/notifications';
import { outboxStore } from '../../../src/state/outbox';
import { sessionStore } from '../../../src/state/session';
import { PATIENCE } from '../../support/wait-options';
import { json } from '../api/support';
import { respondTo } from '../outbox/answers';
import { FIXTURES } from '../outbox/fixtures';
import { becomePage, endsSessions, leavePage, openBridge, whenIdle } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };

function load() {
  const page = becomePage();
  const { bridge, sync } = openBridge();
  const { calls, database, outbox, revocations, session } = bridge;
  return {
    calls, sync, session, outbox, page, revocations, db: database, actions: queueOf(bridge), consents: consentsOf(bridge),
    items: () => outboxStore.getState().items,
    notificationTexts: () => notificationsStore.getState().items.map(({ text }) => text),
  };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

/** A heart shows by itself that it is set: a message about it would be one too many. */
function wordsOfSent(kind: PlayerKindName): string[] {
  if (kind === 'favourite' || kind === 'no-favourite') return [];
  return [kind.startsWith('send-') ? 'Your message to us has been sent.' : 'Your change has been sent.'];
}

describe.each(Object.keys(PLAYER_KINDS) as PlayerKindName[])('a %s that a player queues', (kind) => {
  const { bodies: [first, behind], secondKind: other = kind } = FIXTURES[kind];
  const second = behind as OutboxBody<typeof other>;

  it('is seen waiting at once, goes to the worker, and is seen done', async () => {
    const { sync, actions, session, items, db, outbox, notificationTexts } = load();
    await session.enter(A);
    expect(await actions.queue(kind, first)).toMatchObject({ outcome: 'queued' });
    expect(items()).toMatchObject([{ kind, body: first, state: 'waiting', userId: 'a' }]);
    expect(sync.drainNow).toHaveBeenCalled();
    const [item] = items();
    await removeFromOutbox(db, item ?? {});
    await outbox.applyEvent({ type: 'outbox', sent: item ? [{ ...item, at: Date.now() - 60_000 }] : [], refused: [] });
    expect(items()).toEqual([]);
    expect(notificationTexts()).toEqual(wordsOfSent(kind));
  });

  it('is reported when it is refused, and stays until the player dismisses it', async () => {
    const { actions, session, items, db, outbox, notificationTexts } = load();
    await session.enter(A);
    await actions.queue(kind, first);
    await actions.queue(other, second);
    const [item] = items();
    if (!item) throw new Error('nothing waits');
    const refused = { ...item, state: 'refused' as const, problem: { title: 'No', status: 422, code: 'x', detail: 'Not this one.' } };
    await markInOutbox(db, refused);
    await outbox.applyEvent({ type: 'outbox', sent: [], refused: [refused] });
    expect(notificationTexts()).toEqual(['One of your changes was not accepted. Not this one.']);
    expect(items()).toMatchObject([{ state: 'refused' }, { state: 'waiting' }]);
    await actions.drop(refused);
    expect(items()).toMatchObject([{ state: 'waiting', body: second }]);
  });

  it('can be taken back while it waits, unless it holds on the device already', async () => {
    const { actions, session, items, db } = load();
    await session.enter(A);
    await actions.queue(kind, first);
    const bindingCount = isBinding(items()[0]!, PLAYER_KINDS) ? 1 : 0;
    await actions.drop(items()[0]!);
    expect(items()).toHaveLength(bindingCount);
    expect(await outboxOf(db, 'a')).toHaveLength(bindingCount);
  });

  it('is deleted with the sign-out, and the next player does not see it', async () => {
    const { actions, session, items, outbox } = load();
    await session.enter(A);
    await actions.queue(kind, first);
    await session.enter(B);
    expect(items()).toEqual([]);
    await outbox.read();
    expect(items()).toEqual([]);
    expect(await actions.queue(kind, first)).toMatchObject({ outcome: 'queued' });
    expect(items()).toHaveLength(1);
  });

  it('waits for a new sign-in when the platform ended the session', async () => {
    const { calls, actions, session, items, page, db, outbox } = load();
    await session.enter(A);
    await actions.queue(kind, first);
    page.network(() => json({ title: 'No', status: 401, code: 'session-ended', reason: 'expired' }, { status: 401 }));
    await calls.callAsPlayer(getProfile, ({ userId }) => ({ params: { userId } }));
    expect(items()).toEqual([]);
    await vi.waitFor(async () => expect(await outboxOf(db, 'a')).toEqual([]), PATIENCE);
    await session.enter(A);
    await outbox.read();
    expect(items()).toMatchObject([{ body: first }]);
  });

  it('is sent at once where the browser keeps nothing; without an answer nothing is known of it, and it goes out again under the same key', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { actions, session, page } = load();
    await session.enter(A);
    expect(await actions.queue(kind, first)).toMatchObject({ outcome: 'unknown', error: { code: 'network' } });
    page.network(() => new Response('OK'));
    expect(await actions.queue(kind, first)).toMatchObject({ outcome: 'unknown', error: { code: 'bad-response' } });
    page.network((url, { method = 'GET' }) => respondTo(method, url));
    expect(await actions.queue(kind, first)).toEqual({ outcome: 'sent' });
    expect(page.requests.at(-1)?.headers.get('x-sessionid')).toBe(A.sessionId);
    const keys = page.requests.map(({ headers }) => headers.get('idempotency-key')).filter((key) => key !== null);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{48}$/);
    expect(await actions.queue(kind, first)).toEqual({ outcome: 'sent' });
    expect(page.requests.at(-1)?.headers.get('idempotency-key')).not.toBe(keys[0]);
  });

  it('counts as unsent when the browser stores nothing and the request could not leave the phone', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { actions, session } = load();
    await session.enter(A);
    vi.stubGlobal('navigator', { onLine: false });
    expect(await actions.queue(kind, first)).toMatchObject({ outcome: 'refused', error: { code: 'network' } });
  });
});

describe('the outbox of a page', () => {
  it('takes nothing from a guest, and not more than it holds', async () => {
    const { actions, session, db } = load();
    expect(await actions.queue('give-consent', { tag: 'sms' })).toEqual({ outcome: 'not-taken', because: 'signed-out' });
    await session.enter(A);
    await db.tx(['outbox'], 'readwrite', async (tx) => {
      for (let n = 0; n < MAX_OUTBOX_ITEMS; n += 1) {
        await tx.objectStore('outbox').add({
          userId: 'a', kind: 'give-consent', slot: `other:${n}`, key: 'k', body: {}, at: 1, state: 'waiting', problem: null,
        });
      }
    });
    expect(await actions.queue('give-consent', { tag: 'sms' })).toEqual({ outcome: 'not-taken', because: 'full' });
  });

  it('tells a consent that is withdrawn to the device first, so that it is not assumed again', async () => {
    const { consents, session, db, items } = load();
    await session.enter(A);
    await consents.accept('sms');
    await consents.withdraw('sms');
    expect(items()).toMatchObject([{ kind: 'withdraw-consent', slot: 'consent:sms' }]);
    const marks = await db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').get('withdrawn'));
    expect(marks).toEqual({ ok: true, value: [sha256Hex('consent sms a')] });
  });
});

/** The capabilities of a platform as its host says them. */
function platformCan(...capabilities: readonly string[]): void {
  hostStore.setState({ config: { capabilities: [...capabilities], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' } });
}

const COMPLETE = 'You are now fully signed out.';
const NOT_ENDED = 'You are signed out here, but your session could not be ended on our side.';

describe('“Your session has now ended on our side, too”', () => {
  it('is not said where a gateway refuses while the session is open: the promise waits until the platform itself answers', async () => {
    const { session, page, revocations, notificationTexts } = load();
    await session.enter(A);
    page.network(() => json({ title: 'Later', status: 503, code: 'unavailable' }, { status: 503 }));
    await session.signOut();
    for (const answer of [() => json({ message: 'Forbidden' }, { status: 403 }), () => new Response('OK'), () => new Response('default backend - 404', { status: 404 })]) {
      page.network(answer);
      await revocations.flush();
      expect(appStore.getState().pendingSignOuts).toBe(1);
      expect(notificationTexts()).not.toContain(COMPLETE);
    }
    page.network(endsSessions);
    await revocations.flush();
    expect(notificationTexts()).toContain(COMPLETE);
  });

  it('is not shown on a platform without such a call; the promise that was made without a connection is taken back by one notice', async () => {
    const { session, page, revocations, notificationTexts } = load();
    platformCan('sign-in');
    await session.enter(A);
    await session.signOut();
    page.network(() => json({ success: false, errorCode: 'NO_SUCH_CALL' }, { status: 404 }));
    await revocations.flush();
    await revocations.flush();
    expect(notificationTexts().filter((text) => text === NOT_ENDED)).toHaveLength(1);
    expect(notificationTexts()).not.toContain(COMPLETE);
    expect(appStore.getState().pendingSignOuts).toBe(0);
    const { length } = page.requests;
    await revocations.flush();
    expect(page.requests).toHaveLength(length);
  });

  it.each([
    ['without a connection', null],
    ['which answers that it has no such call', () => json({ success: false, errorCode: 404 }, { status: 404 })],
    ['which answers so in its own way', () => json({ error: 'no such call' }, { status: 404 })],
  ])('is not promised where players do not sign in through the platform: %s', async (_, answer) => {
    const { session, page, revocations, notificationTexts } = load();
    platformCan();
    await session.enter(A);
    if (answer !== null) page.network(answer);
    await session.signOut();
    page.network(answer ?? (() => json({ error: 'no such call' }, { status: 404 })));
    await revocations.flush();
    expect(notificationTexts()).toEqual([]);
    expect(appStore.getState().pendingSignOuts).toBe(0);
  });

  it('needs no promise where the platform itself says that the session is over', async () => {
    const { session, page, revocations, notificationTexts } = load();
    await session.enter(A);
    page.network(() => json({ title: 'Over', status: 401, code: 'session-ended', reason: 'expired' }, { status: 401 }));
    await session.signOut();
    await revocations.flush();
    expect(appStore.getState().pendingSignOuts).toBe(0);
    expect(page.requests.map(({ url }) => url)).not.toContain('/api/v1/auth/revocations');
    expect(notificationTexts()).toEqual([]);
  });

  it('is not shown by a tab when the request of another tab was refused', async () => {
    const { session, page, revocations, db, notificationTexts } = load();
    await session.enter(A);
    await session.signOut();
    await refuseRevocation(db, sha256Hex(A.sessionId));
    page.network(endsSessions);
    await revocations.flush();
    expect(notificationTexts()).toContain(NOT_ENDED);
    expect(notificationTexts()).not.toContain(COMPLETE);
  });
});

describe('A-25: a sign-out without a connection', () => {
  it('reaches the platform as soon as there is one, after a reload and under another player, who reads nothing of it', async () => {
    const { session, page, revocations, notificationTexts } = load();
    await session.enter(A);
    notePlatformAnswer();
    await session.signOut();
    expect(appStore.getState().pendingSignOuts).toBe(1);
    expect(notificationTexts()).toEqual(['You are signed out here. We end the session when you are online.']);
    await session.enter(B);
    page.network(endsSessions);
    await revocations.flush();
    const lastPost = page.requests.findLast(({ method }) => method === 'POST');
    expect(lastPost?.url).toBe('/api/v1/auth/revocations');
    expect(lastPost?.headers.get('x-sessionid')).toBeNull();
    expect(appStore.getState().pendingSignOuts).toBe(0);
    expect(notificationTexts()).toEqual([]);
  });

  it('is announced unless the player read at the press that it would come later, whatever the connection is by then', async () => {
    const { session, notificationTexts } = load();
    await session.enter(A);
    notePlatformAnswer();
    const leaving = session.signOut();
    noteOffline();
    await leaving;
    expect(notificationTexts()).toEqual(['You are signed out here. We end the session when you are online.']);
  });

  it('is not said twice', async () => {
    const { session, notificationTexts } = load();
    await session.enter(A);
    noteOffline();
    const leaving = session.signOut({ wasToldAtPress: true });
    notePlatformAnswer();
    await leaving;
    expect(notificationTexts()).toEqual([]);
  });

  it('is tried again every 15 s, also where the browser keeps nothing, and is not pending for ever', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { session, page } = load();
    await session.enter(A);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await session.signOut();
    await vi.advanceTimersByTimeAsync(0);
    expect(appStore.getState().pendingSignOuts).toBe(1);
    page.network(endsSessions);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(page.requests.findLast(({ method }) => method === 'POST')?.url).toBe('/api/v1/auth/revocations');
    expect(appStore.getState().pendingSignOuts).toBe(0);
  });
});

describe('a sign-out that waits for a break to be sent', () => {
  it.each([['knows', true], ['does not know yet', false]])('does not touch a player whom another tab signed in, which this tab %s', async (_, isKnown) => {
    const { actions, session, page, sync, db } = load();
    await session.enter(A);
    await actions.queue('exclude', { length: '24-hours' });
    page.network(endsSessions);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const leaving = session.signOut();
    // Acts as the other tab does.
    await raiseEpoch(db, { userId: 'b' });
    for (const [name, value] of Object.entries(B)) page.storage.setItem(name, value);
    if (isKnown) await session.adopt();
    else await vi.advanceTimersByTimeAsync(5_000);
    await leaving;
    expect(sessionStore.getState()).toMatchObject(B);
    expect(Object.fromEntries(page.storage.entries)).toEqual(B);
    expect((await readFence(db))?.userId).toBe('b');
    expect(sync.start).toHaveBeenLastCalledWith(B);
    // The one who pressed the button is signed out on the platform all the same, without a touch to the cookies of the other.
    expect(page.requests.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual(['/api/v1/auth/revocations']);
    expect(page.requests.every(({ headers }) => headers.get('x-sessionid') === null)).toBe(true);
    expect(appStore.getState().pendingSignOuts).toBe(0);
  });

  it('ends the session of the same player under the id that another tab was given meanwhile', async () => {
    const { actions, session, page, revocations } = load();
    await session.enter(A);
    await actions.queue('exclude', { length: '24-hours' });
    page.network(endsSessions);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const leaving = session.signOut();
    page.storage.setItem('userId', 'a');
    page.storage.setItem('sessionId', 'newer-session-of-a');
    await whenIdle();
    await vi.advanceTimersByTimeAsync(5_000);
    await leaving;
    expect(sessionStore.getState().userId).toBeNull();
    await revocations.flush();
    expect(page.storage.entries.size).toBe(0);
    const signOut = page.requests.find(({ url }) => url === '/api/v1/auth/sign-out');
    expect(signOut?.headers.get('x-sessionid')).toBe('newer-session-of-a');
  });
});
