/** Bets are bound to a pair of seeds that this device had before, whatever the platform does with it. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moneyOf } from '../../../src/bridge/money/intents';
import { checkRefusedBets, refusedReport } from '../../../src/core/fairness/refused-bets';
import { roundsReport } from '../../../src/core/fairness/rounds-report';
import { allEngines } from '../../../src/core/games/registry';
import { hostStore } from '../../../src/state/catalogue';
import { intentsStore } from '../../../src/state/intents';
import { seedsStore } from '../../../src/state/seeds';
import { SeedDouble } from '../../support/seed-double';
import { json } from '../api/support';
import { leavePage, whenIdle } from './support';
import { answerOf, load, playing, reportOf } from './seed-pages';

/** The fresh part of a bet. */
const PART = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;

const OPEN_ROUND = {
  roundId: 'r1', gameId: 'mines', state: 'open', step: 0, stake: 100, firstStake: 100, currency: 'NGN', outcome: {}, win: 0, balance: 900, version: 2,
  fairness: { commit: 'c', clientSeed: 's', nonce: 1 }, bet: {}, actions: [], at: '2026-11-21T08:13:00Z', settlesAt: '2026-11-22T08:13:00Z',
};

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('the pair that bets are bound to', () => {
  it('is asked for before the first bet, and has a client seed that this device made after it had the commit', async () => {
    const { double, seeds, page } = await playing('honest');
    expect(seedsStore.getState()).toMatchObject({ status: 'ready', isOwn: true, pair: { commit: double.active.commit, nextCommit: double.next.commit, nonce: 0 } });
    expect(double.active).toMatchObject({ by: 'player', clientSeed: seedsStore.getState().pair?.clientSeed });
    expect(double.active.clientSeed).toMatch(/^[0-9a-f]{32}$/);
    expect(page.requests.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`)).toEqual(['GET fairness', 'PUT client-seed']);
    const seenSeeds = await seeds.read();
    expect(seenSeeds.commits.map(({ commit }) => commit)).toEqual([double.active.commit, double.next.commit]);
  });

  it('starts anew where rounds were drawn with a client seed of somebody else', async () => {
    const double = new SeedDouble('honest');
    const { commit } = double.next;
    double.active.nonce = 7;
    const { seeds } = await load(double);
    await seeds.open();
    expect(seedsStore.getState()).toMatchObject({ status: 'ready', isOwn: true, pair: { commit, nonce: 0 }, evidence: [] });
  });

  it('is named by the bet in the intent that is stored before it is sent, and counts on', async () => {
    const { double, bridge, bet, page } = await playing('honest');
    let stored: unknown = null;
    const answer = answerOf(double);
    page.network(async (address, init) => {
      if (init.method === 'POST') stored = await bridge.intentRecords.get(String(new Headers(init.headers).get('idempotency-key')));
      return answer(address, init);
    });
    const { commit, clientSeed } = double.active;
    await bet();
    expect(stored).toMatchObject({ state: 'sending', body: { seeds: { commit, clientSeed, nonce: 0, part: PART } } });
    expect(double.sent).toMatchObject([{ seeds: { commit, clientSeed, nonce: 0 } }]);
    expect(stored).toMatchObject({ body: { seeds: double.sent[0]?.seeds } });
    await bet();
    expect(double.sent[1]?.seeds).toEqual({ commit, clientSeed, nonce: 1, part: PART });
    expect(seedsStore.getState().pair).toMatchObject({ clientSeed, nonce: 2 });
  });

  it('is there at once after a reload, also while the platform can’t be reached', async () => {
    const { double, page, bet } = await playing('honest');
    await bet();
    const again = await load(double, page);
    again.page.network(() => Promise.reject(new TypeError('offline')));
    await again.seeds.open();
    expect(seedsStore.getState()).toMatchObject({ status: 'ready', isOwn: true, pair: { commit: double.active.commit, nonce: 1 } });
  });

  it('is not there without the platform on a device that never had one', async () => {
    const double = new SeedDouble('honest');
    const { seeds, page } = await load(double);
    page.network(() => Promise.reject(new TypeError('offline')));
    await seeds.open();
    expect(seedsStore.getState()).toMatchObject({ status: 'failed', pair: null });
    page.network(answerOf(double));
    await seeds.refresh();
    expect(seedsStore.getState().status).toBe('ready');
  });

  it('has another client seed when the player wants one, and the next pair has its own', async () => {
    const { double, seeds, bet } = await playing('honest');
    expect((await seeds.choose('lucky')).ok).toBe(true);
    expect(double.active.clientSeed).toBe('lucky');
    expect(seedsStore.getState()).toMatchObject({ isOwn: true, pair: { clientSeed: 'lucky', nonce: 0 } });
    await bet();
    const announced = double.next.commit;
    const revealed = await seeds.reveal();
    expect(revealed.ok && revealed.data.previous?.clientSeed).toBe('lucky');
    expect(seedsStore.getState()).toMatchObject({ isOwn: true, pair: { commit: announced, nonce: 0 }, evidence: [] });
    expect(double.active.clientSeed).not.toBe('lucky');
  });

  it('keeps a client seed of the platform while a round is open, and gets its own when that is over', async () => {
    const double = new SeedDouble('honest');
    double.active.nonce = 2;
    const { page, seeds, bet } = await load(double);
    const answer = answerOf(double);
    let isOpen = true;
    page.network((address, init) =>
      isOpen && address.endsWith('/rotate') ? json({ title: 'Open', status: 409, code: 'round-open' }, { status: 409 })
      : isOpen && address.endsWith('/open-rounds') ? json({ items: [OPEN_ROUND] })
      : answer(address, init));
    await seeds.open();
    expect(seedsStore.getState()).toMatchObject({ status: 'ready', isOwn: false });
    isOpen = false;
    await bet();
    await vi.waitFor(() => expect(seedsStore.getState().isOwn).toBe(true));
  });

  it('keeps its client seed, and is named by no bet, on a platform that does not bind bets', async () => {
    const config = { capabilities: ['rounds', 'fairness'], cdnUrl: '/cdn', consentPolicy: 'ask' as const, version: 'v' };
    const double = new SeedDouble('honest');
    const { seeds, page } = await load(double);
    hostStore.setState({ config });
    await seeds.open();
    expect(seedsStore.getState()).toMatchObject({ status: 'ready', isOwn: false, pair: { commit: double.active.commit } });
    expect(page.requests.map(({ method }) => method)).toEqual(['GET']);
    expect(double.active.by).toBe('platform');
    hostStore.setState({ config: null });
  });
});

describe('a bet for seeds that are not in use any more', () => {
  it('is refused, and the device has the new number after a round on another device', async () => {
    const { double, bet } = await playing('honest');
    double.active.nonce = 1;
    expect(await bet()).toMatchObject({ state: 'refused', problem: { code: 'seed-changed' } });
    expect(seedsStore.getState()).toMatchObject({ status: 'ready', change: 'nonce', pair: { nonce: 1 }, evidence: [] });
    expect(await bet()).toMatchObject({ state: 'confirmed' });
  });

  it('is refused, and the device takes over the announced pair with a client seed of its own', async () => {
    const { double, bet } = await playing('honest');
    await bet();
    const announced = double.next.commit;
    double.rotate('of-another-device');
    expect(await bet()).toMatchObject({ state: 'refused', problem: { code: 'seed-changed' } });
    await vi.waitFor(() => expect(seedsStore.getState()).toMatchObject({ status: 'ready', isOwn: true, change: 'next', pair: { commit: announced } }));
    expect(seedsStore.getState().evidence).toEqual([]);
    expect(await bet()).toMatchObject({ state: 'confirmed' });
  });

  it('is no evidence where another device has used up several pairs', async () => {
    const { double, bet } = await playing('honest');
    for (let n = 0; n < 3; n += 1) double.rotate('of-another-device');
    await bet();
    await vi.waitFor(() => expect(seedsStore.getState()).toMatchObject({ status: 'ready', isOwn: true, change: 'later', evidence: [] }));
  });

  it('is not sent where another tab of this browser has gone on to a pair that this page has not shown', async () => {
    const { double, seeds } = await playing('honest');
    const shown = seedsStore.getState().pair;
    const other = double.next.commit;
    await seeds.reveal();
    expect(shown && (await seeds.nameDraw(shown))).toBeNull();
    expect(seedsStore.getState()).toMatchObject({ change: 'next', pair: { commit: other } });
    expect(double.sent).toEqual([]);
  });
});

describe('a platform that picks its seeds after it has seen the bet', () => {
  it('is caught with every round: the receipt has both, the evidence names it, and the pair that came is not the one announced', async () => {
    const { double, bet, receipts } = await playing('grinds');
    for (let n = 0; n < 20; n += 1) expect(await bet()).toMatchObject({ state: 'confirmed', answer: { win: 0 } });
    const storedReceipts = await receipts();
    double.rotate();
    expect(await reportOf(double, storedReceipts)).toMatchObject({ roundCount: 20, fitCount: 0, wrongCount: 20 });
    expect(storedReceipts.map(({ broke, seeds }) => [broke, seeds?.nonce])).toEqual(Array.from({ length: 20 }, () => ['seeds', 0]));
    const ids = seedsStore.getState().evidence.flatMap(({ kind, roundId }) => (kind === 'other-draw' && roundId !== undefined ? [roundId] : []));
    expect(ids.toSorted()).toEqual(storedReceipts.map(({ roundId }) => roundId).toSorted());
    const kinds = new Set(seedsStore.getState().evidence.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['next-gone', 'other-draw', 'pair-gone']);
  });
});

describe('a platform that gives a round the id of one that it answered wrongly', () => {
  it('takes neither from the device: both are wrong in the check, and evidence names them', async () => {
    const { double, page, bet, receipts } = await playing('honest');
    const answer = answerOf(double);
    page.network(async (address, init) => {
      const reply = await answer(address, init);
      if (init.method !== 'POST') return reply;
      const round = (await reply.json()) as Record<string, unknown>;
      // The first round comes with a wrong win, and the third one comes under the id of the first.
      const falseAnswer = double.rounds.length === 1 ? { win: 12_345 } : double.rounds.length === 3 ? { roundId: double.rounds[0]?.['roundId'] } : {};
      return json({ ...round, ...falseAnswer }, { status: reply.status });
    });
    for (let n = 0; n < 4; n += 1) await bet();
    await vi.waitFor(async () => expect((await receipts()).map(({ nonce }) => nonce).toSorted()).toEqual([0, 1, 2, 3]));
    const storedReceipts = await receipts();
    double.rotate();
    expect(await reportOf(double, storedReceipts)).toMatchObject({ roundCount: 4, fitCount: 2, wrongCount: 2, missingCount: 0 });
    const id = double.rounds[0]?.['roundId'];
    await vi.waitFor(() => expect(seedsStore.getState().evidence.map(({ kind, roundId }) => [kind, roundId])).toEqual([['round-again', id]]));
  });
});

describe('a platform that keeps its own client seed', () => {
  it('is not believed when it says that a round is open and lists none, and no bet can be made on its client seed', async () => {
    const double = new SeedDouble('honest');
    double.active.by = 'player';
    const { page, seeds } = await load(double);
    const answer = answerOf(double);
    page.network((address, init) => {
      if (address.endsWith('/open-rounds')) return json({ items: [] });
      return init.method === 'PUT' || init.method === 'POST' ? json({ title: 'Open', status: 409, code: 'round-open' }, { status: 409 }) : answer(address, init);
    });
    await seeds.open();
    expect(seedsStore.getState()).toMatchObject({ status: 'failed', isOwn: false });
    page.network(answer);
    await seeds.refresh();
    expect(seedsStore.getState()).toMatchObject({ status: 'ready', isOwn: true });
  });
});

describe('a device that was away for very many pairs', () => {
  it('looks further for the pair that it knew', async () => {
    const { double, seeds } = await playing('honest');
    for (let n = 0; n < 2_150; n += 1) double.rotate('of-another-device');
    await seeds.refresh();
    expect(seedsStore.getState()).toMatchObject({ status: 'ready', evidence: [] });
  });

  it('says that it could not find it, and accuses nobody, where the list has no end', async () => {
    const { double, page, seeds } = await playing('honest');
    for (let n = 0; n < 3; n += 1) double.rotate('of-another-device');
    const answer = answerOf(double);
    const [newest] = double.revealed;
    const endless = { ...newest, revealedAt: '2026-11-21T08:13:00Z' };
    page.network((address, init) => (address.includes('/fairness/revealed') ? json({ items: [endless], next: 'more' }) : answer(address, init)));
    await seeds.refresh();
    expect(seedsStore.getState()).toMatchObject({ evidence: [] });
    expect(page.requests.filter(({ url }) => url.includes('/fairness/revealed'))).toHaveLength(100);
  });
});

describe('a platform that uses up winning draws in silence', () => {
  it('is found by the numbers that are missing both on the device and in its history', async () => {
    const { double, bet, receipts } = await playing('hides');
    while (double.rounds.length < 12) await bet();
    const { commit } = double.active;
    const storedReceipts = await receipts();
    expect(double.rounds.every(({ win }) => win === 0)).toBe(true);
    const history = double.rounds.map(({ fairness }) => fairness as { commit: string; nonce: number });
    const rounds = storedReceipts.map((each) => ({ ...each, verdict: 'waits' as const, ruleSet: 'none' as const, isSealed: each.seeds !== undefined }));
    const pairs = [{ ...double.active, serverSeed: null }];
    const { hiddenCount, missingCount, pairs: [pair] } = roundsReport({ rounds, pairs, open: [], history });
    expect([hiddenCount, missingCount]).toEqual([double.active.nonce - 12, double.active.nonce - 12]);
    expect([pair?.commit, hiddenCount > 0]).toEqual([commit, true]);
  });
});

describe('a platform that lets a pair vanish', () => {
  it('is accused at once, and the check calls the pair missing, not waiting', async () => {
    const { double, bet, receipts, seeds } = await playing('honest');
    await bet();
    const { commit } = double.active;
    const announced = double.next.commit;
    double.forget();
    await seeds.refresh();
    const { evidence, change } = seedsStore.getState();
    expect(evidence.map(({ kind, expected }) => [kind, expected])).toEqual([['pair-gone', commit], ['next-gone', announced]]);
    expect(change).toBe('replaced');
    expect(await reportOf(double, await receipts())).toMatchObject({ goneCount: 1, waitingCount: 0, pairs: [{ commit, state: 'missing' }] });
  });

  it('is accused when it refuses a bet for a pair that nobody announced', async () => {
    const { bet } = await playing('forgets');
    expect(await bet()).toMatchObject({ state: 'refused', problem: { code: 'seed-changed' } });
    await vi.waitFor(() => expect(seedsStore.getState()).toMatchObject({ status: 'ready', change: 'replaced' }));
    expect(seedsStore.getState().evidence).toHaveLength(2);
  });
});

describe('a platform that refuses the bets that win', () => {
  it('leaves each of them on the device with the draw that it named, and shows in their sum', async () => {
    const { double, bet, seeds } = await playing('refuses-winners');
    for (let n = 0; n < 30; n += 1) {
      const { state } = await bet();
      // The player gives the draw up, as somebody would whose bet is refused again and again.
      if (state === 'refused') await seeds.reveal();
    }
    await seeds.reveal();
    const { refusedBets } = await seeds.read();
    expect(refusedBets.length).toBe(double.refused.length);
    expect(refusedBets.length).toBeGreaterThan(0);
    const verdicts = await checkRefusedBets(crypto.subtle, allEngines, double.revealed, refusedBets);
    const report = refusedReport(refusedBets.map((each, nth) => ({ bet: each, isOwn: true, verdict: verdicts[nth] ?? { is: 'unreadable' } })));
    const count = refusedBets.length;
    expect(report).toMatchObject({ count, own: { count, winCount: count, staked: count * 10_000, wouldHavePaid: count * 20_000 } });
  });

  it('is not suspected for intents that named no draw, or were never sent', async () => {
    const { bridge, seeds } = await playing('honest');
    await moneyOf(bridge).submit({ kind: 'deposit', gameId: null, body: { method: 'mobile-money', amount: 5_000, currency: 'NGN' } });
    const problem = { title: 'Another pair', status: 409, code: 'seed-changed' };
    moneyOf(bridge).refuse({ kind: 'round', gameId: 'dice', body: { stake: 100, currency: 'NGN', bet: {} } }, problem);
    await whenIdle();
    expect((await seeds.read()).refusedBets).toEqual([]);
    expect(Object.values(intentsStore.getState().byKey).map(({ kind }) => kind)).toContain('round');
  });
});
