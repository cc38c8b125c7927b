/** Rounds that the platform tells by itself, beside a refusal or in a list, are compared with what this device sent. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moneyOf } from '../../../src/bridge/money/intents';
import { noteListedRound } from '../../../src/bridge/money/intent-ends';
import { listReceipts } from '../../../src/bridge/money/receipts';
import { loadOpenOfRevealed } from '../../../src/bridge/fairness/check-sources';
import { seedsOf } from '../../../src/bridge/fairness/seeds';
import type { RoundAnswer } from '../../../src/core/contract/games';
import { json } from '../api/support';
import { becomePage, freshLocks, leavePage, openBridge, whenIdle } from './support';

const ADA = { sessionId: 'session-of-ada', userId: 'ada' };
const HOUR_MS = 3_600_000;
const begunAt = Date.parse('2026-11-21T09:00:00Z');
const seeds = { commit: 'c'.repeat(64), clientSeed: 'mine', nonce: 4 };
const OPEN: RoundAnswer = {
  roundId: 'r1', gameId: 'blackjack', state: 'open', step: 0, stake: 100, firstStake: 100, currency: 'NGN', outcome: {}, win: 0, balance: 900, version: 2,
  fairness: seeds, bet: {}, actions: [], abandoned: false, at: new Date(begunAt).toISOString(),
};
const HIT = { kind: 'hit' };

/** A page that has begun a round; the platform refuses its next step, with the round as it says it is by now. */
async function begun(current: RoundAnswer | null) {
  const page = becomePage();
  freshLocks();
  const { bridge } = openBridge();
  await bridge.session.enter(ADA);
  page.network((url, { method }) => {
    if (method !== 'POST') return Promise.reject(new TypeError('offline'));
    return url.endsWith('/actions') ? json({ title: 'Gone on', status: 409, code: 'conflict', current }, { status: 409 }) : json(OPEN, { status: 201 });
  });
  const { submit } = moneyOf(bridge);
  await submit({ kind: 'round', gameId: 'blackjack', body: { stake: 100, currency: 'NGN', bet: {}, seeds } });
  if (current !== null) await submit({ kind: 'action', gameId: 'blackjack', body: { roundId: 'r1', step: 0, action: HIT, seeds } });
  await whenIdle();
  const evidence = async () => (await seedsOf(bridge).read()).evidence.map(({ at: _, ...found }) => found);
  return { page, bridge, evidence, receipts: () => listReceipts(bridge.database, 'real') };
}

const endedAfter = (hours: number): RoundAnswer =>
  ({ ...OPEN, state: 'ended', win: 0, abandoned: true, at: new Date(begunAt + hours * HOUR_MS).toISOString() });

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('a round that a refused step brings', () => {
  it('is evidence where it was ended as an unfinished one at once, and its receipt says so', async () => {
    const { evidence, receipts } = await begun(endedAfter(1));
    await vi.waitFor(async () => expect(await evidence()).toEqual([
      { kind: 'ended-early', roundId: 'r1', expected: '[]', answered: 'abandoned 2026-11-21T10:00:00.000Z' },
    ]));
    expect(await receipts()).toMatchObject([{ roundId: 'r1', broke: 'abandoned', abandoned: true, seeds }]);
  });

  it('is no evidence where another device has finished it, and can be checked here as well', async () => {
    const { evidence, receipts } = await begun({ ...OPEN, state: 'ended', step: 1, actions: [{ kind: 'stand' }], win: 200 });
    await vi.waitFor(async () => expect(await receipts()).toMatchObject([{ roundId: 'r1', actions: [{ kind: 'stand' }], staked: 10_000, win: 20_000, seeds }]));
    expect((await receipts())[0]).not.toHaveProperty('broke');
    expect(await evidence()).toEqual([]);
  });
});

describe('a round that the platform lists', () => {
  it('is evidence where it is drawn from another draw, once however often it is listed', async () => {
    const { bridge, evidence } = await begun(null);
    const other = { ...OPEN, fairness: { ...seeds, nonce: 5 } };
    noteListedRound(bridge, other);
    noteListedRound(bridge, other);
    await whenIdle();
    await vi.waitFor(async () => expect(await evidence()).toEqual([
      { kind: 'other-draw', roundId: 'r1', expected: `${seeds.commit}:mine:4`, answered: `${seeds.commit}:mine:5` },
    ]));
  });

  it('is found among the listed ones where the secret of its pair is public', async () => {
    const { bridge, page } = await begun(null);
    const other = { ...OPEN, roundId: 'r2', fairness: { ...seeds, commit: 'd'.repeat(64) } };
    page.network(() => json({ items: [OPEN, other].map((round) => ({ ...round, settlesAt: round.at })) }));
    const found = (commit: string) => loadOpenOfRevealed(bridge, new Map([[commit, 'its secret']]), new AbortController().signal);
    expect(await found(seeds.commit)).toEqual([seeds]);
    expect(await found('e'.repeat(64))).toEqual([]);
  });

  it('is no evidence while it fits its bet, once the published rule ended it, or where another device began it', async () => {
    const { bridge, evidence, receipts } = await begun(null);
    noteListedRound(bridge, OPEN);
    noteListedRound(bridge, { ...endedAfter(1), roundId: 'r2' });
    noteListedRound(bridge, endedAfter(24));
    await vi.waitFor(async () => expect((await receipts()).map(({ roundId }) => roundId)).toEqual(['r1']));
    expect(await evidence()).toEqual([]);
  });
});
