import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Details } from '../../../src/core/contract/details';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { createOwnDetails } from '../../../src/bridge/figures/details';
import { queueOf } from '../../../src/bridge/outbox/queue';
import type { OutboxQueue } from '../../../src/bridge/outbox/queue-result';
import { markInOutbox } from '../../../src/data/outbox';
import { detailsStore } from '../../../src/state/details';
import { applyHost } from '../../../src/state/apply-catalogue';
import { notificationsStore } from '../../../src/state/notifications';
import { outboxStore } from '../../../src/state/outbox';
import { json } from '../api/support';
import { PATIENCE } from '../../support/wait-options';
import { becomePage, leavePage, openBridge } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };
const OF_A: Details = { firstname: 'Ada', lastname: 'Obi', phone: '+2348031234567', address: null, version: 3 };
const EDIT = { version: 3, base: { lastname: 'Obi' }, patch: { lastname: 'Eze' } };

function load(capabilities = ['details']) {
  const page = becomePage();
  const { bridge, sync } = openBridge();
  const { database, details, outbox, session } = bridge;
  const { drop, queue } = queueOf(bridge);
  applyHost({ capabilities, cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' });
  const findDetailsCalls = () => page.requests.filter(({ url }) => url.endsWith('/details'));
  const conflict = async (current: Details) => {
    await queue('edit-profile', EDIT);
    const [item] = outboxStore.getState().items;
    if (!item) throw new Error('nothing waits');
    const refused: OutboxItem = { ...item, state: 'conflict', problem: { title: 'No', status: 412, code: 'version-conflict', current } };
    await markInOutbox(database, refused);
    await outbox.applyEvent({ type: 'outbox', sent: [], refused: [refused] });
  };
  return {
    details, session, sync, queue, drop, page, findDetailsCalls, conflict,
    detailsState: () => detailsStore.getState(),
    items: () => outboxStore.getState().items,
    notificationTexts: () => notificationsStore.getState().items.map(({ text }) => text),
  };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('the own details', () => {
  it('are fetched when somebody signs in, so that they can be changed offline, and belong to nobody else', async () => {
    const { details, session, page, detailsState, findDetailsCalls } = load();
    page.network(() => json(OF_A));
    details.watch();
    await session.enter(A);
    await vi.waitFor(() => expect(detailsState()).toMatchObject({ details: OF_A, live: true }), PATIENCE);
    page.network(() => new Promise(() => undefined));
    await session.enter(B);
    expect(detailsState().details).toBeNull();
    await vi.waitFor(() => expect(findDetailsCalls().at(-1)?.headers.get('x-sessionid')).toBe(B.sessionId), PATIENCE);
    expect(detailsState().details).toBeNull();
  });

  it('are not asked of a platform that has none', async () => {
    const { details, session, findDetailsCalls } = load([]);
    details.watch();
    await session.enter(A);
    expect(findDetailsCalls()).toEqual([]);
  });

  it('are read again, with the name in the frame, when a change of them has been sent', async () => {
    const { details, session, sync, page, detailsState, queue, drop, items } = load();
    page.network(() => json(OF_A));
    details.watch();
    await session.enter(A);
    await vi.waitFor(() => expect(detailsState().details).toEqual(OF_A), PATIENCE);
    await queue('edit-profile', EDIT);
    page.network(() => json({ ...OF_A, lastname: 'Eze', version: 4 }));
    const [item] = items();
    await drop(item!);
    await vi.waitFor(() => expect(detailsState().details).toMatchObject({ lastname: 'Eze', version: 4 }), PATIENCE);
    expect(sync.recheckSession).toHaveBeenCalled();
  });
});

describe('a change that met another one', () => {
  it('is sent again on top of the other one, without a notice, where that was about another field', async () => {
    const { details, session, page, conflict, items, notificationTexts } = load();
    page.network(() => json(OF_A));
    details.watch();
    await session.enter(A);
    await conflict({ ...OF_A, firstname: 'Adaeze', version: 7 });
    await vi.waitFor(() => expect(items()).toMatchObject([{ state: 'waiting', body: { version: 7, patch: { lastname: 'Eze' } } }]), PATIENCE);
    expect(notificationTexts()).toEqual([]);
  });

  it('is not sent in the name of another player who signs in while the code that sends it is loaded', async () => {
    const { bridge } = openBridge();
    const { calls, database, outbox, session, onClose, sync } = bridge;
    const { queue } = queueOf(bridge);
    becomePage().network(() => json(OF_A));
    applyHost({ capabilities: ['details'], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' });
    let finishLoading: (code: OutboxQueue) => void = () => undefined;
    const loading = new Promise<OutboxQueue>((resolve) => (finishLoading = resolve));
    const loadQueue = vi.fn(() => loading);
    createOwnDetails({ calls, database, sync, onClose, loadQueue }).watch();
    await session.enter(A);
    await queue('edit-profile', EDIT);
    const [item] = outboxStore.getState().items;
    const current = { ...OF_A, firstname: 'Adaeze', version: 7 };
    await markInOutbox(database, { ...item!, state: 'conflict', problem: { title: 'No', status: 412, code: 'version-conflict', current } });
    await outbox.read();
    expect(loadQueue).toHaveBeenCalled();
    await session.enter(B);
    const code: OutboxQueue = { queue: vi.fn(), drop: vi.fn() };
    finishLoading(code);
    await loading;
    expect(code.queue).not.toHaveBeenCalled();
    expect(code.drop).not.toHaveBeenCalled();
  });

  it('is settled where the other one wanted the same', async () => {
    const { details, session, page, conflict, items } = load();
    page.network(() => json(OF_A));
    details.watch();
    await session.enter(A);
    await conflict({ ...OF_A, lastname: 'Eze', version: 7 });
    await vi.waitFor(() => expect(items()).toEqual([]), PATIENCE);
  });

  it('waits for the player, with a notice, where both changed the same field', async () => {
    const { details, session, page, conflict, items, notificationTexts } = load();
    page.network(() => json(OF_A));
    details.watch();
    await session.enter(A);
    await conflict({ ...OF_A, lastname: 'Bello', version: 7 });
    expect(items()).toMatchObject([{ state: 'conflict', body: EDIT }]);
    expect(notificationTexts()).toHaveLength(1);
  });
});
