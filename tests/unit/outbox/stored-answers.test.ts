/** The device shows the answer to a sent item at once, although no later answer repeats it. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queueOf } from '../../../src/bridge/outbox/queue';
import { watchProtection } from '../../../src/bridge/protection/watch-protection';
import { createClient } from '../../../src/api/http';
import { details } from '../../../src/core/contract/details';
import { account } from '../../../src/core/contract/player';
import { protection } from '../../../src/core/contract/protection';
import type { Protection } from '../../../src/core/contract/protection';
import { createDatabase } from '../../../src/data/database';
import type { Database } from '../../../src/data/database';
import { raiseEpoch, readFence } from '../../../src/data/fence';
import { addToOutbox, outboxOf } from '../../../src/data/outbox';
import { getSnapshot, putSnapshot } from '../../../src/data/snapshots';
import { applyAccount } from '../../../src/state/apply-figures';
import { figuresStore } from '../../../src/state/figures';
import { hostStore } from '../../../src/state/catalogue';
import { applyProtection, protectionStore } from '../../../src/state/protection';
import { drainOutbox } from '../../../src/worker/outbox';
import { emptyBrowser } from '../data/support';
import { becomePage, leavePage, openBridge } from '../bridge/support';
import { PATIENCE } from '../../support/wait-options';
import { BODIES, SESSION } from '../worker/support';
import { respondTo } from './answers';

const BEFORE: Protection = {
  state: 'none', since: null, until: null, currency: 'NGN', limits: [], realityCheck: { minutes: 60, pending: null }, play: null, netDeposits: 0,
  played: { day: 0, week: 0, month: 0, ever: 0 }, offered: true, at: '2026-11-21T09:00:00Z',
};
const ACCOUNT = account.parse(BODIES['account']);

beforeEach(emptyBrowser);
afterEach(leavePage);

async function store(db: Database, userId: string): Promise<void> {
  const epoch = (await readFence(db))?.epoch ?? -1;
  const more = { userId, savedAt: 1_000, etag: '"1"', balanceVersion: null };
  expect(await putSnapshot(db, { ...more, kind: 'protection', data: BEFORE }, epoch, protection)).toBe(true);
  expect(await putSnapshot(db, { ...more, kind: 'account', data: { ...ACCOUNT, protection: 'none' } }, epoch, account)).toBe(true);
}

/** One try to send, after which the line is gone for good. */
async function sendOnce(db: Database, userId: string): Promise<void> {
  let isGone = false;
  const fetch = async (input: RequestInfo | URL, { method = 'GET' }: RequestInit = {}) => {
    if (isGone) throw new TypeError('no network');
    isGone = true;
    return respondTo(method, input instanceof Request ? input.url : input.toString());
  };
  const client = createClient({ baseUrl: '/api', fetch, now: Date.now, readCookie: () => 't', renewToken: async () => undefined });
  const session = { ...SESSION, userId };
  await drainOutbox({ client, db, locks: null, session, consents: null, wall: () => 7_000, now: () => 5_000, signal: new AbortController().signal });
  expect(await outboxOf(db, userId)).toEqual([]);
}

describe('the answer to something that waited', () => {
  async function sent(kind: string, body: unknown) {
    const db = createDatabase();
    const { userId } = SESSION;
    await raiseEpoch(db, { userId });
    await store(db, userId);
    expect(await addToOutbox(db, { userId, kind, body, key: 'key-0123456789-key', at: 1 })).toMatchObject({ ok: true });
    await sendOnce(db, userId);
    return { db, userId };
  }

  it('to a break is what this device says of the player’s protection from then on, on every page', async () => {
    const { db, userId } = await sent('exclude', { length: '24-hours' });
    expect(await getSnapshot(db, userId, 'protection', protection)).toMatchObject({ savedAt: 5_000, wallAt: 7_000, etag: null, data: { state: 'cool-off' } });
    // The rest of the account is as old as it was, and a 304 can't call it new.
    expect(await getSnapshot(db, userId, 'account', account)).toMatchObject({ savedAt: 1_000, etag: null, data: { ...ACCOUNT, protection: 'cool-off' } });
  });

  it('to a lower limit is stored, too', async () => {
    const { db, userId } = await sent('lower-limit', { kind: 'deposit', period: 'day', amount: 500 });
    expect(await getSnapshot(db, userId, 'protection', protection)).toMatchObject({ data: { at: '2026-11-21T10:00:00Z' } });
  });

  it('to a change of the details is stored, too, where there were none', async () => {
    const { db, userId } = await sent('edit-profile', { version: 3, base: {}, patch: { phone: null } });
    expect(await getSnapshot(db, userId, 'details', details)).toMatchObject({ savedAt: 5_000, data: { version: 4 } });
  });

  it('is nothing to the player who has taken the phone meanwhile', async () => {
    const db = createDatabase();
    const { userId } = SESSION;
    await raiseEpoch(db, { userId });
    await addToOutbox(db, { userId, kind: 'exclude', body: { length: '24-hours' }, key: 'key-0123456789-key', at: 1 });
    const client = createClient({
      baseUrl: '/api', now: Date.now, readCookie: () => 't', renewToken: async () => undefined,
      fetch: async (input, { method = 'GET' } = {}) => {
        await raiseEpoch(db, { userId: 'b' });
        return respondTo(method, input instanceof Request ? input.url : input.toString());
      },
    });
    const { signal } = new AbortController();
    await drainOutbox({ client, db, locks: null, session: SESSION, consents: null, wall: Date.now, now: Date.now, signal });
    const read = await db.tx(['snapshots'], 'readonly', (tx) => tx.objectStore('snapshots').getAll());
    expect(read).toEqual({ ok: true, value: [] });
  });
});

describe('a break that the platform has taken before the line went', () => {
  it('is on the open page, and in the account that every page shows', async () => {
    vi.stubGlobal('indexedDB', indexedDB);
    becomePage();
    hostStore.setState({ config: { capabilities: ['sign-in', 'protection'], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' } });
    const { bridge } = openBridge();
    hostStore.setState({ config: { capabilities: ['sign-in', 'protection'], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' } });
    await bridge.session.enter({ sessionId: 'session-of-a', userId: 'a' });
    await store(bridge.database, 'a');
    applyAccount({ ...ACCOUNT, protection: 'none' }, { live: true, savedAt: 1_000 });
    applyProtection(BEFORE, { live: true, savedAt: 1_000 });
    watchProtection(bridge);
    const queued = await queueOf(bridge).queue('exclude', { length: '24-hours' });
    expect(queued.outcome).toBe('queued');
    await sendOnce(bridge.database, 'a');
    await bridge.outbox.applyEvent({ type: 'outbox', sent: [], refused: [] });
    await vi.waitFor(() => expect(protectionStore.getState()).toMatchObject({ protection: { state: 'cool-off' }, live: false }), PATIENCE);
    expect(figuresStore.getState().accountData?.protection).toBe('cool-off');
  });

  it('is shown where the browser stores nothing', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const page = becomePage();
    const { bridge } = openBridge();
    await bridge.session.enter({ sessionId: 'session-of-a', userId: 'a' });
    applyProtection(BEFORE, { live: true, savedAt: 1_000 });
    page.network((url, { method = 'GET' }) => (method === 'POST' ? respondTo(method, url) : Promise.reject(new TypeError('no network'))));
    expect(await queueOf(bridge).queue('exclude', { length: '24-hours' })).toEqual({ outcome: 'sent' });
    expect(protectionStore.getState().protection?.state).toBe('cool-off');
  });
});
