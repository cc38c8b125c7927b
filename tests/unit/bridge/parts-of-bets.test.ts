/** Each bet brings a part that its device has made for it alone, so that a platform knows no draw before the bet. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadRefusedBets } from '../../../src/bridge/fairness/check-sources';
import { checkRefusedBets, refusedReport } from '../../../src/core/fairness/refused-bets';
import { allEngines } from '../../../src/core/games/registry';
import { seedsStore } from '../../../src/state/seeds';
import { SeedDouble } from '../../support/seed-double';
import { leavePage } from './support';
import { load, playing, reportOf } from './seed-pages';

/** The fresh part of a bet. */
const PART = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('the draw of a bet', () => {
  it('is named with a part that is another one for each bet, and the receipt has the whole client seed of the round', async () => {
    const { double, bet, receipts } = await playing('honest');
    for (let n = 0; n < 5; n += 1) await bet();
    const parts = double.sent.map(({ seeds }) => seeds?.part ?? '');
    expect(new Set(parts).size).toBe(5);
    const { clientSeed } = double.active;
    const sortedReceipts = (await receipts()).toSorted((a, b) => a.nonce - b.nonce);
    expect(sortedReceipts.map((each) => each.clientSeed)).toEqual(parts.map((part) => `${clientSeed} ${part}`));
    double.rotate();
    expect(await reportOf(double, sortedReceipts)).toMatchObject({ roundCount: 5, fitCount: 5, wrongCount: 0, noPartCount: 0 });
  });

  it('is named without a part on a platform that takes none, and the check counts those rounds', async () => {
    const double = new SeedDouble('honest');
    double.takesParts = false;
    const { seeds, bet, receipts } = await load(double);
    await seeds.open();
    await bet();
    const { commit, clientSeed } = double.active;
    expect(double.sent[0]?.seeds).toEqual({ commit, clientSeed, nonce: 0 });
    double.rotate();
    expect(await reportOf(double, await receipts())).toMatchObject({ fitCount: 1, unsealedCount: 0, noPartCount: 1 });
    // The operator updates the platform.
    double.takesParts = true;
    await seeds.refresh();
    await bet();
    expect(double.sent[1]?.seeds).toMatchObject({ part: PART });
  });
});

describe('a platform that took parts and takes none any more', () => {
  const evidence = () => seedsStore.getState().evidence.map(({ kind, answered }) => [kind, answered]);

  it('gets no bet before the player has seen the change, and leaves evidence', async () => {
    const { double, seeds, bet } = await playing('honest');
    await bet();
    double.takesParts = false;
    await seeds.refresh();
    const { commit } = double.active;
    expect(seedsStore.getState()).toMatchObject({ status: 'ready', change: 'parts-dropped', pair: { commit, nonce: 1 } });
    expect(evidence()).toEqual([['parts-dropped', commit]]);
    await expect(bet()).rejects.toThrow('there is no pair to bind a bet to');
    expect(double.sent).toHaveLength(1);
    await bet();
    expect(double.sent[1]?.seeds).toEqual({ commit, clientSeed: double.active.clientSeed, nonce: 1 });
  });

  it('leaves evidence for each such pair, also where a refusal brings it, and gets no bet after a reload either before the player has seen it', async () => {
    const { double, seeds, bet, page } = await playing('honest');
    await bet();
    double.takesParts = false;
    double.rotate('of-another-device');
    expect(await bet()).toMatchObject({ state: 'refused', problem: { code: 'seed-changed' } });
    await vi.waitFor(() => expect(seedsStore.getState()).toMatchObject({ status: 'ready', isOwn: true, change: 'parts-dropped' }));
    const first = double.active.commit;
    await seeds.reveal();
    expect(seedsStore.getState()).toMatchObject({ change: 'parts-dropped', pair: { commit: double.active.commit } });
    expect(evidence()).toEqual([['parts-dropped', first], ['parts-dropped', double.active.commit]]);
    const again = await load(double, page);
    await again.seeds.open();
    await expect(again.bet()).rejects.toThrow('there is no pair to bind a bet to');
    expect(seedsStore.getState().change).toBe('parts-dropped');
    expect(double.rounds).toHaveLength(1);
  });
});

describe('a platform that ends each pair whose next draw would win', () => {
  /** Bets on red, and looks at the seal before each, as a page does that is opened. */
  async function bets(takesParts: boolean, count: number) {
    const double = new SeedDouble('ends-pairs');
    double.takesParts = takesParts;
    const playerPage = await load(double);
    for (let n = 0; n < count; n += 1) {
      do await playerPage.seeds.refresh();
      while (!seedsStore.getState().isOwn);
      expect(await playerPage.bet()).toMatchObject({ state: 'confirmed' });
    }
    double.rotate();
    return { double, report: await reportOf(double, await playerPage.receipts()) };
  }

  it('makes every bet without a part lose, and the check shows only that the parts were missing', async () => {
    const { double, report } = await bets(false, 24);
    expect(double.rounds.every(({ win }) => win === 0)).toBe(true);
    expect(report).toMatchObject({ fitCount: 24, wrongCount: 0, unsealedCount: 0, noPartCount: 24 });
    expect(seedsStore.getState().evidence).toEqual([]);
  });

  it('gains nothing from bets that bring a part, because it does not know their draws', async () => {
    const { double, report } = await bets(true, 40);
    expect(double.rounds.some(({ win }) => win !== 0)).toBe(true);
    expect(report).toMatchObject({ fitCount: 40, wrongCount: 0, noPartCount: 0 });
    expect(seedsStore.getState().evidence).toEqual([]);
  });
});

describe('a platform that refuses bets once it has their parts', () => {
  it('shows in their sum, also where it ends the pair and says that the seal has changed', async () => {
    const { double, bet, seeds } = await playing('turns-from-winners');
    for (let n = 0; n < 30; n += 1) {
      await bet();
      await vi.waitFor(() => expect(seedsStore.getState()).toMatchObject({ status: 'ready', isOwn: true }));
    }
    expect(double.rounds.every(({ win }) => win === 0)).toBe(true);
    const { refusedBets, evidence } = await seeds.read();
    const count = refusedBets.length;
    expect([count, evidence]).toEqual([30 - double.rounds.length, []]);
    expect(count).toBeGreaterThan(0);
    expect(refusedBets.map(({ clientSeed }) => clientSeed).toSorted()).toEqual(double.refused.map(({ clientSeed }) => clientSeed).toSorted());
    const verdicts = await checkRefusedBets(crypto.subtle, allEngines, double.revealed, refusedBets);
    const report = refusedReport(refusedBets.map((each, nth) => ({ bet: each, isOwn: true, verdict: verdicts[nth] ?? { is: 'unreadable' } })));
    expect(report).toMatchObject({ count, own: { count, winCount: count, staked: count * 10_000, wouldHavePaid: count * 20_000 } });
  });

  it('can’t hide it behind refused bets that nobody sent', async () => {
    const { double, bridge, bet, seeds } = await playing('refuses-winners');
    for (let n = 0; n < 30; n += 1) await bet();
    const count = double.refused.length;
    double.inventRefused(100);
    await seeds.reveal();
    const refusedBets = await loadRefusedBets(bridge, new AbortController().signal);
    const verdicts = await checkRefusedBets(crypto.subtle, allEngines, double.revealed, refusedBets.map((each) => each.bet));
    const report = refusedReport(refusedBets.map((each, nth) => ({ ...each, verdict: verdicts[nth] ?? { is: 'unreadable' } })));
    expect(report).toMatchObject({
      count: count + 100, isSuspicious: true,
      own: { count, winCount: count, staked: count * 10_000, wouldHavePaid: count * 20_000 },
      listed: { count: 100, winCount: 0, staked: 1_000_000, wouldHavePaid: 0 },
    });
  });
});
