import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moneyOf } from '../../../src/bridge/money/intents';
import { listReceipts } from '../../../src/bridge/money/receipts';
import type { ActionBody } from '../../../src/core/intent';
import type { Database } from '../../../src/data/database';
import { readFence, writeFence } from '../../../src/data/fence';
import { intentsStore } from '../../../src/state/intents';
import { sessionStore } from '../../../src/state/session';
import { PATIENCE } from '../../support/wait-options';
import { json } from '../api/support';
import { becomePage, endsSessions, freshLocks, leavePage, openBridge, whenSettled } from './support';
import type { PageAnswer } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const ROUND = {
  roundId: 'r1', gameId: 'adire-gold', stake: 50, currency: 'NGN', outcome: {}, win: 20, balance: 4970, version: 12,
  fairness: { commit: 'c', clientSeed: 's', nonce: 3 }, at: '2026-11-21T08:13:00Z',
};
const DEPOSIT = {
  depositId: 'd1', method: 'mobile-money', amount: 5000, currency: 'NGN', state: 'pending', next: { type: 'redirect', url: '/pay' },
  timeline: [], createdAt: '2026-11-21T08:13:00Z', updatedAt: '2026-11-21T08:13:00Z',
};
const SPIN = { gameId: 'adire-gold', stake: 50, bet: { lines: 20 } };

/** A page that has just been loaded; the one before it is gone, with the locks that it held. */
function load(page = becomePage()) {
  freshLocks();
  const { bridge, sync } = openBridge();
  const { submit, resume } = moneyOf(bridge);
  const { database, intentRecords, session } = bridge;
  return {
    page, sync, session, database, intentRecords, resume,
    playRound: ({ gameId, ...wish } = SPIN) => submit({ kind: 'round', gameId, body: { ...wish, currency: 'NGN' } }),
    actInRound: (gameId: string, body: ActionBody) => submit({ kind: 'action', gameId, body }),
    startDeposit: () => submit({ kind: 'deposit', gameId: null, body: { method: 'mobile-money', amount: 5000, currency: 'NGN' } }),
    receipts: () => listReceipts(database, 'real'),
  };
}

/** A page in which `a` is signed in, on a network that answers by path and method. */
async function signedIn(answers: Readonly<Record<string, PageAnswer>>) {
  const opened = load();
  await opened.session.enter(A);
  opened.page.network((url, init) => {
    const name = Object.keys(answers).find((part) => `${init.method ?? 'GET'} ${url}`.includes(part));
    const answer = name === undefined ? undefined : answers[name];
    return answer ? answer(url, init) : Promise.reject(new TypeError('offline'));
  });
  const posts = () => opened.page.requests.filter(({ method }) => method === 'POST');
  return { ...opened, posts };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('a step of an open round', () => {
  const STEP = { roundId: 'r1', step: 1, action: { kind: 'double' }, stake: 50 };
  const ENDED = {
    ...ROUND, gameId: 'blackjack', state: 'ended', step: 2, stake: 100, firstStake: 50, win: 200, bet: {}, actions: [{ kind: 'hit' }, { kind: 'double' }], abandoned: false,
  };

  it('goes out once with its key, the action and the step, and sets the balance', async () => {
    let sent: unknown = null;
    const { actInRound, posts } = await signedIn({
      'POST /api/v1/player/a/rounds/r1/actions': (_, init) => {
        sent = init.body;
        return json(ENDED, { status: 201 });
      },
    });
    const outcome = await actInRound('blackjack', STEP);
    expect(outcome).toMatchObject({ state: 'confirmed', answer: { win: 200 } });
    expect(posts()).toHaveLength(1);
    expect(posts()[0]?.headers.get('idempotency-key')).toBe(outcome.key);
    expect(JSON.parse(String(sent))).toEqual({ action: { kind: 'double' }, step: 1 });
    expect(sessionStore.getState().balance).toBe(497_000);
  });

  it('keeps a receipt at the end alone: with the first stake and everything that was done', async () => {
    const open = { ...ENDED, state: 'open', step: 1, win: 0 };
    let isOver = false;
    const { actInRound, receipts } = await signedIn({
      'POST /api/v1/player/a/rounds/r1/actions': () => json(isOver ? ENDED : open, { status: 201 }),
    });
    await actInRound('blackjack', { ...STEP, step: 0 });
    expect(await receipts()).toEqual([]);
    isOver = true;
    await actInRound('blackjack', STEP);
    expect(await receipts()).toMatchObject([{ roundId: 'r1', stake: 5_000, win: 20_000, actions: [{ kind: 'hit' }, { kind: 'double' }], abandoned: false }]);
  });

  it('is asked about by its key when the answer never came', async () => {
    const { actInRound, page } = await signedIn({
      'GET /api/v1/player/a/operations': () => json({ key: 'k', kind: 'action', state: 'done', answer: { status: 201, body: ENDED } }),
    });
    const outcome = await actInRound('blackjack', STEP);
    expect(outcome.state).toBe('unknown');
    expect(await whenSettled(outcome.key)).toMatchObject({ state: 'confirmed', answer: { roundId: 'r1' } });
    expect(page.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('a round', () => {
  it('is played once, sets the balance from its answer, and keeps its receipt', async () => {
    const { playRound, posts, receipts } = await signedIn({ 'POST /api/v1/player/a/games': () => json(ROUND, { status: 201 }) });
    const outcome = await playRound();
    expect(outcome).toMatchObject({ state: 'confirmed', answer: ROUND });
    expect(posts()).toHaveLength(1);
    expect(posts()[0]?.headers.get('idempotency-key')).toBe(outcome.key);
    expect(sessionStore.getState()).toMatchObject({ balance: 497_000, balanceCurrency: 'NGN' });
    expect(intentsStore.getState().byKey[outcome.key]?.state).toBe('confirmed');
    expect(await receipts()).toMatchObject([{ roundId: 'r1', userId: 'a', stake: 5_000, win: 2_000, nonce: 3, bet: { lines: 20 } }]);
  });

  it('sets the balance also on a page that was opened before the phone slept for an hour, or its clock was set', async () => {
    for (const leapMs of [60 * 60_000, -60 * 60_000]) {
      const leapt = Date.now() + leapMs;
      const { playRound, sync } = await signedIn({ 'POST /api/v1/player/a/games': () => json(ROUND, { status: 201 }) });
      vi.spyOn(Date, 'now').mockImplementation(() => leapt);
      await playRound();
      expect([leapMs, sync.pollNow.mock.calls.length, sessionStore.getState().balance]).toEqual([leapMs, 0, 497_000]);
      vi.restoreAllMocks();
      sessionStore.setState({ balance: null });
    }
  });

  it('sets no balance where the phone’s clock was set back or forward while the answer was under way, and asks for it', async () => {
    for (const leapMs of [60_000, -60_000]) {
      const { playRound, sync } = await signedIn({
        'POST /api/v1/player/a/games': () => {
          const leapt = Date.now() + leapMs;
          vi.spyOn(Date, 'now').mockImplementation(() => leapt);
          return json(ROUND, { status: 201 });
        },
      });
      await playRound();
      expect([leapMs, sync.pollNow.mock.calls.length, sessionStore.getState().balance]).toEqual([leapMs, 1, null]);
      vi.restoreAllMocks();
    }
  });

  it('is written down before it is sent', async () => {
    let stored: unknown = null;
    const opened = await signedIn({});
    opened.page.network(async (_, init) => {
      stored = await opened.intentRecords.get(String(new Headers(init.headers).get('idempotency-key')));
      return json(ROUND, { status: 201 });
    });
    await opened.playRound();
    expect(stored).toMatchObject({ kind: 'round', userId: 'a', gameId: 'adire-gold', state: 'sending', body: { stake: 50, currency: 'NGN' } });
  });

  describe('while the fence names somebody else', () => {
    const key = (init: RequestInit) => String(new Headers(init.headers).get('idempotency-key'));
    const moveFence = async (database: Database, userId: string | null) => {
      await database.tx(['meta'], 'readwrite', (tx) => writeFence(tx, { epoch: 9, userId }));
    };

    it('is stored once the fence is corrected, and then sent', async () => {
      let stored: unknown = null;
      const opened = await signedIn({});
      await moveFence(opened.database, null);
      opened.page.network(async (_, init) => {
        stored = await opened.intentRecords.get(key(init));
        return json(ROUND, { status: 201 });
      });
      expect(await opened.playRound()).toMatchObject({ state: 'confirmed' });
      expect(stored).toMatchObject({ userId: 'a', state: 'sending' });
    });

    it('is stored in local storage, and its end as well, when the fence can’t be corrected', async () => {
      let stored = '';
      const opened = await signedIn({});
      vi.spyOn(await import('../../../src/data/fence'), 'ensureFence').mockResolvedValue();
      await moveFence(opened.database, null);
      opened.page.network(async (_, init) => {
        stored = opened.page.storage.getItem('moneyKeys') ?? '';
        return stored.includes(key(init)) ? json(ROUND, { status: 201 }) : json({}, { status: 500 });
      });
      expect(await opened.playRound()).toMatchObject({ state: 'confirmed' });
      expect(JSON.parse(stored)).toMatchObject([{ state: 'sending' }]);
      expect(await opened.intentRecords.listOf('a')).toMatchObject([{ state: 'confirmed' }]);
    });

    it('is not sent when its key can be written nowhere, and says so', async () => {
      const opened = await signedIn({ 'POST /api/v1/player/a/games': () => json(ROUND, { status: 201 }) });
      vi.spyOn(opened.intentRecords, 'put').mockResolvedValue(false);
      vi.spyOn(opened.intentRecords, 'putInFallback').mockReturnValue(false);
      const outcome = await opened.playRound();
      expect(outcome).toMatchObject({ state: 'refused', notSent: true, problem: null });
      expect(opened.posts()).toEqual([]);
      expect(intentsStore.getState().byKey[outcome.key]).toMatchObject({ state: 'refused', refusal: { because: 'not-sent' } });
    });

    it('is not sent by a tab that does not know yet that another player signed in, and that player’s fence stays', async () => {
      const opened = await signedIn({ 'POST /api/v1/player/a/games': () => json(ROUND, { status: 201 }) });
      opened.page.storage.setItem('userId', 'b');
      await moveFence(opened.database, 'b');
      expect(await opened.playRound()).toMatchObject({ state: 'refused', notSent: true });
      expect(opened.posts()).toEqual([]);
      expect(await readFence(opened.database)).toEqual({ epoch: 9, userId: 'b' });
    });

    it('the fence is corrected when the database comes back from memory mode', async () => {
      const { database } = await signedIn({});
      await moveFence(database, null);
      vi.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('broken', 'UnknownError');
      });
      database.close();
      await readFence(database);
      expect(database.mode()).toBe('memory');
      vi.restoreAllMocks();
      vi.setSystemTime(Date.now() + 20_000);
      await database.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').count());
      await vi.waitFor(async () => expect(await readFence(database)).toEqual({ epoch: 10, userId: 'a' }), PATIENCE);
    });
  });

  it('that is refused moves nothing and says why', async () => {
    const refuse = () => json({ title: 'No', status: 422, code: 'insufficient-funds' }, { status: 422 });
    const { playRound } = await signedIn({ 'POST /api/v1/player/a/games': refuse });
    expect(await playRound()).toMatchObject({ state: 'refused', notSent: false, problem: { code: 'insufficient-funds' } });
    expect(sessionStore.getState().balance).toBeNull();
  });

  it('is not sent by a guest', async () => {
    const { playRound, page } = load();
    expect(await playRound()).toMatchObject({ state: 'refused', notSent: true });
    expect(page.requests).toEqual([]);
  });
});

describe('a lost answer', () => {
  it('is unknown, then known from the platform by its key, without a second send', async () => {
    let isReached = false;
    const { playRound, posts, resume } = await signedIn({
      'POST /api/v1/player/a/games': () => Promise.reject(new TypeError('connection reset')),
      '/operations/': () => (isReached ? json({ state: 'done', answer: { status: 201, body: ROUND } }) : Promise.reject(new TypeError('offline'))),
    });
    const outcome = await playRound();
    expect(outcome.state).toBe('unknown');
    isReached = true;
    void resume();
    expect(await whenSettled(outcome.key)).toMatchObject({ state: 'confirmed', answer: ROUND });
    expect(posts()).toHaveLength(1);
  });

  it('is unknown also to a page that finds an intent which another page was sending', async () => {
    const before = await signedIn({ 'POST /api/v1/player/a/deposits': () => new Promise(() => undefined) });
    void before.startDeposit();
    await vi.waitFor(async () => expect(await before.intentRecords.listOf('a')).toMatchObject([{ state: 'sending' }]), PATIENCE);
    const after = load(before.page);
    await after.session.adopt();
    await after.resume();
    expect(Object.values(intentsStore.getState().byKey)).toMatchObject([{ kind: 'deposit', state: 'unknown' }]);
  });

  it('is not asked about while nobody sees the page, and at once when it is seen', async () => {
    const { page, startDeposit, resume } = await signedIn({});
    const { key } = await startDeposit();
    const questions = () => page.requests.filter(({ url }) => url.includes(key)).length;
    await vi.waitFor(() => expect(questions()).toBe(1), PATIENCE);
    page.show('hidden');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    void resume();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(questions()).toBe(1);
    page.network((url) => (url.includes(key) ? json({ state: 'done', answer: { status: 201, body: DEPOSIT } }) : json({})));
    page.show('visible');
    expect(await whenSettled(key)).toMatchObject({ state: 'confirmed' });
    expect(questions()).toBe(2);
  });

  it('is asked about by a visible tab although the tab that sent it is hidden', async () => {
    const { page, startDeposit, resume } = await signedIn({});
    const { key } = await startDeposit();
    await page.whenAsked(key);
    page.show('hidden');
    void resume();
    // Another tab of this browser, on the same locks.
    expect(await navigator.locks.request(`ayo-intent-${key}`, async () => 'free')).toBe('free');
    page.network((url) => (url.includes(key) ? json({ state: 'done', answer: { status: 201, body: DEPOSIT } }) : json({})));
    page.show('visible');
    expect(await whenSettled(key)).toMatchObject({ state: 'confirmed' });
  });

  it('is asked about after a reload, once, and its record is deleted a day later', async () => {
    const before = await signedIn({ 'POST /api/v1/player/a/deposits': () => Promise.reject(new TypeError('reset')) });
    const { key } = await before.startDeposit();
    expect(await before.intentRecords.get(key)).toMatchObject({ state: 'unknown' });
    const { page } = before;

    const after = load(page);
    page.network((url) => (url.includes(key) ? json({ state: 'done', answer: { status: 201, body: DEPOSIT } }) : json({})));
    await after.session.adopt();
    const settled = await whenSettled(key);
    expect(settled).toMatchObject({ state: 'confirmed', answer: DEPOSIT });
    await vi.waitFor(() => expect(after.sync.pollNow).toHaveBeenCalled(), PATIENCE);
    await after.intentRecords.prune('a', Date.now() + 25 * 60 * 60_000);
    expect(await after.intentRecords.listOf('a')).toEqual([]);
  });

  it('that comes an hour later does not show its old balance as current, and has the balance polled', async () => {
    const before = await signedIn({ 'POST /api/v1/player/a/games': () => Promise.reject(new TypeError('reset')) });
    const { key } = await before.playRound();
    const { page } = before;
    const hourLater = Date.now() + 60 * 60_000;
    vi.spyOn(Date, 'now').mockImplementation(() => hourLater);
    const after = load(page);
    page.network((url) => (url.includes(key) ? json({ state: 'done', answer: { status: 201, body: ROUND } }) : json({})));
    await after.session.adopt();
    expect(await whenSettled(key)).toMatchObject({ state: 'confirmed', answer: ROUND });
    await vi.waitFor(() => expect(after.sync.pollNow).toHaveBeenCalled(), PATIENCE);
    expect(sessionStore.getState().balance).toBeNull();
    expect(await after.receipts()).toMatchObject([{ roundId: 'r1' }]);
  });

  it('of a player who signed out is not written down, shown or told to the next', async () => {
    let answerNow: () => void = () => undefined;
    const { playRound, session, intentRecords, page, posts } = await signedIn({
      'POST /api/v1/player/a/games': () => new Promise((resolve) => (answerNow = () => resolve(json(ROUND, { status: 201 })))),
    });
    const playing = playRound();
    await vi.waitFor(() => expect(posts()).toHaveLength(1), PATIENCE);
    page.network(endsSessions);
    await session.signOut();
    await session.enter({ sessionId: 'session-of-b', userId: 'b' });
    answerNow();
    await playing;
    expect(intentsStore.getState().byKey).toEqual({});
    expect(sessionStore.getState().balance).toBeNull();
    expect(await intentRecords.listOf('a')).toEqual([]);
  });
});

describe('an answer that this page does not understand', () => {
  it('still confirms the intent, without a result that the page could show', async () => {
    const { startDeposit } = await signedIn({
      'POST /api/v1/player/a/deposits': () => json({ odd: true }, { status: 201 }),
      '/operations/': () => json({ state: 'done', answer: { status: 201, body: { odd: true } } }),
    });
    const outcome = await startDeposit();
    expect(await whenSettled(outcome.key)).toMatchObject({ state: 'confirmed', answer: null });
  });
});
