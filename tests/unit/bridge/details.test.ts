import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Details } from '../../../src/core/contract/details';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { json } from '../api/support';
import { PATIENCE } from '../../support/patience';
import { becomePage, ticks } from './support';

const sync = vi.hoisted(() => ({
  startSync: vi.fn(), stopSync: vi.fn(), drainNow: vi.fn(async () => undefined), recheckSession: vi.fn(async () => undefined),
  pollNow: vi.fn(async () => undefined), tellVisibility: vi.fn(),
}));
vi.mock('../../../src/bridge/figures/sync-worker', () => sync);

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };
const OF_A: Details = { firstname: 'Ada', lastname: 'Obi', phone: '+2348031234567', address: null, version: 3 };
const EDIT = { version: 3, base: { lastname: 'Obi' }, patch: { lastname: 'Eze' } };

async function load(capabilities = ['details']) {
  const page = becomePage();
  vi.resetModules();
  const { hearHost } = await import('../../../src/state/hear-catalogue');
  const { database } = await import('../../../src/bridge/storage/database');
  const modules = {
    details: await import('../../../src/bridge/figures/details'),
    session: await import('../../../src/bridge/session/session'),
    actions: await import('../../../src/bridge/actions/outbox'),
    outbox: await import('../../../src/bridge/outbox/outbox'),
    data: await import('../../../src/data/outbox'),
  };
  const { detailsStore } = await import('../../../src/state/details');
  const { outboxStore } = await import('../../../src/state/outbox');
  const { notificationsStore } = await import('../../../src/state/notifications');
  hearHost({ capabilities, cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' });
  const asked = () => page.asked.filter(({ url }) => url.endsWith('/details'));
  const conflict = async (current: Details) => {
    await modules.actions.queue('edit-profile', EDIT);
    const [item] = outboxStore.getState().items;
    if (!item) throw new Error('nothing waits');
    const told: OutboxItem = { ...item, state: 'conflict', problem: { title: 'No', status: 412, code: 'version-conflict', current } };
    await modules.data.markInOutbox(database, told);
    await modules.outbox.hearOutbox({ type: 'outbox', sent: [], refused: [told] });
    await ticks();
  };
  return {
    ...modules, page, asked, conflict,
    known: () => detailsStore.getState(),
    items: () => outboxStore.getState().items,
    said: () => notificationsStore.getState().items.map(({ text }) => text),
  };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the own details', () => {
  it('are fetched when somebody signs in, so that they can be changed offline, and belong to nobody else', async () => {
    const { details, session, page, known, asked } = await load();
    page.network(() => json(OF_A));
    details.watchDetails();
    await session.setSession(A);
    await vi.waitFor(() => expect(known()).toMatchObject({ details: OF_A, live: true }), PATIENCE);
    page.network(() => new Promise(() => undefined));
    await session.setSession(B);
    expect(known().details).toBeNull();
    await vi.waitFor(() => expect(asked().at(-1)?.headers.get('x-sessionid')).toBe(B.sessionId), PATIENCE);
    expect(known().details).toBeNull();
  });

  it('are not asked of a platform that has none', async () => {
    const { details, session, asked } = await load([]);
    details.watchDetails();
    await session.setSession(A);
    await ticks();
    expect(asked()).toEqual([]);
  });

  it('are read again, with the name in the frame, when a change of them has been sent', async () => {
    const { details, session, page, known, actions, items } = await load();
    page.network(() => json(OF_A));
    details.watchDetails();
    await session.setSession(A);
    await vi.waitFor(() => expect(known().details).toEqual(OF_A), PATIENCE);
    await actions.queue('edit-profile', EDIT);
    page.network(() => json({ ...OF_A, lastname: 'Eze', version: 4 }));
    const [item] = items();
    await actions.dropFromOutbox(item!);
    await vi.waitFor(() => expect(known().details).toMatchObject({ lastname: 'Eze', version: 4 }), PATIENCE);
    expect(sync.recheckSession).toHaveBeenCalled();
  });
});

describe('a change that met another one', () => {
  it('goes out again over it where that was about something else, without a word', async () => {
    const { details, session, page, conflict, items, said } = await load();
    page.network(() => json(OF_A));
    details.watchDetails();
    await session.setSession(A);
    await conflict({ ...OF_A, firstname: 'Adaeze', version: 7 });
    await vi.waitFor(() => expect(items()).toMatchObject([{ state: 'waiting', body: { version: 7, patch: { lastname: 'Eze' } } }]), PATIENCE);
    expect(said()).toEqual([]);
  });

  it('is done where the other one wanted the same', async () => {
    const { details, session, page, conflict, items } = await load();
    page.network(() => json(OF_A));
    details.watchDetails();
    await session.setSession(A);
    await conflict({ ...OF_A, lastname: 'Eze', version: 7 });
    await vi.waitFor(() => expect(items()).toEqual([]), PATIENCE);
  });

  it('waits for the player where both changed the same, and says so', async () => {
    const { details, session, page, conflict, items, said } = await load();
    page.network(() => json(OF_A));
    details.watchDetails();
    await session.setSession(A);
    await conflict({ ...OF_A, lastname: 'Bello', version: 7 });
    expect(items()).toMatchObject([{ state: 'conflict', body: EDIT }]);
    expect(said()).toHaveLength(1);
  });
});
