import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isBinding, MAX_OUTBOX_ITEMS } from '../../../src/core/outbox/queue';
import { PLAYER_KINDS } from '../../../src/core/outbox/kinds';
import type { OutboxBody } from '../../../src/core/outbox/all-kinds';
import type { PlayerKindName } from '../../../src/core/outbox/kinds';
import { sha256Hex } from '../../../src/data/hash';
import { json } from '../api/support';
import { FIXTURES } from '../outbox/fixtures';
import { becomePage, ticks } from './support';

const sync = vi.hoisted(() => ({
  startSync: vi.fn(), stopSync: vi.fn(), drainNow: vi.fn(async () => undefined), recheckSession: vi.fn(async () => undefined),
  pollNow: vi.fn(async () => undefined), tellVisibility: vi.fn(),
}));
vi.mock('../../../src/bridge/figures/sync-worker', () => sync);

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };

async function load() {
  const page = becomePage();
  vi.resetModules();
  const modules = {
    actions: await import('../../../src/bridge/actions/outbox'),
    consents: await import('../../../src/bridge/actions/consents'),
    outbox: await import('../../../src/bridge/outbox/outbox'),
    session: await import('../../../src/bridge/session/session'),
    revocations: await import('../../../src/bridge/session/revocations'),
    database: await import('../../../src/bridge/storage/database'),
    data: await import('../../../src/data/outbox'),
    store: await import('../../../src/state/outbox'),
    app: await import('../../../src/state/app'),
    connection: await import('../../../src/state/connection'),
    notifications: await import('../../../src/state/notifications'),
  };
  const { database } = modules.database;
  return {
    ...modules, page, db: database,
    items: () => modules.store.outboxStore.getState().items,
    said: () => modules.notifications.notificationsStore.getState().items.map(({ text }) => text),
  };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A heart shows by itself that it is set: a message about it would be one too many. */
function wordsOfSent(kind: PlayerKindName): string[] {
  if (kind === 'favourite' || kind === 'no-favourite') return [];
  return [kind.startsWith('send-') ? 'What you wrote to us has been sent.' : 'Your change has been sent.'];
}

describe.each(Object.keys(PLAYER_KINDS) as PlayerKindName[])('a %s that a player queues', (kind) => {
  const { bodies: [first, behind], secondKind: other = kind } = FIXTURES[kind];
  const second = behind as OutboxBody<typeof other>;

  it('is seen waiting at once, goes to the worker, and is seen done', async () => {
    const { actions, session, items, data, db, outbox, said } = await load();
    await session.setSession(A);
    expect(await actions.queue(kind, first)).toMatchObject({ outcome: 'queued' });
    expect(items()).toMatchObject([{ kind, body: first, state: 'waiting', userId: 'a' }]);
    expect(sync.drainNow).toHaveBeenCalled();
    const [item] = items();
    await data.removeFromOutbox(db, item ?? {});
    await outbox.hearOutbox({ type: 'outbox', sent: item ? [{ ...item, at: Date.now() - 60_000 }] : [], refused: [] });
    expect(items()).toEqual([]);
    expect(said()).toEqual(wordsOfSent(kind));
  });

  it('is told when it is refused, and stays to be read until the player puts it away', async () => {
    const { actions, session, items, data, db, outbox, said } = await load();
    await session.setSession(A);
    await actions.queue(kind, first);
    await actions.queue(other, second);
    const [item] = items();
    if (!item) throw new Error('nothing waits');
    const refused = { ...item, state: 'refused' as const, problem: { title: 'No', status: 422, code: 'x', detail: 'Not this one.' } };
    await data.markInOutbox(db, refused);
    await outbox.hearOutbox({ type: 'outbox', sent: [], refused: [refused] });
    expect(said()).toEqual(['One of your changes was not taken. Not this one.']);
    expect(items()).toMatchObject([{ state: 'refused' }, { state: 'waiting' }]);
    await actions.dropFromOutbox(refused);
    expect(items()).toMatchObject([{ state: 'waiting', body: second }]);
  });

  it('can be taken back while it waits, unless it holds on the device already', async () => {
    const { actions, session, items, data, db } = await load();
    await session.setSession(A);
    await actions.queue(kind, first);
    const kept = isBinding(items()[0]!, PLAYER_KINDS) ? 1 : 0;
    await actions.dropFromOutbox(items()[0]!);
    expect(items()).toHaveLength(kept);
    expect(await data.outboxOf(db, 'a')).toHaveLength(kept);
  });

  it('is nobody else’s to see: gone with the sign-out, and not there for the next player', async () => {
    const { actions, session, items, outbox } = await load();
    await session.setSession(A);
    await actions.queue(kind, first);
    await session.setSession(B);
    expect(items()).toEqual([]);
    await outbox.readOutbox();
    expect(items()).toEqual([]);
    expect(await actions.queue(kind, first)).toMatchObject({ outcome: 'queued' });
    expect(items()).toHaveLength(1);
  });

  it('waits for a new sign-in when the platform ended the session', async () => {
    const { actions, session, items, page, db, data, outbox } = await load();
    await session.setSession(A);
    await actions.queue(kind, first);
    const { callAsPlayer } = await import('../../../src/bridge/platform/platform');
    const { getProfile } = await import('../../../src/core/contract/player');
    page.network(() => json({ title: 'No', status: 401, code: 'session-ended', reason: 'expired' }, { status: 401 }));
    await callAsPlayer(getProfile, ({ userId }) => ({ params: { userId } }));
    await ticks();
    expect(items()).toEqual([]);
    expect(await data.outboxOf(db, 'a')).toEqual([]);
    await session.setSession(A);
    await outbox.readOutbox();
    expect(items()).toMatchObject([{ body: first }]);
  });

  it('is sent at once, or not at all, where the browser keeps nothing', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { actions, session, page } = await load();
    await session.setSession(A);
    expect(await actions.queue(kind, first)).toMatchObject({ outcome: 'refused', error: { code: 'network' } });
    page.network(() => new Response(null, { status: 204 }));
    expect(await actions.queue(kind, first)).toEqual({ outcome: 'sent' });
    expect(page.asked.at(-1)?.headers.get('x-sessionid')).toBe(A.sessionId);
    expect(page.asked.at(-1)?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{48}$/);
  });
});

describe('the outbox of a page', () => {
  it('takes nothing from a guest, and not more than it holds', async () => {
    const { actions, session, db } = await load();
    expect(await actions.queue('give-consent', { tag: 'sms' })).toEqual({ outcome: 'not-taken', because: 'signed-out' });
    await session.setSession(A);
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
    const { consents, session, db, items } = await load();
    await session.setSession(A);
    await consents.acceptConsent('sms');
    await consents.withdrawConsent('sms');
    expect(items()).toMatchObject([{ kind: 'withdraw-consent', slot: 'consent:sms' }]);
    const marks = await db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').get('withdrawn'));
    expect(marks).toEqual({ ok: true, value: [sha256Hex('consent sms a')] });
  });
});

describe('A-25: a sign-out without a connection', () => {
  it('is told to the platform as soon as there is one, after a reload and under another player, and said', async () => {
    const { session, page, revocations, app, said, connection } = await load();
    await session.setSession(A);
    connection.hearPlatform();
    await session.signOut();
    expect(app.appStore.getState().pendingSignOuts).toBe(1);
    expect(said()).toEqual(['You are signed out here. The platform is told when there is a connection.']);
    await session.setSession(B);
    page.network(() => new Response(null, { status: 204 }));
    await revocations.flushRevocations();
    expect(page.asked.at(-1)?.url).toBe('/api/v1/auth/revocations');
    expect(page.asked.at(-1)?.headers.get('x-sessionid')).toBeNull();
    expect(app.appStore.getState().pendingSignOuts).toBe(0);
    expect(said()).toContain('The platform has been told: you are signed out there, too.');
  });

  it('is said whenever the player was not told when they pressed the button, whatever the connection is by then', async () => {
    const { session, said, connection } = await load();
    await session.setSession(A);
    connection.hearPlatform();
    const leaving = session.signOut();
    connection.hearOffline();
    await leaving;
    expect(said()).toEqual(['You are signed out here. The platform is told when there is a connection.']);
  });

  it('is not said twice', async () => {
    const { session, said, connection } = await load();
    await session.setSession(A);
    connection.hearOffline();
    const leaving = session.signOut({ isTold: true });
    connection.hearPlatform();
    await leaving;
    expect(said()).toEqual([]);
  });

  it('is tried again every 15 s, also where the browser keeps nothing, and is not pending for ever', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { session, page, app } = await load();
    await session.setSession(A);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await session.signOut();
    await vi.advanceTimersByTimeAsync(0);
    expect(app.appStore.getState().pendingSignOuts).toBe(1);
    page.network(() => new Response(null, { status: 204 }));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(page.asked.at(-1)?.url).toBe('/api/v1/auth/revocations');
    expect(app.appStore.getState().pendingSignOuts).toBe(0);
  });
});
