/** A device with a day of play on it: thousands of rounds that have ended, among them money that nobody knows the end of. */
import { becomePage, freshLocks, leavePage, openBridge, whenSettled } from './support';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intentsStore } from '../../../src/state/intents';
import { forgetPlayer } from '../../../src/state/reset-all';
import { enterSession } from '../../../src/state/session';
import { createDatabase } from '../../../src/data/database';
import { raiseEpoch } from '../../../src/data/fence';
import type { IntentRecord } from '../../../src/core/intent';
import { PATIENCE } from '../../support/wait-options';
import { json } from '../api/support';

const ENDED = 2_000;
const AT_ONCE = 50;
const HOUR_MS = 3_600_000;
const A = { sessionId: 'session-of-a', userId: 'a' };

const keyOf = (nth: number): string => (nth * 7919 % 100_003).toString(16).padStart(48, '0');
const round = (nth: number, more: Partial<IntentRecord> = {}): IntentRecord => ({
  key: keyOf(nth), kind: 'round', userId: 'a', gameId: 'adire-gold', body: { stake: 50, currency: 'NGN', bet: { lines: 20 } }, state: 'confirmed', at: Date.now() - nth * 10_000,
  sentAt: Date.now() - nth * 10_000, refusal: null, answer: {
    roundId: `r${nth}`, gameId: 'adire-gold', stake: 50, currency: 'NGN', outcome: { grid: Array.from({ length: 15 }, (_, at) => at) }, win: 0, balance: 50, version: nth,
    fairness: { commit: 'c', clientSeed: 's', nonce: nth }, at: '2026-11-21T08:13:00Z',
  }, ...more,
});

/** The intents of the day before; their times are in the order of play, their keys in none. */
async function deviceWith(intents: readonly IntentRecord[]): Promise<void> {
  const db = createDatabase();
  await raiseEpoch(db, { userId: 'a' });
  await db.tx(['intents'], 'readwrite', async (tx) => {
    for (const intent of intents) void tx.objectStore('intents').put(intent);
    await tx.done;
  });
  db.close();
}

function openPage() {
  const page = becomePage();
  freshLocks();
  const { bridge } = openBridge();
  enterSession(A);
  const { busy: { isSafeBoundary }, intentRecords, resumeIntents } = bridge;
  return { page, resumeIntents, isSafeBoundary, intentRecords };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('the start with 2,000 ended rounds in the store', () => {
  it('costs no long task: never more than 50 records at once, drawn once; open money is asked about, and nothing is lost', async () => {
    const open = [round(5_000, { state: 'unknown', kind: 'deposit' }), round(5_001, { state: 'sending', kind: 'withdrawal', at: Date.now() - 48 * HOUR_MS })];
    await deviceWith([...Array.from({ length: ENDED }, (_, nth) => round(nth + 1)), ...open, round(6_000, { at: Date.now() - 25 * HOUR_MS })]);
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    const { page, resumeIntents, intentRecords } = openPage();
    page.network((url) => (url.includes('/operations/') ? json({ state: 'done', answer: { status: 422, body: { title: 'No', status: 422, code: 'validation' } } }) : json({})));
    const draws: number[] = [];
    intentsStore.subscribe(({ byKey }) => draws.push(Object.keys(byKey).length));
    await resumeIntents();
    const ofIntents = read.mock.calls.filter((_, nth) => (read.mock.contexts[nth] as { name?: string }).name === 'intents');
    expect(ofIntents).toHaveLength(Math.ceil((ENDED + open.length + 1) / AT_ONCE));
    for (const [, count] of ofIntents) expect(count).toBe(AT_ONCE);
    for (const { key } of open) expect(await whenSettled(key)).toMatchObject({ state: 'refused' });
    expect(Object.keys(intentsStore.getState().byKey)).toHaveLength(ENDED + open.length);
    // The store changes when each open intent is found and when it ends, once for all others, and when all are read.
    expect(draws.length).toBeLessThanOrEqual(3 * open.length + 2);
    // An intent that ended more than a day ago is deleted.
    await vi.waitFor(async () => expect(await intentRecords.get(keyOf(6_000))).toBeNull(), PATIENCE);
    expect(await intentRecords.get(keyOf(1))).not.toBeNull();
  });

  it('is searched slice by slice for an open intent before a reload, up to the first one', async () => {
    await deviceWith(Array.from({ length: 300 }, (_, nth) => round(nth + 1)));
    const { isSafeBoundary, intentRecords } = openPage();
    const alone = { request: (_name: string, work: () => Promise<unknown>) => work(), query: async () => ({ held: [] }) };
    vi.stubGlobal('navigator', { onLine: true, locks: alone });
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    expect(await isSafeBoundary()).toBe(true);
    for (const [, count] of read.mock.calls) expect(count).toBe(AT_ONCE);
    await intentRecords.put({ ...round(1), key: '0'.repeat(48), state: 'unknown' });
    expect(await isSafeBoundary()).toBe(false);
  });

  it('leaves the money of another player on this device alone', async () => {
    await deviceWith([round(1, { userId: 'b', state: 'unknown' }), round(2), round(3, { userId: 'b', at: Date.now() - 48 * HOUR_MS })]);
    const { resumeIntents, intentRecords } = openPage();
    await resumeIntents();
    expect(Object.keys(intentsStore.getState().byKey)).toEqual([keyOf(2)]);
    expect(await intentRecords.get(keyOf(3))).not.toBeNull();
  });
});

describe('a page that was reloaded in the middle of a bet', () => {
  it('counts its intents as read once that bet is on it, so that no second bet goes out before', async () => {
    await deviceWith([round(1, { state: 'sending' }), round(2)]);
    const { resumeIntents } = openPage();
    const betsWhenRead: string[][] = [];
    intentsStore.subscribe(({ byKey, areRead }) => areRead && betsWhenRead.push(Object.keys(byKey)));
    await resumeIntents();
    expect(betsWhenRead[0]?.toSorted()).toEqual([keyOf(1), keyOf(2)].toSorted());
  });

  it('counts none as read before anybody is signed in, and none of the next player', async () => {
    const { resumeIntents } = openPage();
    await resumeIntents();
    expect(intentsStore.getState().areRead).toBe(true);
    forgetPlayer();
    await resumeIntents();
    expect(intentsStore.getState().areRead).toBe(false);
  });

  it('counts nothing as read for a player who signed out while the device was read', async () => {
    await deviceWith([round(1, { state: 'unknown' })]);
    const { resumeIntents } = openPage();
    const resumed = resumeIntents();
    forgetPlayer();
    enterSession({ sessionId: 'session-of-b', userId: 'b' });
    await resumed;
    expect(intentsStore.getState().areRead).toBe(false);
  });
});
