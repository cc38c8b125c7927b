/** The platform's list of open rounds may come before the page has read from its device which rounds it is waiting for. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadOpenRounds } from '../../../src/bridge/actions/rounds';
import { moneyOf } from '../../../src/bridge/money/intents';
import type { OpenRound } from '../../../src/core/contract/games';
import { enterSession } from '../../../src/state/session';
import { intentsStore } from '../../../src/state/intents';
import { json } from '../api/support';
import { becomePage, freshLocks, leavePage, openBridge, whenIdle } from './support';

type Opened = ReturnType<typeof openBridge>['bridge'];

/** The bridge of the open page stands in for the one that a module makes for the life of a page. */
const shown = vi.hoisted(() => ({ bridge: null as Opened | null }));
const ofPage = () => {
  if (shown.bridge === null) throw new Error('no page is open');
  return shown.bridge;
};
vi.mock('../../../src/bridge/index', () => ({
  get bridge() {
    return ofPage();
  },
  callAsPlayer: (...call: Parameters<Opened['calls']['callAsPlayer']>) => ofPage().calls.callAsPlayer(...call),
}));
// It takes the bridge as soon as it is loaded.
vi.mock('../../../src/bridge/actions/intents', () => ({}));

const ADA = { sessionId: 'session-of-ada', userId: 'ada' };
const SEEDS = { commit: 'c'.repeat(64), clientSeed: 'mine', nonce: 4 };
const AT = '2026-11-21T09:00:00.000Z';
const ROUND: OpenRound = {
  roundId: 'r1', gameId: 'blackjack', state: 'open', step: 0, stake: 100, firstStake: 100, currency: 'NGN', outcome: {}, win: 0, balance: 900, version: 2,
  fairness: SEEDS, bet: {}, actions: [], abandoned: false, at: AT, settlesAt: AT,
};

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

it('the list comes with the intent of a round whose answer was lost, so that the round does not look like one of another device', async () => {
  const page = becomePage();
  const before = openBridge();
  await before.bridge.session.enter(ADA);
  void moneyOf(before.bridge).submit({ kind: 'round', gameId: 'blackjack', body: { stake: 100, currency: 'NGN', bet: {}, seeds: SEEDS } }, 'lost');
  await page.whenAsked('/rounds');
  await whenIdle();

  shown.bridge = openBridge().bridge;
  freshLocks();
  enterSession(ADA);
  page.network((url) => (url.endsWith('/open-rounds') ? json({ items: [ROUND] }) : Promise.reject(new TypeError('offline'))));
  expect(await loadOpenRounds()).toMatchObject({ ok: true, data: [{ roundId: 'r1' }] });
  expect(intentsStore.getState().byKey).toMatchObject({ lost: { state: 'unknown', gameId: 'blackjack' } });
});
