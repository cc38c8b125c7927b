/** A break that waits outlives the device's database, which a browser may throw away under an open page or between two visits. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queueOf } from '../../../src/bridge/outbox/queue';
import type { Bridge } from '../../../src/bridge/bridge';
import { createDatabase } from '../../../src/data/database';
import { ensureFence, raiseEpoch } from '../../../src/data/fence';
import { outboxOf, settleInOutbox } from '../../../src/data/outbox';
import { appStore } from '../../../src/state/app';
import { outboxStore } from '../../../src/state/outbox';
import { becomePage, endsSessions, leavePage, openBridge, whenIdle } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const B = { sessionId: 'session-of-b', userId: 'b' };
const LIMIT = { kind: 'deposit', period: 'day', amount: 500 } as const;

let page: ReturnType<typeof becomePage>;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  page = becomePage();
});
afterEach(leavePage);

async function pageOfA() {
  const { bridge, sync } = openBridge();
  await bridge.session.enter(A);
  const queued = await queueOf(bridge).queue('exclude', { length: '24-hours' });
  await queueOf(bridge).queue('lower-limit', LIMIT);
  const key = queued.outcome === 'queued' ? queued.item.key : '';
  return { bridge, sync, key };
}

function throwAway(bridge: Bridge): void {
  bridge.database.close();
  vi.stubGlobal('indexedDB', new IDBFactory());
}

const shown = () => outboxStore.getState().items.map(({ kind }) => kind);
/** The same player is still signed in. */
async function openAgain() {
  const opened = openBridge();
  await opened.bridge.session.adopt();
  await opened.bridge.outbox.read();
  return opened;
}

describe('a break and a lower limit that wait', () => {
  it('are put back by the open page with their keys, and sent', async () => {
    const { bridge, sync, key } = await pageOfA();
    throwAway(bridge);
    sync.drainNow.mockClear();
    await bridge.outbox.read();
    expect(await outboxOf(bridge.database, 'a')).toMatchObject([
      { kind: 'exclude', body: { length: '24-hours' }, key, state: 'waiting' }, { kind: 'lower-limit', body: LIMIT },
    ]);
    expect(shown()).toEqual(['exclude', 'lower-limit']);
    expect(sync.drainNow).toHaveBeenCalled();
    await bridge.outbox.read();
    expect(await outboxOf(bridge.database, 'a')).toHaveLength(2);
  });

  it('are put back although the page has told the new database already who is signed in', async () => {
    const { bridge } = await pageOfA();
    throwAway(bridge);
    await ensureFence(bridge.database, 'a');
    await bridge.outbox.read();
    expect(await outboxOf(bridge.database, 'a')).toHaveLength(2);
  });

  it('are put back by the next page of their player, and stand in local storage without a name', async () => {
    const { bridge, key } = await pageOfA();
    throwAway(bridge);
    expect(page.storage.getItem('protectionCopies')).not.toMatch(/"a"/);
    await openAgain();
    expect(await outboxOf(createDatabase(), 'a')).toMatchObject([{ kind: 'exclude', key }, { kind: 'lower-limit' }]);
  });

  it('are not put back once the platform has taken them, also where no page heard of it', async () => {
    const { bridge } = await pageOfA();
    for (const item of await outboxOf(bridge.database, 'a')) {
      await settleInOutbox(bridge.database, item, { changes: {}, savedAt: 1, wallAt: 1, binds: true });
    }
    const next = await openAgain();
    expect(await outboxOf(next.bridge.database, 'a')).toEqual([]);
    expect(shown()).toEqual([]);
    expect(page.storage.getItem('protectionCopies')).toBeNull();
  });

  it('are put back with the longer break that replaced the first one', async () => {
    const { bridge } = await pageOfA();
    await queueOf(bridge).queue('exclude', { length: '1-year' });
    await bridge.outbox.read();
    throwAway(bridge);
    await openAgain();
    expect(await outboxOf(createDatabase(), 'a')).toMatchObject([{ body: LIMIT }, { body: { length: '1-year' } }]);
  });

  it('go on to hold on the open page while this browser keeps nothing', async () => {
    const { bridge } = await pageOfA();
    vi.spyOn(bridge.database, 'tx').mockResolvedValue({ ok: false, reason: 'memory' });
    appStore.setState({ storage: 'memory' });
    await bridge.outbox.read();
    expect(shown()).toEqual(['exclude', 'lower-limit']);
  });

  it('do not apply to the next player, and are still there for their own player', async () => {
    const { bridge } = await pageOfA();
    await raiseEpoch(bridge.database, { userId: null, keepQueuesOf: 'a' });
    await bridge.session.enter(B);
    await bridge.outbox.read();
    expect(shown()).toEqual([]);
    expect(await outboxOf(bridge.database, 'b')).toEqual([]);
    throwAway(bridge);
    await bridge.session.enter(A);
    await bridge.outbox.read();
    expect(shown()).toEqual(['exclude', 'lower-limit']);
  });

  it('leave no copy behind a sign-out, which said that they are deleted', async () => {
    const { bridge } = await pageOfA();
    page.network(endsSessions);
    vi.stubGlobal('navigator', { onLine: false });
    await bridge.session.signOut();
    await whenIdle();
    expect(page.storage.getItem('protectionCopies')).toBeNull();
  });
});
